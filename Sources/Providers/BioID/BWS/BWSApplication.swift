import OpenID
import Flow
import HTTP
import JSON
import ProviderKit

/// An authenticated client application.
struct BWSApplication: Sendable {
  let client: BioIDClient
  /// The App-ID that was sent, which differs from the client's own if the client is `"*"`.
  let identifier: String

  var findings: [Finding] { client.findings(as: identifier) }
}

extension BioIDClient {
  /// Reports an unregistered id that the client `"*"` let in.
  func findings(as identifier: String) -> [Finding] {
    isWildcard ? [Finding(BWSAuthenticationRules.clientUnregistered, identifier)] : []
  }
}

extension BioID {
  /// Basic authentication with App-ID and secret (§1.1): 401 if they are missing or malformed, 403 if they are wrong.
  func application(_ call: Call, otherScheme: Rule) throws(BWSRefusal) -> BWSApplication {
    switch BasicCredentials(call.request) {
    case .missing:
      throw BWSRefusal(
        .unauthorized, BWSAuthenticationRules.credentialsMissing, "", "Authorization with Basic is required")
    case .otherScheme(let scheme):
      throw BWSRefusal(
        .unauthorized, otherScheme, "\"\(scheme)\"", "Authorization with Basic is required")
    case .malformed(let why):
      throw BWSRefusal(
        .unauthorized, BWSAuthenticationRules.credentialsMalformed, why, "The authorization header is invalid"
      )
    case .credentials(let name, let secret):
      guard let client = sandbox.client(name, of: BioID.slug, as: BioIDClient.self) else {
        throw refused(nil, BWSAuthenticationRules.applicationUnknown, clientHint(name), "Access denied")
      }
      guard client.isWildcard || BasicCredentials.isSame(secret, client.secret) else {
        throw refused(client, BWSAuthenticationRules.secretWrong, name, "Access denied")
      }
      return BWSApplication(client: client, identifier: name)
    }
  }

  /// The refusal of well-formed but wrong credentials or BCIDs: 403, or 401 by a switch (§5).
  func refused(_ client: BioIDClient?, _ rule: Rule, _ detail: String, _ message: String) -> BWSRefusal {
    let isUnauthorized = switches(of: client)[.wrongCredentials].word == "unauthorized"
    return BWSRefusal(isUnauthorized ? 401 : 403, rule, detail, message)
  }

  func refused(_ refusal: BWSRefusal, _ findings: [Finding]) -> Answer {
    Answer(refusal.response(challenge: BWSRefusal.basic), findings: findings + refusal.findings)
  }

  /// Authenticates the application, then calls `outcome`; answers with the refusal of either.
  func asApplication(
    _ call: Call, _ outcome: (BWSApplication) throws(BWSRefusal) -> Outcome
  ) -> Outcome {
    var findings: [Finding] = []
    do throws(BWSRefusal) {
      let application = try application(call, otherScheme: BWSAuthenticationRules.credentialsScheme)
      findings = application.findings
      return try outcome(application)
    } catch { return .answer(refused(error, findings)) }
  }

  /// The same for a call without a transaction.
  func asApplication(
    _ call: Call, _ respond: (BWSApplication) throws(BWSRefusal) -> Response
  ) -> Outcome {
    asApplication(call) { application throws(BWSRefusal) -> Outcome in
      .answer(Answer(try respond(application), findings: application.findings))
    }
  }
}
