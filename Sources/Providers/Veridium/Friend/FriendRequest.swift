import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// The media types of the calls (§1a): all of them end in a version, one has a capital letter.
  enum FriendMediaType: String {
    case authenticationRequest = "application/vnd.veridiumid.authenticationrequest-v1+json"
    case sessionStatus = "application/vnd.veridiumid.sessionstatus-v1+json"
    case sessionOpportunity = "application/vnd.veridiumid.sessionOpportunity-v2+json"
    case profiles = "application/vnd.veridiumid.profilesrequest-v3+json"

    /// The type without its version: up to `-v`.
    private var family: Substring {
      let text = rawValue.lowercased()
      return text.firstRange(of: "-v").map { text[..<$0.lowerBound] } ?? text[...]
    }

    /// True if a content type is another version of this one.
    func isOtherVersion(of essence: String) -> Bool {
      let rest = essence.dropFirst(family.count + 2)
      return essence.hasPrefix("\(family)-v") && rest.hasSuffix("+json")
        && rest.dropLast(5).allSatisfy { $0.isASCII && $0.isNumber } && rest.count > 5
    }
  }
}

extension Veridium.FriendMediaType {
  /// Checks the content type, ignoring case (RFC 9110 §8.3.1), as the switches say.
  func check(_ request: Request, _ switches: Switches) throws(Veridium.FriendRefusal) -> [Finding] {
    let sent = request.headers["Content-Type"] ?? ""
    let mode = switches[veridium: .mediaTypes].word
    let essence = request.contentType?.essence
    if essence == rawValue.lowercased() { return [] }
    if essence == "application/json", mode != "vendor" {
      return [Finding(Veridium.FriendRules.mediaTypePlain, "\(rawValue) is documented")]
    }
    if let essence, isOtherVersion(of: essence) {
      let finding = Finding(Veridium.FriendRules.mediaTypeVersion, "\(sent) instead of \(rawValue)")
      guard mode == "lenient" else {
        throw Veridium.FriendRefusal(.mediaType, "Unsupported version of the media type: \(sent)", finding)
      }
      return [finding]
    }
    let seen = sent.isEmpty ? "no Content-Type" : sent
    throw Veridium.FriendRefusal(
      .mediaType, "Unsupported media type",
      Finding(Veridium.FriendRules.mediaTypeWrong, "\(seen) instead of \(rawValue)"))
  }
}

extension Veridium {
  /// The JSON object of a friend's call.
  struct FriendBody {
    private let members: JSONObject
    /// Why there is no object; `nil` if there is one.
    let problem: String?

    /// Reads the content; `check` reports what is wrong with it.
    init(_ request: Request) {
      do throws(JSONProblem) {
        guard case .object(let object) = try JSON(parsing: request.body) else {
          (members, problem) = ([:], "the content is not a JSON object")
          return
        }
        (members, problem) = (object, nil)
      } catch { (members, problem) = ([:], "\(error)") }
    }

    func check() throws(FriendRefusal) {
      guard let problem else { return }
      throw FriendRefusal(
        .malformed, "The content is not valid JSON", Finding(FriendRules.bodyMalformed, problem))
    }

    /// A required string.
    func required(_ name: String) throws(FriendRefusal) -> String {
      if let text = try optional(name) { return text }
      let near = members.names.first { $0 != name && Self.isMisspelt($0, for: name) }
      if let near {
        throw FriendRefusal(
          .malformed, "\(name) is missing", Finding(FriendRules.memberMisspelt, "\(near) instead of \(name)"))
      }
      throw FriendRefusal(.malformed, "\(name) is missing", Finding(FriendRules.memberMissing, name))
    }

    /// An optional string; an empty one counts as absent (§4 13).
    func optional(_ name: String) throws(FriendRefusal) -> String? {
      switch members[name] {
      case nil, .null?: return nil
      case .string(let text)?: return text.isEmpty ? nil : text
      case .some:
        throw FriendRefusal(
          .malformed, "\(name) is not a string", Finding(FriendRules.memberMalformed, "\(name) is not text"))
      }
    }

    func optionalObject(_ name: String) throws(FriendRefusal) -> JSON? {
      switch members[name] {
      case nil, .null?: return nil
      case .object(let object)?: return .object(object)
      case .some:
        throw FriendRefusal(
          .malformed, "\(name) is not an object",
          Finding(FriendRules.memberMalformed, "\(name) is not an object")
        )
      }
    }

    subscript(name: String) -> JSON? { members[name] }

    /// Strings, numbers and Booleans by name, nested ones as `context.osName`, for scenario conditions.
    var facts: Facts {
      var facts = Facts()
      Self.add(members, below: "", to: &facts)
      return facts
    }

    private static func add(_ members: JSONObject, below path: String, to facts: inout Facts) {
      for (name, value) in members {
        switch value {
        case .string(let text): facts[path + name] = text
        case .object(let inner): add(inner, below: "\(path)\(name).", to: &facts)
        case .integer, .decimal, .bool: facts[path + name] = value.text()
        case .array, .null: break
        }
      }
    }

    /// The same value has four names: sessionID, sessionId, vidSessionId, session_id (§4 9).
    private static func isMisspelt(_ name: String, for wanted: String) -> Bool {
      let bare = { (text: String) in text.lowercased().filter { $0 != "_" && $0 != "-" } }
      let found = bare(name)
      let target = bare(wanted)
      return found == target || found == "vid\(target)" || found == "id" && wanted == "sessionId"
    }
  }
}
