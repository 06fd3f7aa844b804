import JOSE
import JSON

extension ReuseID {
  /// The `signicatOperation` of an operation context (§1a): what the app is told about a step-up.
  ///
  /// Before the authentication it only names the operation; afterwards it also says where to continue, and with which
  /// token.
  struct SignicatOperation: Sendable, Hashable {
    enum Kind: String, Sendable {
      /// The guide's value for a step-up.
      case authentication
      /// Ours for onboarding, whose value the vendor does not show.
      case activation
    }

    /// Where the app continues.
    struct Continuation: Sendable, Hashable {
      /// The bearer token for the first request there.
      let token: String
      /// The base URL, without a trailing slash.
      let url: String
    }

    let kind: Kind
    /// The provider of the verification, `eid`.
    let provider: String
    /// `nil` in a pre-operation context.
    let continuation: Continuation?
    let documents: DocumentOptions
    /// True if `version` is present without a continuation too (§5).
    let alwaysSaysVersion: Bool

    static let version = "1"
    /// What the verifying provider calls `Unattended` (guide, on its authorisation).
    static let processType = "substantial"

    /// The object with its wrapper, members in the order of the guide.
    var json: JSON {
      var members: JSONObject = [:]
      if continuation != nil || alwaysSaysVersion { members["version"] = .string(Self.version) }
      members["operation"] = .string(kind.rawValue)
      members["provider"] = .string(provider)
      if let continuation {
        members["token"] = .string(continuation.token)
        members["url"] = .string(continuation.url)
      }
      members["processType"] = .string(Self.processType)
      if continuation != nil { members["eidProviderOptions"] = documents.json }
      return ["signicatOperation": .object(members)]
    }

    /// The context that carries it.
    var context: OperationContext {
      OperationContext(content: json.text(), mimeType: "application/json", title: nil)
    }
  }

  /// Data that travels between backend and app through the operation, encrypted end to end in the real service (§1a).
  struct OperationContext: Sendable, Hashable {
    let content: String
    let mimeType: String
    let title: String?

    /// As the app sees it: exactly these two members, and a title if there is one (§1a).
    func forApp(urlSafe: Bool) -> JSON {
      let bytes = Array(content.utf8)
      var members: JSONObject = [
        "context_content_b64": .string(urlSafe ? Base64URL.encode(bytes) : Base64.encode(bytes)),
        "context_mime": .string(mimeType),
      ]
      if let title { members["context_title"] = .string(title) }
      return .object(members)
    }

    /// As the backend sees it, in camel case (§1c).
    var forBackend: JSON {
      var members: JSONObject = ["content": .string(content), "mimeType": .string(mimeType)]
      if let title { members["title"] = .string(title) }
      return .object(members)
    }
  }
}
