package import Flow

extension PhoneChoice {
  /// The choices of a verb: one, or one for each reason that it takes.
  ///
  /// - Parameters:
  ///   - label: by default a few words that fit the verb.
  ///   - role: by default the one that fits the verb.
  ///   - reasons: by default all that the verb takes.
  package static func of(
    _ verb: Verb, label: String? = nil, role: Role? = nil, reasons: [String]? = nil
  ) -> [PhoneChoice] {
    let name = verb.term.name
    let label = label ?? words[name] ?? sentence(name)
    let role = role ?? (name == "approve" ? .approve : refusing.contains(name) ? .refuse : .other)
    let reasons = reasons ?? verb.reasons
    guard !reasons.isEmpty else {
      return [PhoneChoice(name, label: label, meaning: verb.term.meaning, role: role)]
    }
    return reasons.map {
      PhoneChoice(name, reason: $0, label: "\(label): \($0)", meaning: verb.term.meaning, role: role)
    }
  }

  private static let refusing: Set = ["reject"]

  private static let words = [
    "open": "Open the request", "scan": "Scan the code", "approve": "Approve", "reject": "Reject",
    "cancel": "Cancel", "wrong_pin": "Enter a wrong PIN", "wrong_icon": "Tap the wrong icon",
    "ignore": "Do nothing: let it time out", "fail": "Fail", "time_out": "Let time run out now",
    "biometry_changed": "The biometrics of this phone have changed",
    "continue_elsewhere": "Continue on another device", "push_lost": "The push never arrives",
    "return": "Return without having finished",
    "return_to_other_browser": "Approve, and return to another browser",
    "withhold_cpr": "Skip the CPR number", "read_passport": "Read the passport first",
    "stay": "Approve, and never return to the app", "skip": "Skip",
    "wrong_face": "Somebody else looks into the camera",
  ]

  /// `show_front` as `Show front`.
  private static func sentence(_ name: String) -> String {
    let text = String(name.map { $0 == "_" ? " " : $0 })
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}
