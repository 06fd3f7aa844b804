/// The biometric traits, with their bits in the token (§1.2).
struct BWSTraits: OptionSet, Hashable, Sendable {
  let rawValue: Int

  static let face = BWSTraits(rawValue: 1)
  static let periocular = BWSTraits(rawValue: 2)
  static let voice = BWSTraits(rawValue: 4)

  /// The default if none are named.
  static let standard: BWSTraits = [.face, .periocular]

  static let names: [(name: String, trait: BWSTraits)] = [
    ("Face", .face), ("Periocular", .periocular), ("Voice", .voice),
  ]

  init(rawValue: Int) { self.rawValue = rawValue }

  /// Reads a list such as `Face, Periocular`, in any case, with or without blanks (§1.1); `nil` if a trait is unknown
  /// or none is named.
  init?(_ text: String) {
    var traits: BWSTraits = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.filter { $0 != " " }.lowercased()
      guard let known = BWSTraits.names.first(where: { $0.name.lowercased() == word }) else { return nil }
      traits.insert(known.trait)
    }
    self = traits
  }
}
