import Flow
import JSON

extension ReuseID {
  /// Who is to log in, in the two grammars of `login_hint` (§1c).
  struct LoginHint: Sendable {
    var user: String?
    var device: String?
    var externalReference: String?
    /// Further values of the older grammar, by name.
    var extras: [String: String] = [:]

    struct Malformed: Error {
      let detail: String
    }

    /// The names in the older grammar.
    static let extraNames: Set<String> = [
      "preContextTitle", "preContextMessage", "postContextTitle", "postContextMessage", "pushPayload",
      "sendPush", "encapAuthMethod", "encapAuthLevel", "deviceName", "artifact",
    ]

    init(_ values: [String], at realm: Realm) throws(Malformed) {
      self = realm == .today ? try .today(values) : try .older(values)
    }

    private init() {}

    /// Today's grammar: `userId:<uuid> deviceId:<uuid>`, both required.
    private static func today(_ values: [String]) throws(Malformed) -> LoginHint {
      var hint = LoginHint()
      for word in values.joined(separator: " ").split(separator: " ") {
        guard let colon = word.firstIndex(of: ":") else {
          throw Malformed(detail: "\(word) is not a name and value with a colon between")
        }
        let value = String(word[word.index(after: colon)...])
        switch word[..<colon] {
        case "userId": hint.user = value
        case "deviceId": hint.device = value
        // Ours: the name of a scenario (scenarios.md).
        case "scenario": break
        default: throw Malformed(detail: "\(word[..<colon]) is not known here")
        }
      }
      guard hint.user?.isEmpty == false, hint.device?.isEmpty == false else {
        throw Malformed(detail: "userId and deviceId are both required")
      }
      return hint
    }

    /// The older grammar: one `login_hint=<name>-<value>` each; published apps send only the device, or nothing when
    /// they register one.
    private static func older(_ values: [String]) throws(Malformed) -> LoginHint {
      var hint = LoginHint()
      for text in values where !text.hasPrefix("scenario:") {
        guard let hyphen = text.firstIndex(of: "-") else {
          throw Malformed(detail: "\(text) is not a name and value with a hyphen between")
        }
        let (name, value) = (String(text[..<hyphen]), String(text[text.index(after: hyphen)...]))
        switch name {
        case "externalRef": hint.externalReference = value
        case "deviceId": hint.device = value
        case let name where extraNames.contains(name): hint.extras[name] = value
        default: throw Malformed(detail: "\(name) is not known here")
        }
      }
      for (name, value) in [("externalRef", hint.externalReference), ("deviceId", hint.device)] {
        guard value?.isEmpty != true else { throw Malformed(detail: "\(name) is empty") }
      }
      return hint
    }

    /// A context from the hint's title and message; `nil` if both are absent.
    func context(_ which: String) -> OperationContext? {
      let (title, message) = (extras["\(which)ContextTitle"], extras["\(which)ContextMessage"])
      guard title != nil || message != nil else { return nil }
      return OperationContext(content: message ?? "", mimeType: "text/plain", title: title)
    }
  }
}
