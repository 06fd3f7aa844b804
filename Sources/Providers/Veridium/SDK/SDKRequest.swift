import Flow
import HTTP
import JSON
import ProviderKit

extension Veridium {
  /// What an app asks of the SDK, over HTTP; the SDK's own traffic with the server is opaque (§1c, §1d).
  struct SDKRequest {
    private let members: JSONObject

    struct Malformed: Error {
      let reason: String
    }

    init(_ request: Request) throws(Malformed) {
      do throws(JSONProblem) {
        guard case .object(let object) = try JSON(parsing: request.body) else {
          throw JSONProblem(
            position: JSONPosition(line: 1, column: 1), message: "the content is not a JSON object")
        }
        members = object
      } catch { throw Malformed(reason: "\(error)") }
    }

    /// A required string.
    func required(_ name: String) throws(Malformed) -> String {
      guard let text = try optional(name) else { throw Malformed(reason: "\(name) is missing") }
      return text
    }

    /// An optional string; an empty one counts as absent.
    func optional(_ name: String) throws(Malformed) -> String? {
      switch members[name] {
      case nil, .null?: return nil
      case .string(let text)?: return text.isEmpty ? nil : text
      case .some: throw Malformed(reason: "\(name) is not text")
      }
    }

    /// The tester's decision: the status that the app will see, and its error (§1d); `nil` without one.
    func decision() throws(Malformed) -> Decision? {
      guard let word = try optional("approve") else { return nil }
      guard let status = SDKStatus(rawValue: word) else {
        let known = SDKStatus.allCases.map(\.rawValue).joined(separator: ", ")
        throw Malformed(
          reason: "approve is not one of the SDK's statuses: \(JSONProblem.quoted(word)); known are \(known)")
      }
      let isChanged = members["error"]?["requiresBiometryRevalidation"]?.bool == true
      let (verb, reason): (VeridiumVerb, FailureReason?) =
        switch status {
        case .authenticated: (.approve, nil)
        case .authenticatedByAdmin: (.authenticateByAdmin, nil)
        case .ongoing: (.continueElsewhere, nil)
        case .canceled: (.cancel, nil)
        case .failed where isChanged: (.biometryChanged, .requiresBiometryRevalidation)
        case .failed: (.fail, .biometricMismatch)
        case .timeout: (.timeOut, nil)
        case .none: (.fail, FailureReason.none)
        }
      return Decision(status: status, verb: verb, reason: reason)
    }

    /// The result that a tester wants the app to see, and the person's step that leads to it.
    struct Decision {
      let status: SDKStatus
      let verb: VeridiumVerb
      let reason: FailureReason?
    }
  }
}

extension Veridium {
  /// The parameters of `authenticate(profile, vidSessionId)`.
  struct SDKAuthentication {
    let profile: String
    let session: String
    let biometricMethod: String?
    /// The tester's decision; `nil` without one.
    let decision: SDKRequest.Decision?

    init(_ request: Request) throws(SDKRequest.Malformed) {
      let request = try SDKRequest(request)
      (profile, session) = (try request.required("profileId"), try request.required("vidSessionId"))
      biometricMethod = try request.optional("biometricMethod")
      decision = try request.decision()
    }
  }

  /// The call of an app that has scanned a code.
  struct SDKAttachment {
    let profile: String
    let alias: String

    init(_ request: Request) throws(SDKRequest.Malformed) {
      let request = try SDKRequest(request)
      (profile, alias) = (try request.required("profileId"), try request.required("sessionAlias"))
    }
  }
}

extension Veridium {
  /// The statuses of the SDK's answer: six of the guide, and one of published clients (§1c).
  enum SDKStatus: String, CaseIterable, Sendable {
    case authenticated = "AUTHENTICATED"
    case authenticatedByAdmin = "AUTHENTICATED_BY_ADMIN"
    case ongoing = "ON_GOING_AUTHENTICATION"
    case canceled = "CANCELED"
    case failed = "FAILED"
    case timeout = "TIMEOUT"
    case none = "NONE"
  }
}

extension Veridium {
  /// The SDK's result for the app (§1c): a status with the token, or an error.
  struct SDKResult: Sendable {
    let status: SDKStatus
    var token: String?
    var error: FailureReason?
    /// The method of the iOS delegate that is called; Android has an intent extra for each.
    var delegate = Delegate.finished

    /// The methods of `VIDAuthenticationDelegate`.
    enum Delegate: String, Sendable {
      case finished = "didFinishAuthentication"
      case canceled = "didCancelAuthentication"
      case failed = "didFailAuthentication"
    }

    /// The answer of the stub (§1d).
    var json: JSON {
      [
        "status": .string(status.rawValue), "identityToken": token.map(JSON.string) ?? .null,
        "error": error.map { Self.json($0) } ?? .null, "delegate": .string(delegate.rawValue),
      ]
    }

    static func json(_ error: FailureReason) -> JSON {
      [
        "code": .integer(error.code), "localizedReason": .string(error.text),
        "requiresBiometryRevalidation": .bool(error == .requiresBiometryRevalidation),
      ]
    }
  }
}
