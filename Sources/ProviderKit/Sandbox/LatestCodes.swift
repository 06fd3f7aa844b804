package import Flow

/// The latest code that each provider of a sandbox issued, for stories that mix up two providers.
package final class LatestCodes: Restorable {
  package struct Entry: Sendable {
    package let provider: String
    package let issuer: String
    package let redirectURI: String
    package let code: String
    /// Where the code is redeemed; looked up when a story asks, not at every login.
    package let tokenEndpoint: @Sendable () -> String

    package init(
      of provider: String, issuer: String, redirectURI: String, code: String,
      tokenEndpoint: @escaping @Sendable () -> String
    ) {
      (self.provider, self.issuer, self.redirectURI, self.code) = (provider, issuer, redirectURI, code)
      self.tokenEndpoint = tokenEndpoint
    }
  }

  /// One for each provider, the latest last.
  private let entries = Kept<[Entry]>([])

  package init() {}

  package func note(_ entry: Entry) {
    entries.withLock { entries in
      entries.removeAll { $0.provider == entry.provider }
      entries.append(entry)
    }
  }

  /// The latest of all other providers; `nil` if none of them issued a code.
  package func latest(besides provider: String) -> Entry? {
    entries.withLock { $0.last { $0.provider != provider } }
  }

  /// Stands in a story for the token endpoint of the latest login at another provider.
  package static let tokenEndpointPlaceholder = "{another_provider.token_endpoint}"

  /// Why nothing can be mixed up.
  package static let none =
    "no login at another provider was approved before; eidolon judge begins one with --second PROVIDER=URL"

  package func saved() -> Restoration { entries.saved() }
}
