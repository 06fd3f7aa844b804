package struct LifetimeTerm: Sendable, Hashable {
  package let term: Term
  /// Unless a scenario says otherwise.
  package let standard: Duration

  package init(_ name: String, _ meaning: String, _ basis: Basis, standard: Duration) {
    term = Term(name, meaning, basis)
    self.standard = standard
  }
}

/// The lifetimes of a provider's credentials and waits, named by their raw values.
package protocol Lifetime: RawRepresentable<String>, CaseIterable {
  var term: LifetimeTerm { get }
}

extension Lifetime {
  package static var terms: [LifetimeTerm] { allCases.map(\.term) }

  /// - Parameter standard: how long it is unless a client or a scenario says otherwise.
  package func lasting(_ meaning: String, _ basis: Basis, _ standard: Duration) -> LifetimeTerm {
    LifetimeTerm(rawValue, meaning, basis, standard: standard)
  }
}
