import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The errors of the mobile library that come from its server (§1b); codes and names are the library's, the HTTP
  /// status is ours, because apps only see the code.
  enum MobileError: Int, CaseIterable, Sendable {
    case incorrectActivationCode = 200
    case unexpected = 201
    case notRegistered = 202
    case alreadyAuthenticated = 207
    case noSession = 208
    case expiredSession = 209
    case incorrectPush = 210
    case clientOnlyDisallowed = 211
    case authenticationFailed = 214
    case applicationIdMismatch = 219
    case serviceUnavailable = 221
    case lockedByAdmin = 224
    case locked = 226
    case noMatchingAuthMethod = 230
    case illegalAuthMethod = 231
    case illegalAuthFactor = 232
    case mustBeActivatedWithPin = 234
    case noSessionForPurpose = 236
    case applicationIdNotFound = 237
    case apiVersionTooOldForServer = 238
    case apiVersionTooNewForServer = 239
    case apiVersionTooOldForAppConfig = 240
    case apiVersionBlacklisted = 241
    case notParsable = 243
    case missingParameter = 244
    case malformedParameter = 245
    case activationFailed = 246

    private var facts: (name: String, status: Int, description: String) {
      switch self {
      case .incorrectActivationCode: ("IncorrectActivationCode", 400, "The activation code is incorrect")
      case .unexpected: ("Unexpected", 500, "An unexpected error occurred")
      case .notRegistered: ("NotRegistered", 404, "The device is not registered")
      case .alreadyAuthenticated: ("AlreadyAuthenticated", 409, "The session is already authenticated")
      case .noSession: ("NoSession", 404, "There is no pending session for the device")
      case .expiredSession: ("ExpiredSession", 410, "The session has expired")
      case .incorrectPush: ("IncorrectPush", 403, "The push session is incorrect")
      case .clientOnlyDisallowed: ("ClientOnlyDisallowed", 403, "Client only operations are not enabled")
      case .authenticationFailed:
        ("AuthenticationFailed", 401, "Incorrect response to authentication challenge")
      case .applicationIdMismatch:
        ("ApplicationIdMismatch", 403, "The registration belongs to another application")
      case .serviceUnavailable: ("ServiceUnavailable", 503, "The service is not available")
      case .lockedByAdmin: ("LockedByAdmin", 423, "The device is locked by an administrator")
      case .locked: ("Locked", 423, "The device is locked")
      case .noMatchingAuthMethod: ("NoMatchingAuthMethod", 403, "The authentication method is not active")
      case .illegalAuthMethod: ("IllegalAuthMethod", 403, "The authentication method is not allowed")
      case .illegalAuthFactor: ("IllegalAuthFactor", 403, "The operation needs two factors")
      case .mustBeActivatedWithPin: ("MustBeActivatedWithPin", 409, "The PIN must be activated first")
      case .noSessionForPurpose: ("NoSessionForPurpose", 409, "The pending session is of another purpose")
      case .applicationIdNotFound: ("ApplicationIdNotFound", 404, "There is no such application")
      case .apiVersionTooOldForServer:
        ("ApiVersionTooOldForServer", 426, "The library is too old for the server")
      case .apiVersionTooNewForServer:
        ("ApiVersionTooNewForServer", 426, "The library is too new for the server")
      case .apiVersionTooOldForAppConfig:
        (
          "ApiVersionTooOldForAppConfig", 426,
          "The library is older than the application's configuration allows"
        )
      case .apiVersionBlacklisted:
        ("ApiVersionBlacklisted", 426, "The application's configuration refuses this version of the library")
      case .notParsable: ("NotParsable", 400, "The request is not a JSON object")
      case .missingParameter: ("MissingParameter", 400, "A parameter is missing")
      case .malformedParameter: ("MalformedParameter", 400, "A parameter is malformed")
      case .activationFailed: ("ActivationFailed", 409, "The activation was not started")
      }
    }

    /// The name of the library's constant: `serverErrorAuthenticationFailed`.
    var name: String { "serverError\(facts.name)" }

    /// The key of its text in apps: `server.error.authenticationFailed` (§1b).
    var key: String { "server.error.\(facts.name.prefix(1).lowercased())\(facts.name.dropFirst())" }

    var status: Status { Status(facts.status) }

    var text: String { facts.description }
  }

  struct MobileRefusal: Error {
    let error: MobileError
    /// The wrong PINs left; only in authentication errors (§1b).
    var attemptsLeft: Int?
    /// True if the app may continue with the same session.
    var isRecoverable = false
    /// Replaces the error's own text.
    var detail: String?
    let findings: [Finding]

    init(_ error: MobileError, _ rule: Rule?, _ seen: String = "", detail: String? = nil) {
      (self.error, self.detail) = (error, detail)
      findings = rule.map { [Finding($0, seen)] } ?? []
    }

    /// The error object (§1b, §2).
    var response: Response {
      var members: JSONObject = [
        "code": .integer(error.rawValue), "name": .string(error.name), "key": .string(error.key),
        "description": .string(detail ?? error.text),
      ]
      members["remaining_attempts"] = attemptsLeft.map(JSON.integer)
      members["recoverable"] = .bool(isRecoverable)
      return .json(error.status, JSON.object(["error": .object(members)]).bytes())
    }
  }
}
