import Flow
import ProviderKit

/// How the clients of a vendor authenticate (RFC 6749 §2.3, OpenID Connect Core §9).
package struct ClientAuthentication: Sendable {
  package enum Method: Sendable, Hashable {
    /// `client_secret_basic` or `client_secret_post`.
    case secret
    /// `private_key_jwt`.
    case assertion
    /// By the id alone, if the client is public.
    case none
  }

  package var methods: Set<Method> = [.secret]
  package var assertions = AssertionPolicy()
  package var secrets = SecretPolicy()
  /// The texts of its errors.
  package var texts = Texts()

  package init() {}

  /// The `error_description` of clients that do not authenticate; the error is `invalid_client`.
  package struct Texts: Sendable {
    package var unknown = "Unknown client"
    /// Neither secret nor assertion.
    package var missing = "Client authentication is missing"
    package var malformed = "Malformed Authorization header"
    package var mismatch = "The client_id does not match"
    package var twice = "The client authenticates in two ways"
    package var wrongSecret = "Invalid client secret"
    /// Another method than the client is registered for, or than the vendor documents.
    package var wrongMethod = "The client authentication method is not supported"

    package init() {}
  }
}

/// A client that has authenticated.
package struct AuthenticatedClient<RelyingParty: OpenIDClient>: Sendable {
  package var known: KnownClient<RelyingParty>
  /// The assertion that it showed, which can be used once.
  var assertion: ShownAssertion?

  /// As it is registered.
  package var client: RelyingParty { known.client }
  package var identifier: String { known.identifier }
}

/// An assertion that a client showed; it can be used once.
package struct ShownAssertion: Sendable {
  package let identifier: String
  /// Until when it could be replayed.
  let expiry: Instant
}
