import Flow
import HTTP
import JSON
import ProviderKit

/// The errors of token endpoint and pushed requests (§2.6, §5 #15).
enum CriiptoTokenError: String, Sendable {
  case invalidRequest = "invalid_request"
  case invalidClient = "invalid_client"
  case invalidGrant = "invalid_grant"
  case unsupportedGrantType = "unsupported_grant_type"
}

/// Why a call of a client's backend is refused.
enum CriiptoTokenProblem: Error {
  /// A documented error.
  case refused(CriiptoTokenRefusal)
  /// The client's key set is needed first.
  case needsKeys(url: String)
}

/// A documented error: its wire form, and the rule for the developer.
struct CriiptoTokenRefusal: Error, Sendable {
  let error: String
  let description: String
  let finding: Finding
  private let status: Status

  init(_ error: CriiptoTokenError, _ rule: Rule, _ detail: String = "", _ description: String) {
    (self.error, self.description, finding) = (error.rawValue, description, Finding(rule, detail))
    status = error == .invalidClient ? .unauthorized : .badRequest
  }

  /// What the authorization endpoint would say, for a request that was pushed.
  init(_ refusal: CriiptoRefusal) {
    (error, description, finding) = (refusal.error, refusal.description, refusal.finding)
    status = .badRequest
  }

  /// JSON with `error` and `error_description`; clients test `error` and ignore the status (§1.7).
  var response: Response {
    var response = Response.uncached(
      status, ["error": .string(error), "error_description": .string(description)])
    // RFC 6749 §5.2: a client that used the Authorization header is told the scheme.
    if status == .unauthorized { response.headers.append("WWW-Authenticate", "Basic realm=\"criipto\"") }
    return response
  }
}

/// The rules about the body of a call of a client's backend.
enum CriiptoTokenRules {
  /// The parameters of the form, each sent once (RFC 6749 §3.2).
  static func form(_ request: Request) throws(CriiptoTokenProblem) -> (form: Form, findings: [Finding]) {
    guard request.contentType?.isForm ?? false else {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidRequest, TokenEndpointRules.contentType, request.headers["Content-Type"] ?? "none",
          "The body must be application/x-www-form-urlencoded"))
    }
    let form: Form
    do throws(Form.Problem) {
      form = try request.form
    } catch {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidRequest, TokenEndpointRules.malformed, "\(error)", "Malformed request body"))
    }
    if let name = form.duplicates.first {
      throw .refused(
        CriiptoTokenRefusal(
          .invalidRequest, TokenEndpointRules.parameterRepeated, name, "Repeated parameter: \(name)"))
    }
    let hasQuery = !(request.target.rawQuery ?? "").isEmpty
    return (form, hasQuery ? [Finding(TokenEndpointRules.queryParameters)] : [])
  }
}
