package struct Verb: Sendable, Hashable {
  package let term: Term
  /// True if the person is done with the request after it.
  package let isFinal: Bool
  /// The provider's own words for `reason`; empty if it has none.
  package let reasons: [String]

  package init(_ name: String, _ meaning: String, _ basis: Basis, isFinal: Bool, reasons: [String] = []) {
    term = Term(name, meaning, basis)
    (self.isFinal, self.reasons) = (isFinal, reasons)
  }
}

/// What a person can do at a provider, named by the raw values.
package protocol PersonVerb: RawRepresentable<String>, CaseIterable {
  var verb: Verb { get }
}

extension PersonVerb {
  package static var verbs: [Verb] { allCases.map(\.verb) }

  /// - Parameters:
  ///   - isFinal: true if the person is done with the request after it.
  ///   - reasons: the provider's own words for `reason`.
  package func make(_ meaning: String, _ basis: Basis, isFinal: Bool = true, reasons: [String] = []) -> Verb {
    Verb(rawValue, meaning, basis, isFinal: isFinal, reasons: reasons)
  }
}
