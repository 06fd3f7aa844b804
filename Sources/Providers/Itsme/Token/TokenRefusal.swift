import Flow
import HTTP
import JSON
import ProviderKit

/// The errors of the token endpoint (§1.8).
enum TokenErrorCode: String, Sendable {
  case invalidRequest = "invalid_request"
  case invalidClient = "invalid_client"
  case unauthorizedClient = "unauthorized_client"
  case invalidGrant = "invalid_grant"
  case unsupportedGrantType = "unsupported_grant_type"
}

/// Why a token request is refused.
enum TokenProblem: Error {
  /// A documented error.
  case refused(TokenRefusal)
  /// The client's key set is needed first.
  case needsKeys(url: String)
}

/// A documented error of the token endpoint: its wire form, and the rule for the developer.
struct TokenRefusal: Error, Sendable {
  let error: TokenErrorCode
  let description: String
  let finding: Finding

  init(_ error: TokenErrorCode, _ rule: Rule, _ detail: String = "", _ description: String) {
    (self.error, self.description) = (error, description)
    finding = Finding(rule, detail)
  }

  /// The answer: always 400 and no challenge, whatever is wrong (guide §3.6).
  func response(_ switches: Switches) -> Response {
    var body: JSONObject = ["error": .string(error.rawValue)]
    let member = switches[.tokenErrorText].word
    if member != "detail" { body["error_description"] = .string(description) }
    // What the real servers send, and their clients read (§1.8).
    if member != "error_description" { body["detail"] = .string(description) }
    return .uncached(.badRequest, .object(body))
  }
}
