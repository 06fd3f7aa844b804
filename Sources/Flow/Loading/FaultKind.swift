/// The kinds of faults with the members that each takes; loader, catalog and schema share this list.
enum FaultKind: String, CaseIterable {
  case respond, alter, delay, reset, empty, truncate, drip, garbage
  case loseAnswer = "lose_answer"
  case rotateKeys = "rotate_keys"

  var meaning: String {
    switch self {
    case .respond: "Answers with this status, headers and body instead; the endpoint's effect does not happen"
    case .alter:
      "Answers rightly but for the status, these headers and these members of its JSON; null takes one out"
    case .delay: "Answers rightly, but later"
    case .reset: "Closes the connection with a TCP reset"
    case .empty: "Closes the connection without a byte"
    case .truncate: "Sends the first bytes of the answer, head included, then closes"
    case .drip: "Sends the answer's bytes little by little over a time"
    case .garbage: "Sends bytes that are not HTTP"
    case .loseAnswer: "Does what was asked, then closes the connection without an answer"
    case .rotateKeys: "Rotates the signing key just before answering"
    }
  }

  /// The members beside `at`, `do`, `times` and `nth`.
  var members: [String] {
    switch self {
    case .respond, .alter: ["status", "headers", "body"]
    case .delay: ["by"]
    case .truncate: ["bytes"]
    case .drip: ["over"]
    default: []
    }
  }

  var required: [String] {
    switch self {
    case .respond: ["status"]
    case .delay: ["by"]
    case .drip: ["over"]
    default: []
    }
  }
}
