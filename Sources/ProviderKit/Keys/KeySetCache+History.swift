package import Flow
package import JOSE

extension KeySetCache {
  /// A key set as it once came from its URL.
  package struct Fetched: Sendable {
    package let keys: JWKSet
    package let at: Instant
    /// How long its server took.
    package let took: Duration
  }

  /// How many are remembered for a URL, and for how long; no vendor uses a replaced key longer.
  static let historyLimit = 8
  static let historyLength: Duration = .seconds(24 * 60 * 60)
}

extension [KeySetCache.Fetched] {
  /// Adds a key set, and drops those beyond the limits.
  mutating func note(_ fetched: KeySetCache.Fetched) {
    let kept = suffix(KeySetCache.historyLimit - 1).filter {
      $0.at > fetched.at - KeySetCache.historyLength
    }
    self = kept + [fetched]
  }
}
