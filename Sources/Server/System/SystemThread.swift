import CLinux
import Glibc

/// A POSIX thread.
struct SystemThread: Sendable {
  private let handle: pthread_t

  private final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(_ name: String, _ body: @escaping @Sendable () -> Void) { (self.name, self.body) = (name, body) }
  }

  /// Runs `body` on a new thread; the caller must join or detach it.
  ///
  /// - Parameter niceness: how much other threads are preferred (nice(1)), from 0 to 19.
  init(_ name: String, niceness: Int32 = 0, _ body: @escaping @Sendable () -> Void) throws(ServerError) {
    let start = unsafe Unmanaged.passRetained(
      Start(name) {
        // If that is refused, it stays an ordinary thread.
        if niceness > 0 { clinux_make_nice(niceness) }
        body()
      })
    var handle = pthread_t()
    let code = unsafe pthread_create(
      &handle, nil,
      { argument in
        guard let argument = unsafe argument else { return nil }
        let start = unsafe Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        unsafe clinux_name_thread(start.name)
        start.body()
        return nil
      }, start.toOpaque())
    guard code == 0 else {
      unsafe start.release()
      throw .system(call: "pthread_create", code: code)
    }
    self.handle = handle
  }

  func join() { pthread_join(handle, nil) }

  func detach() { pthread_detach(handle) }
}
