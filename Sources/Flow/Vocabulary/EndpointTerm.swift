/// An endpoint or event where a fault can strike.
package struct EndpointTerm: Sendable, Hashable {
  package let term: Term
  /// True if a transaction owns the calls; those for a key set, for example, belong to none.
  package let isOwned: Bool
  package let caller: Caller

  package init(
    _ name: String, _ meaning: String, _ basis: Basis, isOwned: Bool, by caller: Caller = .backend
  ) {
    term = Term(name, meaning, basis)
    (self.isOwned, self.caller) = (isOwned, caller)
  }

  /// Who calls an endpoint, as far as that can be said of all its calls.
  package enum Caller: String, Sendable, Hashable, CaseIterable {
    /// The person's browser, sent there by the relying party.
    case browser
    /// The relying party's server.
    case backend
    /// The relying party's own app, or its script in the browser.
    case app
    /// The app of the identity provider on the person's phone.
    case phone
    /// The provider itself: what it fetches from the relying party, whose server a fault plays.
    case provider
  }
}

/// The endpoints of a provider, named by the raw values.
package protocol EndpointName: RawRepresentable<String>, CaseIterable {
  var term: EndpointTerm { get }
}

extension EndpointName {
  package static var terms: [EndpointTerm] { allCases.map(\.term) }

  /// - Parameter isOwned: true if a transaction owns the calls.
  package func make(
    _ meaning: String, _ basis: Basis, isOwned: Bool = true, by caller: EndpointTerm.Caller = .backend
  ) -> EndpointTerm {
    EndpointTerm(rawValue, meaning, basis, isOwned: isOwned, by: caller)
  }
}
