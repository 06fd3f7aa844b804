import Flow
import HTTP
import ProviderKit

/// The rules about the parameters of a token request (guide §3.5, §1.7).
enum TokenRequestRules {
  /// The parameters of the body, each sent once (RFC 6749 §3.2).
  static func form(_ request: Request, _ findings: inout [Finding]) throws(TokenRefusal) -> Form {
    let form: Form
    do throws(Form.Problem) {
      form = try request.form
    } catch {
      throw TokenRefusal(.invalidRequest, TokenRules.malformed, "\(error)", "Malformed request body")
    }
    if let name = form.duplicates.first {
      throw TokenRefusal(.invalidRequest, TokenRules.parameterRepeated, name, "Repeated parameter \(name)")
    }
    if let query = request.target.rawQuery, !query.isEmpty {
      findings.append(Finding(TokenRules.queryParameters))
    }
    return form
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

/// The rules about an authorization code (guide §3.5, §1.7).
enum CodeRules {
  static let unknown = TokenRules.codeUnknown

  /// Why a code cannot be redeemed, `nil` if it can.
  static func check(
    _ login: Transaction<Login>, _ form: Form, client: String, at now: Instant
  ) -> TokenRefusal? {
    guard login.client == client else {
      return TokenRefusal(
        .invalidGrant, TokenRules.codeOfOther, "it was issued to \(login.client)", "The code is not valid")
    }
    guard login.detail.codeRedeemed == nil else {
      return TokenRefusal(.invalidGrant, TokenRules.codeReused, "", "The code is not valid")
    }
    let life = login.detail.switches[.code]
    if let sent = login.detail.codeSent, now - sent >= life {
      return TokenRefusal(
        .invalidGrant, TokenRules.codeExpired, "it was \((now - sent).components.seconds) s old",
        "The code has expired")
    }
    guard form["redirect_uri"] == login.detail.request.redirectURI else {
      return TokenRefusal(
        .invalidGrant, TokenRules.redirectMismatch, "\"\(form["redirect_uri"] ?? "")\"",
        "The redirect_uri does not match")
    }
    return proof(form["code_verifier"], of: login)
  }

  /// The verifier belongs to the challenge (RFC 7636 §4.6).
  private static func proof(_ verifier: String?, of login: Transaction<Login>) -> TokenRefusal? {
    guard let key = login.detail.request.proofKey else { return nil }
    guard let verifier, !verifier.isEmpty else {
      return TokenRefusal(.invalidGrant, TokenRules.verifierMissing, "", "Missing code_verifier")
    }
    guard key.accepts(verifier) else {
      return TokenRefusal(.invalidGrant, TokenRules.verifierMismatch, "", "The code_verifier does not match")
    }
    return nil
  }
}
