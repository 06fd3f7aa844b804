/// The kinds of conditions, by the member that states them; loader and catalog share this list.
enum ConditionKind: String, CaseIterable {
  case present, contains, like
  case oneOf = "one_of"

  var meaning: String {
    switch self {
    case .present: "The parameter was sent, or was not"
    case .contains: "The value holds this text"
    case .like: "The value matches; * is any run, ? any one character"
    case .oneOf: "The value is one of these"
    }
  }

  /// An example of the member.
  var form: String {
    switch self {
    case .present: "{\"present\": true}"
    case .contains: "{\"contains\": \"text\"}"
    case .like: "{\"like\": \"demo-*\"}"
    case .oneOf: "{\"one_of\": [\"a\", \"b\"]}"
    }
  }
}
