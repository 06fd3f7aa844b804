/// What a correct relying party makes of a scenario.
package enum Right: String, Sendable, Hashable, CaseIterable {
  case mustRefuse = "must_refuse"
  /// Accepting it is worth a warning.
  case shouldRefuse = "should_refuse"
  case mustAccept = "must_accept"
  /// Shown but never judged.
  case either

  package var isRefusal: Bool { self == .mustRefuse || self == .shouldRefuse }

  package var meaning: String {
    switch self {
    case .mustRefuse: "A correct client refuses: nobody is logged in."
    case .shouldRefuse: "A careful client refuses; that it accepts is a warning."
    case .mustAccept: "A correct client takes it: the person is logged in."
    case .either: "Both are right; what was seen is shown and not judged."
    }
  }
}
