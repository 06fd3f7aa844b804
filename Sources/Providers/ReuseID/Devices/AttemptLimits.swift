import Flow

/// How many wrong attempts lock, and whether they lock the device or the method.
struct AttemptLimits {
  let allowed: Int
  let perMethod: Bool

  init(_ switches: Switches) {
    allowed = Int(switches[quirk: .failuresAllowed].word) ?? 3
    perMethod = switches[quirk: .lockScope].word == "method"
  }
}
