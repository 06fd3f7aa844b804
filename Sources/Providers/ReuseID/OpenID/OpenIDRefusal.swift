import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// An error of OAuth and OpenID Connect, with the rule for the developer.
  struct OpenIDRefusal: Error, Sendable {
    var status: Status = .badRequest
    let error: String
    let description: String
    /// Empty where the client has done nothing wrong.
    let findings: [Finding]

    /// What a client that has done nothing wrong is told while it waits, and at the end.
    static func waiting(_ error: String, _ description: String) -> OpenIDRefusal {
      OpenIDRefusal(error: error, description: description)
    }

    private init(error: String, description: String) {
      (self.error, self.description, findings) = (error, description, [])
    }

    init(
      _ error: String, _ rule: Rule, _ seen: String = "", _ description: String, status: Status = .badRequest
    ) {
      (self.error, self.description, self.status) = (error, description, status)
      findings = [Finding(rule, seen)]
    }

    /// Why a code is not exchanged (RFC 6749 §5.2).
    init(_ problem: CodeExchange.Problem, sent redirectURI: String?) {
      let (rule, seen) =
        switch problem {
        case .ofOtherClient: (OpenIDRules.codeOfOther, "")
        case .reused: (OpenIDRules.codeReused, "")
        case .expired: (OpenIDRules.codeExpired, "")
        case .redirectMismatch: (OpenIDRules.redirectChanged, redirectURI ?? "none")
        case .verifierMissing, .verifierMismatch: (OpenIDRules.verifierWrong, "")
        }
      self.init("invalid_grant", rule, seen, "The code is not valid")
    }

    /// As the token endpoint and its like answer (RFC 6749 §5.2).
    var response: Response {
      var response = Response.json(status, body.bytes())
      response.headers.append("Cache-Control", "no-store")
      response.headers.append("Pragma", "no-cache")
      if status == .unauthorized { response.headers.append("WWW-Authenticate", "Basic realm=\"reuseid\"") }
      return response
    }

    private var body: JSON { ["error": .string(error), "error_description": .string(description)] }

    /// As the older addresses answer apps (§1c).
    var forApp: Response {
      .json(status, (["error": ["code": .string(error), "message": .string(description)]] as JSON).bytes())
    }
  }

  /// A client that is known to its secret.
  struct KnownClient: Sendable {
    let client: ReuseIDClient
    let identifier: String
    var findings: [Finding] = []
  }

  /// Who calls the token endpoint or the backchannel: shown by a secret in the header or the form (RFC 6749 §2.3.1).
  ///
  /// A client that used the header is refused with 401 and the scheme, any other with 400 (RFC 6749 §5.2); the contract has
  /// no word of its own.
  func authenticate(_ request: Request, _ form: Form) throws(OpenIDRefusal) -> KnownClient {
    let shown = ClientSecret(request, form: form)
    let isBasic = request.headers.contains("Authorization")
    let status: Status = isBasic ? .unauthorized : .badRequest
    guard let identifier = shown.client else {
      let detail = if case .malformed(let why) = shown { why } else { "nobody is named" }
      throw OpenIDRefusal(
        "invalid_client", OpenIDRules.clientUnauthenticated, detail, "The client is not authenticated",
        status: status)
    }
    guard let client = client(identifier) else {
      throw OpenIDRefusal(
        "invalid_client", OpenIDRules.clientUnknown, identifier, "The client is not known", status: status)
    }
    if client.isAnything {
      return KnownClient(
        client: client, identifier: identifier, findings: [Finding(OpenIDRules.clientUnknown, identifier)])
    }
    guard shown.isSecret(client.secret) else {
      throw OpenIDRefusal(
        "invalid_client", OpenIDRules.clientUnauthenticated, identifier, "The client's secret is wrong",
        status: status)
    }
    return KnownClient(client: client, identifier: identifier)
  }
}
