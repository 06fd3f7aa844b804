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
  /// True if it is registered to use PKCE, whatever else it has to prove itself with.
  var demandsProofKey: Bool { get }
  /// True if it has neither secret nor key, so that its id alone names it.
  var isPublic: Bool { get }
  /// True if it stands for every id, with every leniency reported.
  var isAnything: Bool { get }
  /// How it learns the outcome of logins over the back channel; `nil` where it may begin none.
  var backchannelDelivery: BackchannelDelivery? { get }
  /// The client with those redirect URIs absolute that are paths of this emulator.
  func atHome(of call: Call) -> Self
}

extension OpenIDClient {
  /// None: its keys, if it needs any, are those of the test key set.
  package var keys: ClientKeys? { nil }
  package var registeredMethod: RegisteredMethod? { nil }
  package var requestURIs: [String] { [] }
  package var demandsProofKey: Bool { false }
  package var isPublic: Bool { false }
  package var backchannelDelivery: BackchannelDelivery? { .poll }
  /// As it is registered.
  package func atHome(of call: Call) -> Self { self }
}

/// A client that is known by an id; the one that stands for any has many.
package struct KnownClient<RelyingParty: OpenIDClient>: Sendable {
  /// As it is registered.
  package let client: RelyingParty
  package let identifier: String
  /// What was unwise or let in.
  package var findings: [Finding]

  package init(_ client: RelyingParty, as identifier: String, findings: [Finding] = []) {
    (self.client, self.identifier, self.findings) = (client, identifier, findings)
  }
}
