/// A documented switch of a provider, with the values it takes.
package struct QuirkTerm: Sendable, Hashable {
  /// The word and its meaning.
  package let term: Term
  /// What values it takes; the first choice, or `false`, is not necessarily the default.
  package let values: QuirkValues
  /// The value unless a preset, a client or a scenario says otherwise.
  package let standard: QuirkValue

  /// A switch that is on or off.
  package init(_ name: String, _ meaning: String, _ basis: Basis, standard: Bool) {
    term = Term(name, meaning, basis)
    values = .flag
    self.standard = .flag(standard)
  }

  /// A switch between named choices.
  package init(_ name: String, _ meaning: String, _ basis: Basis, choices: [String], standard: String) {
    term = Term(name, meaning, basis)
    values = .choices(choices)
    self.standard = .choice(standard)
  }
}

/// The values that a quirk takes.
package enum QuirkValues: Sendable, Hashable {
  /// `true` or `false`.
  case flag
  /// One of these words.
  case choices([String])
}

/// The value of a quirk.
package enum QuirkValue: Sendable, Hashable {
  /// On or off.
  case flag(Bool)
  /// One of the quirk's choices.
  case choice(String)

  /// True if it is on.
  package var isOn: Bool { self == .flag(true) }

  /// The chosen word, empty for a flag.
  package var word: String {
    if case .choice(let word) = self { word } else { "" }
  }
}
