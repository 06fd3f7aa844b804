import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

/// The eID for tests (§1.3): the JSON of the login hint becomes the claims, without asking a person.
enum MockMethod: EIDMethod {
  static let longNames: [String: String] = [:]

  static func patience(_ switches: CriiptoSwitches) -> Duration { .seconds(60) }

  static func start(_ start: MethodStart, at criipto: Criipto) throws(MethodRefusal) -> MethodState {
    guard let encoded = start.request.hint.mock else {
      return .mock(MockIdentity(claims: [:], authenticated: start.now))
    }
    guard let text = LoginHint.decoded(encoded),
      let claims = try? JSON(parsing: Array(text.utf8)).object
    else {
      let description = "The mock hint is not base64 of a JSON object"
      let request = start.request
      let answer = AuthorizationAnswer(
        .invalidRequest, description, state: request.state, to: request.redirectURI)
      throw MethodRefusal(
        response: criipto.respond(answer, in: request.responseMode, request.switches),
        findings: [Finding(CriiptoRules.mockMalformed, encoded)])
    }
    return .mock(MockIdentity(claims: claims, authenticated: start.now))
  }

  static func answer(
    _ login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto
  ) -> Outcome {
    criipto.proceedOnPage(login, call)
  }

  static func claims(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, at criipto: Criipto
  ) -> JSONObject {
    var claims: JSONObject = ["authenticationmethod": "urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified"]
    guard case .mock(let identity) = login.detail.method else { return claims }
    for (name, value) in identity.claims { claims[name] = value }
    return claims
  }

  static func expiry(
    of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant
  ) -> Instant {
    issued + login.detail.switches[.mockToken]
  }
}
