import Flow
import HTTP
import JSON
import ProviderKit

/// A client application that proved its secret.
///
/// Kept for its next call, and so one reference.
final class BWSApplication: Sendable {
  let client: BioIDClient
  /// The App-ID; not the client's own where that stands for any.
  let identifier: String
  /// The client's switches, before a scenario is known.
  let switches: BioIDSwitches
  /// The people of the world that the application was found in.
  let people: [BCID: PeopleByBCID.Holder]

  init(_ client: BioIDClient, identifier: String, people: [BCID: PeopleByBCID.Holder]) {
    (self.client, self.identifier, self.people) = (client, identifier, people)
    switches = BioIDSwitches(client: client, scenario: nil)
  }
}

extension BioID {
  /// Basic authentication with App-ID and secret (§1.1): what is missing or unreadable is 401, what is wrong 403.
  ///
  /// - Parameter otherScheme: the rule that another scheme breaks.
  func application(
    _ call: Call, _ findings: inout [Finding],
    otherScheme: @autoclosure () -> Rule = BWSAuthenticationRules.credentialsScheme
  ) throws(BWSRefusal) -> BWSApplication {
    // Before anything of the world is read, so that a change in between is seen at the next call.
    let version = sandbox.version
    let authorization = call.request.headers.onlyBytes("Authorization")
    if let authorization, let known = applications.find(authorization, version: version) { return known }
    let application = try application(of: BasicCredentials(call.request), &findings, otherScheme())
    // A leniency is reported at every call.
    if let authorization, !application.client.isAnything {
      applications.keep(application, for: authorization, version: version)
    }
    return application
  }

  private func application(
    of credentials: BasicCredentials, _ findings: inout [Finding], _ otherScheme: @autoclosure () -> Rule
  ) throws(BWSRefusal) -> BWSApplication {
    switch credentials {
    case .missing:
      throw BWSRefusal(
        .unauthorized, BWSAuthenticationRules.credentialsMissing, "", "Authorization with Basic is required")
    case .otherScheme(let scheme):
      throw BWSRefusal(
        .unauthorized, otherScheme(), "\"\(scheme)\"", "Authorization with Basic is required")
    case .malformed(let why):
      throw BWSRefusal(
        .unauthorized, BWSAuthenticationRules.credentialsMalformed, why, "The authorization header is invalid"
      )
    case .credentials(let name, let secret):
      guard let client = sandbox.client(name, of: BioID.slug, as: BioIDClient.self) else {
        throw refused(nil, BWSAuthenticationRules.applicationUnknown, hint(name), "Access denied")
      }
      if client.isAnything {
        findings.append(Finding(BWSAuthenticationRules.clientUnregistered, name))
      } else if !BasicCredentials.isSame(secret, client.secret) {
        throw refused(client, BWSAuthenticationRules.secretWrong, name, "Access denied")
      }
      return BWSApplication(client, identifier: name, people: people.all(of: sandbox))
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

  /// A call that no transaction owns, by an application.
  func asApplication(
    _ call: Call, at endpoint: BioIDEndpoint,
    _ answer: (BWSApplication, inout [Finding]) throws(BWSRefusal) -> Response
  ) -> Outcome {
    var findings: [Finding] = []
    let response: Response
    do throws(BWSRefusal) {
      let application = try application(call, &findings)
      response = try answer(application, &findings)
    } catch {
      findings.append(error.finding)
      response = error.response(challenge: BWSRefusal.basic)
    }
    var result = operations.unowned(response, at: endpoint)
    result.findings = findings
    return .answer(result)
  }
}
