import HTTP
import Synchronization

/// A fetch under way; the first to settle it decides its outcome.
final class FetchCall: Sendable {
  let fetch: Fetch
  /// The port of the request that needs it.
  let port: Port
  private let settled = Mutex(false)

  init(_ fetch: Fetch, at port: Port) { (self.fetch, self.port) = (fetch, port) }

  var isSettled: Bool { settled.withLock { $0 } }

  /// True for the first caller only.
  func settle() -> Bool {
    settled.withLock { settled in
      defer { settled = true }
      return !settled
    }
  }
}
