import Dispatch
import Server

/// Waits for the signal to stop, and hears a second one.
final class StopRequest: Sendable {
  private let server: RunningServer
  private let asked = DispatchSemaphore(value: 0)

  init(_ server: RunningServer) { self.server = server }

  /// A signal came; the second one cuts short what is in flight.
  func ask(times: Int) {
    asked.signal()
    if times > 1 { server.abort() }
  }

  /// Waits for the first signal, and does something about every second until it comes.
  func wait(_ tick: () -> Void) {
    while asked.wait(timeout: .now() + .seconds(1)) == .timedOut { tick() }
  }
}
