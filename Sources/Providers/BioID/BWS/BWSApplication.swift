import Flow
import HTTP
import JSON
import ProviderKit

/// A client application that proved its secret.
struct BWSApplication: Sendable {
  let client: BioIDClient
  /// The App-ID; not the client's own where that stands for any.
  let identifier: String

  /// What is reported of it, though it is let in.
  var findings: [Finding] { client.findings(as: identifier) }
}

extension BioIDClient {
  /// That nobody registered an id is reported where the client stands for any.
  func findings(as identifier: String) -> [Finding] {
    isAnything ? [Finding(BWSAuthenticationRules.clientUnregistered, identifier)] : []
  }
}

extension BioID {
  /// Basic authentication with App-ID and secret (§1.1): what is missing or unreadable is 401, what is wrong 403.
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
        throw refused(nil, BWSAuthenticationRules.applicationUnknown, hint(name), "Access denied")
      }
      guard client.isAnything || BasicCredentials.isSame(secret, client.secret) else {
        throw refused(client, BWSAuthenticationRules.secretWrong, name, "Access denied")
      }
      return BWSApplication(client: client, identifier: name)
    }
  }

  /// The refusal of credentials or BCIDs that are well-formed and wrong: 403, by a switch 401 (§5).
  func refused(_ client: BioIDClient?, _ rule: Rule, _ detail: String, _ message: String) -> BWSRefusal {
    let isUnauthorized = switches(of: client)[.wrongCredentials].word == "unauthorized"
    return BWSRefusal(isUnauthorized ? 401 : 403, rule, detail, message)
  }

  /// What to say of an id that nobody has.
  func hint(_ identifier: String) -> String {
    let known = (sandbox.library.world.clients[BioID.slug] ?? [:]).keys.filter { $0 != World.anyClient }
      .sorted()
    guard let near = nearest(identifier, in: known) else {
      return "\"\(identifier)\"; known are \(known.prefix(10).joined(separator: ", "))"
    }
    return "\"\(identifier)\"; did you mean \"\(near)\"?"
  }

  /// The answer to an application whose call is refused.
  func refused(_ refusal: BWSRefusal, _ findings: [Finding]) -> Answer {
    Answer(refusal.response(challenge: BWSRefusal.basic), findings: findings + refusal.findings)
  }

  /// A call by an application, which is refused or goes on.
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

  /// A call by an application that no transaction owns.
  func asApplication(
    _ call: Call, _ respond: (BWSApplication) throws(BWSRefusal) -> Response
  ) -> Outcome {
    asApplication(call) { application throws(BWSRefusal) -> Outcome in
      .answer(Answer(try respond(application), findings: application.findings))
    }
  }
}
