import Synchronization

/// How many ID tokens named which issuer, as they were before a story changed them.
package final class IssuerTally: Sendable {
  package struct Issuer: Sendable, Hashable {
    package let provider: String
    package let name: String
  }

  private let counts = Mutex<[Issuer: Int]>([:])

  /// Clients choose the host, which most issuers contain.
  private static let limit = 256

  /// Counts one more ID token, unless too many issuers were named already.
  package func add(_ name: String, of provider: String) {
    let issuer = Issuer(provider: provider, name: name)
    counts.withLock { counts in
      guard counts.count < Self.limit || counts[issuer] != nil else { return }
      counts[issuer, default: 0] += 1
    }
  }

  package var all: [Issuer: Int] { counts.withLock { $0 } }

  func clear() { counts.withLock { $0 = [:] } }
}
