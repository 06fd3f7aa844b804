package import Flow
package import JOSE
import Synchronization

/// The key sets of clients that were fetched, each for as long as itsme keeps them.
///
/// An unknown `kid` makes the caller fetch again at once (contract itsme §1.2); failures are kept for a second only,
/// so that a key set which comes up late is found.
package final class KeySetCache: Sendable {
  /// What is known of a URL.
  package enum Entry: Sendable {
    /// The key set that was there.
    case keys(JWKSet, until: Instant)
    /// Why there was none, for people.
    case failed(String, until: Instant)
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// An empty cache.
  package init() {}

  /// What is known of a URL; `nil` when it must be fetched.
  package func entry(_ url: String, at now: Instant) -> Entry? {
    entries.withLock { entries in
      switch entries[url] {
      case .keys(let keys, let until) where until > now: .keys(keys, until: until)
      case .failed(let reason, let until) where until > now: .failed(reason, until: until)
      default: nil
      }
    }
  }

  /// Keeps a key set; a URL of the world comes here, so the number of entries is bounded by the world.
  package func keep(_ entry: Entry, of url: String, at now: Instant) {
    entries.withLock { entries in
      // A failed refresh must not take away keys that still count.
      if case .failed = entry, case .keys(_, let until) = entries[url], until > now { return }
      entries[url] = entry
    }
  }

  /// Forgets everything: the world changed.
  package func forgetAll() {
    entries.withLock { $0 = [:] }
  }
}
