import Flow
import HTTP
import JSON
import ProviderKit

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
  /// What the call broke before.
  private var earlier: [Finding] = []

  init(_ error: BioIDConnectError, _ rule: Rule, _ detail: String = "", _ description: String) {
    (self.error, self.description) = (error, description)
    finding = Finding(rule, detail)
  }

  /// All that the call broke, what it is refused for last.
  var findings: [Finding] { earlier + [finding] }

  /// The refusal of a call that broke other rules before.
  func after(_ findings: [Finding]) -> BioIDConnectRefusal {
    var refusal = self
    refusal.earlier = findings + earlier
    return refusal
  }

  /// The body of RFC 6749 §5.2.
  var body: JSON { ["error": .string(error.rawValue), "error_description": .string(description)] }

  /// The answer of the token endpoint; a client that could not be authenticated is challenged (§5.2).
  var tokenResponse: Response {
    var response = Response.uncached(error == .invalidClient ? .unauthorized : .badRequest, body)
    if error == .invalidClient {
      response.headers.append("WWW-Authenticate", "Basic realm=\"BioID Connect\"")
    }
    return response
  }

  /// The answer of a protected resource (RFC 6750 §3).
  var resourceResponse: Response {
    var response = Response.uncached(error == .insufficientScope ? 403 : .unauthorized, body)
    response.headers.append(
      "WWW-Authenticate", "Bearer error=\"\(error.rawValue)\", error_description=\"\(description)\"")
    return response
  }
}
