import HTTP
import Synchronization

/// A fetch under way; whoever settles it first decides its outcome.
final class FetchCall: Sendable {
  let fetch: Fetch
  /// Where the request came in that needs it.
  let port: Port
  private let settled = Mutex(false)

  init(_ fetch: Fetch, at port: Port) { (self.fetch, self.port) = (fetch, port) }

  var isSettled: Bool { settled.withLock { $0 } }

  /// True if the caller is the first.
  func settle() -> Bool {
    settled.withLock { settled in
      defer { settled = true }
      return !settled
    }
  }
}
