import Flow
import HTTP
import OpenID
import ProviderKit

/// The rules about the parameters of a token request (guide §3.5, §1.7).
enum TokenRequestRules {
  /// The parameters of the body, each sent once (RFC 6749 §3.2).
  static func form(_ request: Request) throws(TokenRefusal) -> Form {
    let form: Form
    do throws(Form.Problem) {
      form = try request.form
    } catch {
      throw TokenRefusal(.invalidRequest, TokenRules.malformed, "\(error)", "Malformed request body")
    }
    if let name = form.duplicates.first {
      throw TokenRefusal(.invalidRequest, TokenRules.parameterRepeated, name, "Repeated parameter \(name)")
    }
    return form
  }

  /// Parameters in the URL are ignored.
  static func leniencies(_ request: Request) -> [Finding] {
    (request.target.rawQuery ?? "").isEmpty ? [] : [Finding(TokenRules.queryParameters)]
  }

  /// What must be there besides the client's authentication.
  static func grant(_ form: Form) throws(TokenRefusal) {
    guard let grant = form["grant_type"], !grant.isEmpty else { throw missing("grant_type") }
    guard grant == "authorization_code" else {
      throw TokenRefusal(.unsupportedGrantType, TokenRules.grantType, grant, "Unsupported grant_type")
    }
    for name in ["code", "redirect_uri"] where (form[name] ?? "").isEmpty { throw missing(name) }
  }

  private static func missing(_ name: String) -> TokenRefusal {
    TokenRefusal(.invalidRequest, TokenRules.parameterMissing, name, "Missing parameter \(name)")
  }
}

extension CallHandle {
  /// The code of a form that is in order.
  static let code = CallHandle { (try? TokenRequestRules.form($0.request))?["code"] }
}

/// The rules about an authorization code (guide §3.5, §1.7).
enum CodeRules {
  /// Why a code cannot be redeemed, `nil` if it can.
  static func check(
    _ login: Transaction<Login>, _ form: Form, client: String, at now: Instant
  ) -> TokenRefusal? {
    let exchange = CodeExchange(
      client: login.client, redirectURI: login.detail.request.redirectURI,
      proofKey: login.detail.request.proofKey, sent: login.detail.codeSent,
      lifetime: login.detail.switches[.code], isRedeemed: login.detail.codeRedeemed != nil)
    let problem = exchange.problem(
      for: client, redirectURI: form["redirect_uri"], verifier: form["code_verifier"], at: now)
    return problem.map { refusal($0, form) }
  }

  /// A verifier without a challenge proves nothing.
  static func leniencies(_ login: Transaction<Login>, _ form: Form) -> [Finding] {
    let isUnexpected = form["code_verifier"] != nil && login.detail.request.proofKey == nil
    return isUnexpected ? [Finding(TokenRules.verifierUnexpected)] : []
  }

  private static func refusal(_ problem: CodeExchange.Problem, _ form: Form) -> TokenRefusal {
    switch problem {
    case .ofOtherClient(let client):
      TokenRefusal(
        .invalidGrant, TokenRules.codeOfOther, "it was issued to \(client)", "The code is not valid")
    case .reused: TokenRefusal(.invalidGrant, TokenRules.codeReused, "", "The code is not valid")
    case .expired(let age):
      TokenRefusal(
        .invalidGrant, TokenRules.codeExpired, "it was \(age.components.seconds) s old",
        "The code has expired")
    case .redirectMismatch:
      TokenRefusal(
        .invalidGrant, TokenRules.redirectMismatch, "\"\(form["redirect_uri"] ?? "")\"",
        "The redirect_uri does not match")
    case .verifierMissing:
      TokenRefusal(.invalidGrant, TokenRules.verifierMissing, "", "Missing code_verifier")
    case .verifierMismatch:
      TokenRefusal(.invalidGrant, TokenRules.verifierMismatch, "", "The code_verifier does not match")
    }
  }
}
