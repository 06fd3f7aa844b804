import CLinux
import Glibc

/// Runs `body` on a new thread with that name and returns a function that waits for its end.
func startThread(
  named name: String, _ body: @escaping @Sendable () -> Void
) throws(ServerError) -> @Sendable () -> Void {
  final class Start: Sendable {
    let name: String
    let body: @Sendable () -> Void
    init(name: String, body: @escaping @Sendable () -> Void) {
      self.name = name
      self.body = body
    }
  }
  let start = unsafe Unmanaged.passRetained(Start(name: name, body: body))
  var thread = pthread_t()
  let code = unsafe pthread_create(
    &thread, nil,
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
  let started = thread
  return { _ = pthread_join(started, nil) }
}
