package import Flow
package import JOSE
import Synchronization

/// The fetched key sets of clients, each kept as long as itsme keeps it.
///
/// An unknown `kid` makes the caller fetch again at once (contract itsme §1.2); failures are kept for a second only,
/// so that a key set that is served late is found.
package final class KeySetCache: Sendable {
  package enum Entry: Sendable {
    case keys(JWKSet, until: Instant)
    /// The reason, for people.
    case failed(String, until: Instant)
  }

  private let entries = Mutex<[String: Entry]>([:])
  private let histories = Mutex<[String: [Fetched]]>([:])
  private let selfSigned = Mutex<Set<String>>([])

  package init() {}

  /// `nil` if the URL must be fetched.
  package func entry(_ url: String, at now: Instant) -> Entry? {
    entries.withLock { entries in
      switch entries[url] {
      case .keys(let keys, let until) where until > now: .keys(keys, until: until)
      case .failed(let reason, let until) where until > now: .failed(reason, until: until)
      default: nil
      }
    }
  }

  /// URLs come from the world, which bounds the number of entries.
  package func keep(_ entry: Entry, of url: String, at now: Instant, took: Duration = .zero) {
    if case .keys(let keys, _) = entry {
      histories.withLock { $0[url, default: []].note(Fetched(keys: keys, at: now, took: took)) }
    }
    entries.withLock { entries in
      // A failed refresh must not remove keys that are still valid.
      if case .failed = entry, case .keys(_, let until) = entries[url], until > now { return }
      entries[url] = entry
    }
  }

  /// The key sets that came from a URL, the latest last.
  package func history(of url: String) -> [Fetched] { histories.withLock { $0[url] ?? [] } }

  /// Notes that the server of a URL has a self-signed certificate.
  func noteSelfSigned(_ url: String) { _ = selfSigned.withLock { $0.insert(url) } }

  package func isSelfSigned(_ url: String) -> Bool { selfSigned.withLock { $0.contains(url) } }

  /// Used when the world has changed.
  package func forgetAll() {
    entries.withLock { $0 = [:] }
    histories.withLock { $0 = [:] }
    selfSigned.withLock { $0 = [] }
  }
}
