import Flow
import HTTP
import JSON

/// The errors of BioID Connect: those of RFC 6749 §4.1.2.1 and §5.2.
enum BioIDConnectError: String, Sendable {
  case invalidRequest = "invalid_request"
  case invalidClient = "invalid_client"
  case invalidGrant = "invalid_grant"
  case invalidToken = "invalid_token"
  case insufficientScope = "insufficient_scope"
  case unsupportedGrantType = "unsupported_grant_type"
  case unsupportedResponseType = "unsupported_response_type"
  case accessDenied = "access_denied"
}

/// Why a call to BioID Connect is refused: its wire form, and the rule for the developer.
struct BioIDConnectRefusal: Error, Sendable {
  let error: BioIDConnectError
  let description: String
  let finding: Finding

  init(_ error: BioIDConnectError, _ rule: Rule, _ detail: String = "", _ description: String) {
    (self.error, self.description) = (error, description)
    finding = Finding(rule, detail)
  }

  /// The body of RFC 6749 §5.2.
  var body: JSON { ["error": .string(error.rawValue), "error_description": .string(description)] }

  /// The answer of the token endpoint; a client that could not be authenticated is challenged (§5.2).
  var tokenResponse: Response {
    var response = BioIDConnectRefusal.uncached(error == .invalidClient ? .unauthorized : .badRequest, body)
    if error == .invalidClient {
      response.headers.append("WWW-Authenticate", "Basic realm=\"BioID Connect\"")
    }
    return response
  }

  /// The answer of a protected resource (RFC 6750 §3).
  var resourceResponse: Response {
    var response = BioIDConnectRefusal.uncached(error == .insufficientScope ? 403 : .unauthorized, body)
    response.headers.append(
      "WWW-Authenticate", "Bearer error=\"\(error.rawValue)\", error_description=\"\(description)\"")
    return response
  }

  /// A JSON answer that nobody may keep (RFC 6749 §5.1).
  static func uncached(_ status: Status, _ body: JSON) -> Response {
    var response = Response.json(status, body.bytes())
    response.headers.append("Cache-Control", "no-store")
    response.headers.append("Pragma", "no-cache")
    return response
  }
}
