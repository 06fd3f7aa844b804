import Flow
import HTTP
import JSON
import ProviderKit

/// Swedish BankID (§3), so far in the browser alone.
enum BankID: EIDMethod {
  static let eid = EID.bankID

  static func patience(_ switches: CriiptoSwitches) -> Duration { switches[BankIDLifetime.order] }

  static func start(_ start: MethodStart, at criipto: Criipto) throws(MethodRefusal) -> MethodState {
    let uuid = { (purpose: String) in
      UUIDText(criipto.sandbox.environment.bytes(16, ordinal: start.ordinal, purpose: purpose)).text
    }
    return .bankID(BankIDOrder(autoStartToken: uuid("bankid/autostart"), started: start.now))
  }

  static func phase(of login: Transaction<CriiptoLogin>, at now: Instant) -> CriiptoLogin.Phase {
    guard let step = login.timeline.decision(at: now, isFinal: CriiptoVerb.isFinal) else {
      return login.timeline.isOver(at: now) ? .failed(collectFailed("expiredTransaction")) : .pending
    }
    switch CriiptoVerb(rawValue: step.verb) {
    case .cancel, .reject: return .failed(collectFailed("userCancel"))
    case .fail: return .failed(collectFailed(step.reason ?? "userCancel"))
    default: return .authenticated(at: step.at)
    }
  }

  private static func collectFailed(_ hint: String) -> LoginFailure {
    LoginFailure("access_denied", "Collect failed: \(hint)", .cancelled)
  }

  static func pendingState(of login: Transaction<CriiptoLogin>, at now: Instant) -> String {
    "outstandingTransaction"
  }

  static func answer(
    _ login: Transaction<CriiptoLogin>, _ exchange: CriiptoExchange, at criipto: Criipto
  ) -> Outcome {
    criipto.proceedInBrowser(login, exchange) { criipto.bankIDPage($0) }
  }

  static let longNames: [String: String] = ["ssn": "http://schemas.grean.id/claims/se/ssn"]

  static func claims(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, at criipto: Criipto
  ) -> JSONObject {
    let person = login.person
    var claims: JSONObject = ["authenticationmethod": "urn:oasis:names:tc:SAML:2.0:ac:classes:SoftwarePKI"]
    claims["ssn"] = (person.identifiers["se_personnummer"] ?? person.identifiers["se_samordningsnummer"]).map(
      JSON.string)
    claims["name"] = person.fullName.map(JSON.string)
    for name in ["givenname", "given_name"] { claims[name] = person.givenName.map(JSON.string) }
    for name in ["surname", "family_name"] { claims[name] = person.familyName.map(JSON.string) }
    claims["ipaddress"] = "127.0.0.1"
    claims["country"] = "SE"
    return claims
  }

  static func expiry(of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant) -> Instant
  {
    issued + .seconds(1200)
  }
}

/// What BankID keeps of an order.
struct BankIDOrder: Sendable {
  /// Opens the app on the same device.
  let autoStartToken: String
  /// When the order was made.
  let started: Instant
}

/// BankID's own words.
enum BankIDHint {
  /// The failed hints (§1.9).
  static let failures = [
    "expiredTransaction", "certificateErr", "userCancel", "cancelled", "startFailed", "notSupportedByUserApp",
    "transactionRiskBlocked", "userDeclinedCall",
  ]
}
