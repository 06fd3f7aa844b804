import Flow
import HTTP
import OpenID
import ProviderKit

/// What is particular about Criipto's OpenID Connect (§1.2, §1.7).
extension Criipto: OpenIDProvider {
  typealias Login = CriiptoLogin
  typealias RelyingParty = CriiptoClient

  static let profile: Profile = {
    var profile = Profile(rules: CriiptoOpenIDRules.book)
    profile.authentication.methods = [.secret, .assertion, .none]
    profile.authentication.assertions.audiences = ["", "/"]
    profile.authentication.assertions.toleratedAudiences = ["/oauth2/token", "/oauth2/par"]
    profile.challenge = .always(realm: "criipto")
    // SDKs allow five minutes (§2.5).
    profile.leeway = 300
    profile.texts.repeated = { "Repeated parameter: \($0)" }
    profile.texts.clientMissing = "Missing parameter: client_id"
    profile.texts.redirectMissing = "Missing parameter: redirect_uri"
    profile.texts.redirectUnregistered = "The redirect_uri is not a registered callback URL"
    profile.texts.challengeInvalid = "Malformed code_challenge"
    (profile.texts.tokenUnknown, profile.texts.tokenExpired) = (unknownCode, unknownCode)
    (profile.grantTexts.invalid, profile.grantTexts.expired) = (unknownCode, unknownCode)
    return profile
  }()

  /// Basic credentials must be form-encoded if a switch says so (§4 13).
  func secretPolicy(for client: CriiptoClient, of login: Transaction<CriiptoLogin>?) -> SecretPolicy {
    var policy = Self.profile.authentication.secrets
    policy.requiresEncoding = login?.detail.switches[.basicEncoding].word == "documented"
    return policy
  }

  /// MitID's page, or the selection page.
  func page(of login: Transaction<CriiptoLogin>, for call: Call) -> Response {
    if case .mitID(let session) = login.detail.method { return mitIDPage(login, session, for: call) }
    return selectionPage(login)
  }

  func decision(on login: Transaction<CriiptoLogin>, at now: Instant) -> LoginDecision? {
    switch login.phase(at: now) {
    case .choosing, .pending: nil
    case .authenticated: .approved
    case .failed(let failure):
      .refused(
        OAuthError(rawValue: failure.error), failure.description,
        remark: "\(login.person.key): \(failure.outcome); \(failure.error) is sent to \(login.client)")
    }
  }

  /// Keeps the login at least until its code or token expires; the eID's own records may live longer.
  func end(of login: Transaction<CriiptoLogin>, at now: Instant) -> Instant {
    let isRedeemed = login.detail.grant.redeemed != nil
    let life = isRedeemed ? accessTokenLifetime(of: login) : login.detail.codeLifetime
    return max(login.ends, now + life + Criipto.remembrance)
  }

  // MARK: Answers

  /// The id_token, if `response_type` asks for it.
  func frontChannelTokens(
    of login: Transaction<CriiptoLogin>, _ call: Call
  ) throws(OpenIDRefusal) -> [(name: String, value: String?)] {
    guard login.detail.request.responseType.hasIDToken,
      case .authenticated(let moment) = login.phase(at: call.now)
    else { return [] }
    do throws(TokenRecipe.Problem) {
      let token = try idToken(
        of: login, authenticated: moment, from: .authorize,
        to: recipient(of: login, among: login.detail.recipients), for: call)
      return [("id_token", token)]
    } catch {
      throw OpenIDRefusal(.serverError, Self.book[.tokenImpossible], "\(error)", "\(error)")
    }
  }

  /// Answers in the response mode of the request; an authenticated person is signed on in this browser.
  func respond(
    _ answer: AuthorizationAnswer, of login: Transaction<CriiptoLogin>, for call: Call
  ) -> Response {
    let response = respond(
      answer, in: login.detail.request.responseMode, login.detail.switches, of: login)
    guard case .authenticated(let moment) = login.phase(at: call.now) else { return response }
    return signOn(login, authenticated: moment, on: response, call)
  }
}
