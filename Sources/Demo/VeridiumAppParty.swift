import Flow
import Frame
import HTTP
import JOSE
import JSON
import ProviderKit

/// A relying party whose own app authenticates with VeridiumID's SDK: the app, which this page plays, hands the server
/// an IdentityToken, and the server verifies it and asks for the session's status.
struct VeridiumAppParty: DemoParty {
  var switches: [DemoSwitch] { DemoSwitch.veridiumApp }

  let server: VeridiumParty

  /// Mistakes of a server that relies on the IdentityToken alone.
  private static let alone: [DemoSwitch] = [
    .statusUnasked, .identitySignature, .identityAlgorithm, .identitySession, .identitySubject,
    .identityExpiry,
  ]

  func begin(_ visit: DemoVisiting) -> Outcome { server.begin(visit) }

  func stage(_ visit: DemoVisit, _ frame: ControlPage) -> HTML {
    """
    <div class="stage">
    <form method="post" class="row">
    <button class="first" name="do" value="confirm" data-testid="confirm"\(visit.isByHand ? "" : " data-auto" as HTML)>Confirm in the app</button>
    </form>
    <noscript>
    <form method="post"><input type="hidden" name="do" value="confirm"><button>Go on without script</button></form>
    </noscript>
    </div>
    """
  }

  // MARK: The app

  func act(_ form: Form, _ visit: DemoVisiting) -> Outcome {
    let session = visit.remembered("session")
    guard visit.visit?.isUnderway == true, !session.isEmpty else { return visit.show() }
    let body: JSON = ["profileId": .string(server.profile), "vidSessionId": .string(session)]
    return visit.post("The app: authenticate", "\(visit.provider)/sdk/authenticate", json: body) { document in
      visit.object("The app: authenticate", document) { result in
        guard let status = result["status"]?.string else { return visit.wait(for: "The app waits.") }
        guard status == "AUTHENTICATED", let token = result["identityToken"]?.string else {
          return visit.refuse("The app says \(status).")
        }
        return visit.has(.appBelieved) ? visit.conclude(server.customer, [:]) : verify(token, visit)
      }
    }
  }

  // MARK: The server

  private func verify(_ token: String, _ visit: DemoVisiting) -> Outcome {
    visit.ask("The signing key", .get, "\(visit.provider)/jwks.json") { document in
      let keys = (try? JWKSet(parsing: document.body)) ?? JWKSet([])
      let opened = OpenedToken(
        token, named: "IdentityToken", decrypting: nil, keys: keys,
        switches: visit.visit?.switches ?? DemoSwitches())
      visit.note(opened.checks)
      guard let claims = opened.claims else { return visit.conclude("", [:]) }
      visit.note(checks(of: claims, visit))
      let isRefused = visit.visit?.checks.contains { $0.result == .failed } == true
      guard !isRefused, !Self.alone.contains(where: visit.has) else {
        return visit.conclude(server.greeting(for: claims["upn"]?.string ?? ""), claims)
      }
      return server.look(visit)
    }
  }

  private func checks(of claims: JSONObject, _ visit: DemoVisiting) -> [DemoCheck] {
    let left = (claims["exp"]?.integer).map { $0 - Int(visit.call.now.seconds) } ?? .min
    return [
      .equal(
        "sub is the profile that was asked for", claims["sub"]?.string, server.profile,
        unless: .identitySubject),
      .equal(
        "sessionId is the session that was begun", claims["sessionId"]?.string, visit.remembered("session"),
        unless: .identitySession),
      DemoCheck("exp lies ahead", left > -60, "\(left) s left", unless: .identityExpiry),
    ]
  }
}
