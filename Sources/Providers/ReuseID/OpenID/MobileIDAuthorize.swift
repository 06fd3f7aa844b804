import Flow
import HTTP
import OpenID
import ProviderKit

extension ReuseID {
  /// The authorization endpoint: a browser waits for the person, an app gets the URLs to continue with (§1c).
  func authorize(_ call: Call, _ realm: Realm) throws(DocumentNeeded) -> Outcome {
    try authorize(call, repeatable: ["login_hint"]) { request throws(Interruption) in
      try takeObject(in: &request, call)
      do throws(OpenIDRefusal) {
        return try logIn(&request, realm, call)
      } catch {
        // An app reads the error from the response.
        throw .refused(call.isOfApp ? error.onPage : error)
      }
    }
  }

  /// In the order of discovery (contract signicat-hub §1.2).
  static let responseModes: [ResponseMode] = [.formPost, .query, .fragment]

  func respond(
    _ answer: AuthorizationAnswer, to parameters: AuthorizationParameters, of client: ReuseIDClient
  ) -> Response { Self.checks.responseMode(parameters, among: Self.responseModes).mode.response(answer) }

  func respond(
    _ answer: AuthorizationAnswer, of login: Transaction<Operation>, for call: Call
  ) -> Response { (login.detail.request?.responseMode ?? .query).response(answer) }

  /// A request object that is not in order is refused on the page, whatever is wrong with it (contract signicat-hub
  /// §1.7).
  private func takeObject(
    in request: inout AuthorizationRequest<ReuseIDClient>, _ call: Call
  ) throws(Interruption) {
    guard let object = request.parameters["request"] else { return }
    do throws(Interruption) {
      try open(requestObject: object, RequestObjectPolicy(), in: &request, call)
    } catch {
      guard case .refused(let refusal) = error else { throw error }
      throw .refused(refusal.onPage)
    }
  }

  /// `nil` if a parameter other than `login_hint` is repeated.
  func errorTarget(
    _ parameters: AuthorizationParameters, of client: ReuseIDClient, for call: Call
  ) -> String? {
    guard parameters.repeated.allSatisfy({ $0 == "login_hint" }) else { return nil }
    return try? redirectURI(parameters["redirect_uri"], among: client.redirectURIs, of: client).uri
  }

  private func logIn(
    _ request: inout AuthorizationRequest<ReuseIDClient>, _ realm: Realm, _ call: Call
  ) throws(OpenIDRefusal) -> Outcome {
    let (parameters, isApp) = (request.parameters, call.isOfApp)
    let (uri, advice) = try redirectURI(
      parameters["redirect_uri"], among: request.client.redirectURIs, of: request.client)
    request.findings += advice
    if realm == .older, !isApp { request.findings.append(Finding(OpenIDRules.acceptMissing)) }
    try Self.checks.codeFlow(parameters)
    var asked = OpenIDRequest(
      realm: realm, issuer: call.publicBase + realm.issuer, redirectURI: uri, state: parameters["state"],
      nonce: parameters["nonce"], scopes: try scopes(&request))
    try checkMethod(parameters, realm)
    request.findings += Self.checks.randomness(parameters, wantsNonce: false)
    asked.proofKey = try Self.proofKey(parameters)
    let (mode, other) = Self.checks.responseMode(parameters, among: Self.responseModes)
    asked.responseMode = mode
    request.findings += other
    asked.maximumAge = parameters.maximumAge
    var start = Start(purpose: .authentication, channel: isApp ? .inApp : .browser, endpoint: .authorize)
    start.request = asked
    try name(&request, realm, into: &start)
    let opened = try open(start, &request, call)
    guard isApp else {
      return opened.outcome(findings: request.findings) { proceed(opened.transaction.identifier, call) }
    }
    return .answer(opened.answer(findings: request.findings) { forApp(opened.transaction, call) })
  }

  /// Any method but S256 is refused on the page (contract signicat-hub §1.5).
  private static func proofKey(_ parameters: AuthorizationParameters) throws(OpenIDRefusal) -> ProofKey? {
    do throws(OpenIDRefusal) {
      return try checks.proofKey(parameters)
    } catch { throw error.finding?.rule == book[.challengeMethod] ? error.onPage : error }
  }

  /// Begins a login's operation; refused if the scenario it asks for does not exist.
  func open(
    _ start: Start, _ request: inout AuthorizationRequest<ReuseIDClient>, _ call: Call
  ) throws(OpenIDRefusal) -> OpenedTransaction<Operation> {
    var start = start
    start.findings = request.findings
    start.parameters = request.parameters.values
    let hints = request.parameters.hints
    if !hints.isEmpty { start.parameters["login_hint"] = hints.joined(separator: " ") }
    do throws(UnknownScenario) {
      let begun = try begin(start, of: request.client, as: request.identifier, call)
      request.findings = begun.findings
      return begun.opened
    } catch {
      throw OpenIDRefusal(.invalidRequest, StartRules.scenarioUnknown, error.text, error.text)
    }
  }

  // MARK: Scopes and method

  /// `openid` is required; scopes that grant nothing are only reported.
  func scopes(
    _ request: inout AuthorizationRequest<ReuseIDClient>
  ) throws(OpenIDRefusal) -> Set<String> {
    let scopes = Set(request.parameters.words("scope"))
    guard scopes.contains("openid") else {
      throw OpenIDRefusal(
        .invalidScope, Self.book[.openIDMissing], request.parameters["scope"] ?? "none",
        "scope must contain openid")
    }
    let unknown = scopes.subtracting(Self.scopes)
    if !unknown.isEmpty {
      request.findings += Self.book.advice(.scopeUnknown, unknown.sorted().joined(separator: " "))
    }
    return scopes
  }

  /// The method: `idp:mobileid` today, `urn:signicat:oidc:method:<m>` at the older address (§1c).
  func checkMethod(_ parameters: AuthorizationParameters, _ realm: Realm) throws(OpenIDRefusal) {
    let isNamed = parameters.words("acr_values").contains { value in
      realm == .today ? value == "idp:mobileid" : value.hasPrefix("urn:signicat:oidc:method:")
    }
    guard isNamed else {
      throw OpenIDRefusal(
        .invalidRequest, OpenIDRules.acrValues, parameters["acr_values"] ?? "none",
        "acr_values must name MobileID")
    }
  }

  // MARK: User and device

  /// Reads user and device from the hints, in the realm's grammar.
  func name(
    _ request: inout AuthorizationRequest<ReuseIDClient>, _ realm: Realm, into start: inout Start
  ) throws(OpenIDRefusal) {
    let hint: LoginHint
    do throws(LoginHint.Malformed) {
      hint = try LoginHint(request.parameters.hints, at: realm)
    } catch { throw Self.malformed(hint: error.detail, "login_hint: \(error.detail)") }
    start.externalReference = hint.externalReference
    start.contexts = Operation.Contexts(pre: hint.context("pre"), post: hint.context("post"))
    start.pushPayload = hint.extras["pushPayload"]
    start.isPushed = hint.extras["sendPush"] != "false"
    start.deviceName = hint.extras["deviceName"]
    if let word = hint.extras["encapAuthLevel"] {
      guard let level = AuthenticationLevel(rawValue: word) else {
        throw Self.malformed(hint: word, "encapAuthLevel is not known")
      }
      start.level = level
    }
    if let word = hint.extras["encapAuthMethod"] {
      guard let method = AuthenticationMethod(word) else {
        throw Self.malformed(hint: word, "encapAuthMethod is not known")
      }
      start.method = method
    }
    if let identifier = hint.device {
      start.device = try device(identifier, hint, &request)
    } else {
      // Without a device, one is registered.
      start.purpose = .registration
    }
  }

  private static func malformed(hint: String, _ description: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, OpenIDRules.hintMalformed, hint, description)
  }

  private func device(
    _ identifier: String, _ hint: LoginHint, _ request: inout AuthorizationRequest<ReuseIDClient>
  ) throws(OpenIDRefusal) -> Device {
    let found = devices[identifier]
    let standsForAny = request.client.isWildcard
    if let found, found.isActive, found.client == request.identifier || standsForAny,
      hint.user.map({ $0 == found.user }) ?? true,
      hint.externalReference.map({ $0 == found.externalReference }) ?? true
    {
      return found
    }
    guard standsForAny else {
      throw OpenIDRefusal(
        .unknownUserID, OpenIDRules.hintUnknown, identifier,
        "login_hint names no user and device that is known")
    }
    request.findings.append(Finding(OpenIDRules.hintUnknown, identifier))
    return found
      ?? unregistered(identifier, user: hint.user ?? hint.externalReference ?? "", request.identifier)
  }
}

extension AuthorizationParameters {
  /// The values of `login_hint`; that of a request object stands for all beside it.
  fileprivate var hints: [String] {
    let sent = all("login_hint")
    guard let hint = self["login_hint"], hint != sent.first else { return sent }
    return [hint]
  }
}

extension Call {
  /// True for an app, which reads JSON and follows no redirects (§1c).
  var isOfApp: Bool {
    request.headers.value("Accept", contains: "application/json") && !request.prefersHTML
  }
}
