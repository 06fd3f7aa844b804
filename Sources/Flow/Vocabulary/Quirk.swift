/// A documented switch of a provider, with the values it takes.
package struct QuirkTerm: Sendable, Hashable {
  package let term: Term
  /// The first choice, or `false`, is not necessarily the default.
  package let values: QuirkValues
  /// The value unless a preset, a client or a scenario says otherwise.
  package let standard: QuirkValue

  package init(_ name: String, _ meaning: String, _ basis: Basis, standard: Bool) {
    term = Term(name, meaning, basis)
    values = .flag
    self.standard = .flag(standard)
  }

  package init(_ name: String, _ meaning: String, _ basis: Basis, choices: [String], standard: String) {
    term = Term(name, meaning, basis)
    values = .choices(choices)
    self.standard = .choice(standard)
  }
}

/// The switches of a provider, named by their raw values.
package protocol Quirk: RawRepresentable<String>, CaseIterable {
  var term: QuirkTerm { get }
}

extension Quirk {
  package static var terms: [QuirkTerm] { allCases.map(\.term) }

  package func flag(_ meaning: String, _ basis: Basis, standard: Bool = false) -> QuirkTerm {
    QuirkTerm(rawValue, meaning, basis, standard: standard)
  }

  /// A switch whose default is the first choice.
  package func choice(_ meaning: String, _ basis: Basis, _ choices: [String]) -> QuirkTerm {
    QuirkTerm(rawValue, meaning, basis, choices: choices, standard: choices[0])
  }
}

package enum QuirkValues: Sendable, Hashable {
  case flag
  case choices([String])
}

package enum QuirkValue: Sendable, Hashable {
  case flag(Bool)
  case choice(String)

  package var isOn: Bool { self == .flag(true) }

  /// Empty for a flag.
  package var word: String {
    if case .choice(let word) = self { word } else { "" }
  }
}
