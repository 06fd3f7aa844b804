import Dispatch
import Server

/// Waits for the signal to stop; a second signal aborts.
final class StopRequest: Sendable {
  private let server: RunningServer
  private let asked = DispatchSemaphore(value: 0)

  init(_ server: RunningServer) { self.server = server }

  /// Called for each signal; the second one aborts requests in flight.
  func ask(times: Int) {
    asked.signal()
    if times > 1 { server.abort() }
  }

  /// Waits for the first signal, and calls `tick` about every second until then.
  func wait(_ tick: () -> Void) {
    while asked.wait(timeout: .now() + .seconds(1)) == .timedOut { tick() }
  }
}
