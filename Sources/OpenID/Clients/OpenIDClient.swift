package import Flow
package import ProviderKit

/// A relying party as it is registered.
package protocol OpenIDClient: KeyedClient {
  /// How it is registered to authenticate; `nil` for any of the vendor's ways.
  var registeredMethod: RegisteredMethod? { get }
  /// Where browsers may be sent back.
  var redirectURIs: [String] { get }
  /// Where its request objects may be fetched.
  var requestURIs: [String] { get }
  /// True if it is registered to use PKCE, even if it has other ways to prove itself.
  var requiresProofKey: Bool { get }
  /// True if it has neither secret nor key, so that its id is all it shows.
  var isPublic: Bool { get }
  /// True if it stands for every id; each leniency is reported.
  var isWildcard: Bool { get }
  /// How it learns the outcome of logins over the back channel; `nil` if it must not begin any.
  var backchannelDelivery: BackchannelDelivery? { get }
  /// The client with absolute redirect URIs in place of paths of this emulator.
  func atHome(of call: Call) -> Self
}

extension OpenIDClient {
  /// None: if it needs keys, it uses those of the test key set.
  package var keys: ClientKeys? { nil }
  package var registeredMethod: RegisteredMethod? { nil }
  package var requestURIs: [String] { [] }
  package var requiresProofKey: Bool { false }
  package var isPublic: Bool { false }
  package var backchannelDelivery: BackchannelDelivery? { .poll }
  /// As it is registered.
  package func atHome(of call: Call) -> Self { self }
}

/// A client under the id that was used; the one that stands for any id has many.
package struct KnownClient<RelyingParty: OpenIDClient>: Sendable {
  /// As it is registered.
  package let client: RelyingParty
  package let identifier: String
  /// Findings about accepting it.
  package var findings: [Finding]

  package init(_ client: RelyingParty, as identifier: String, findings: [Finding] = []) {
    (self.client, self.identifier, self.findings) = (client, identifier, findings)
  }
}
