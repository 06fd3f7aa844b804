import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The authorization endpoint: a browser waits for the person, an app gets the addresses to go on (§1c).
  func authorize(_ call: Call, _ realm: Realm) -> Outcome {
    var findings: [Finding] = []
    let isApp =
      call.request.headers.value("Accept", contains: "application/json") && !call.request.prefersHTML
    let form: Form
    let client: KnownClient
    do throws(OpenIDRefusal) {
      form = try parameters(call)
      client = try self.client(form, &findings)
    } catch {
      return .answer(
        Answer(refusal(error, isApp, for: call), findings: findings + [error.finding].compactMap { $0 }))
    }
    if realm == .older, !isApp { findings.append(Finding(OpenIDRules.acceptMissing)) }
    do throws(OpenIDRefusal) {
      let start = try start(form, client, realm, isApp, &findings)
      let opened: OpenedOperation
      do throws(UnknownScenario) {
        opened = try begin(start, of: client.client, as: client.identifier, call, findings)
      } catch {
        throw OpenIDRefusal("invalid_request", StartRules.scenarioUnknown, error.text, error.text)
      }
      let transaction = opened.opened.transaction
      if isApp { return .answer(opened.answer(forApp(transaction, call))) }
      if let instead = opened.opened.faults.answerInstead { return .answer(opened.answer(instead)) }
      return proceed(transaction.identifier, for: call, opened)
    } catch {
      if let finding = error.finding { findings.append(finding) }
      guard !isApp, let uri = form["redirect_uri"] else {
        return .answer(Answer(refusal(error, isApp, for: call), findings: findings))
      }
      let location = RedirectLocation.with(
        uri,
        [("error", error.error), ("error_description", error.description), ("state", form["state"])])
      return .answer(Answer(.redirect(to: location), findings: findings))
    }
  }

  /// A refusal that sends nobody anywhere.
  private func refusal(_ refusal: OpenIDRefusal, _ isApp: Bool, for call: Call) -> Response {
    if isApp { return refusal.forApp }
    return call.request.prefersHTML ? errorPage(refusal) : refusal.response
  }

  // MARK: The request

  private func parameters(_ call: Call) throws(OpenIDRefusal) -> Form {
    let form: Form
    do throws(Form.Problem) {
      form = call.request.method == .post ? try call.request.form : try call.request.target.query
    } catch {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.requestMalformed, "\(error)", "The request is malformed")
    }
    let twice = form.duplicates.filter { $0 != "login_hint" }
    guard twice.isEmpty else {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.parameterTwice, twice.joined(separator: ", "),
        "A parameter is repeated")
    }
    return form
  }

  /// The client, with a redirect URI to which its browsers may be sent.
  private func client(_ form: Form, _ findings: inout [Finding]) throws(OpenIDRefusal) -> KnownClient {
    let identifier = form["client_id"] ?? ""
    guard !identifier.isEmpty, let client = client(identifier) else {
      throw OpenIDRefusal(
        "unauthorized_client", OpenIDRules.clientUnknown, identifier, "The client is not known")
    }
    guard let uri = form["redirect_uri"] else {
      throw OpenIDRefusal("invalid_request", OpenIDRules.redirectMissing, "", "redirect_uri is missing")
    }
    if !client.redirectURIs.contains(uri) {
      guard client.isAnything, RedirectLocation.isSafe(uri) else {
        let rule =
          RedirectLocation.addsQuery(uri, to: client.redirectURIs)
          ? OpenIDRules.redirectQuery : OpenIDRules.redirectUnregistered
        throw OpenIDRefusal("invalid_request", rule, uri, "redirect_uri is not registered")
      }
      findings.append(Finding(OpenIDRules.redirectUnregistered, uri))
    }
    return KnownClient(client: client, identifier: identifier)
  }

  private func start(
    _ form: Form, _ client: KnownClient, _ realm: Realm, _ isApp: Bool, _ findings: inout [Finding]
  ) throws(OpenIDRefusal) -> Start {
    guard form["response_type"] == "code" else {
      throw OpenIDRefusal(
        "unsupported_response_type", OpenIDRules.responseType, form["response_type"] ?? "none",
        "response_type must be code")
    }
    let scopes = try scopes(form, &findings)
    try checkMethod(form, realm)
    if form["state"] == nil { findings.append(Finding(OpenIDRules.stateMissing)) }
    if let state = form["state"], RandomParameter.isShort(state) {
      findings.append(Finding(OpenIDRules.stateShort, state))
    }
    var request = OpenIDRequest(
      realm: realm, redirectURI: form["redirect_uri"], state: form["state"], nonce: form["nonce"],
      scopes: scopes)
    if let challenge = form["code_challenge"] {
      guard let key = ProofKey(challenge: challenge, method: form["code_challenge_method"]) else {
        throw OpenIDRefusal(
          "invalid_request", OpenIDRules.proofKeyMalformed, challenge, "code_challenge is not valid")
      }
      request.proofKey = key
    }
    var start = Start(
      purpose: .authentication, channel: isApp ? .inApp : .browser, endpoint: .authorize)
    start.request = request
    start.parameters = Dictionary(form.map { ($0.name, $0.value) }) { "\($0) \($1)" }
    try name(form.values("login_hint"), client, realm, into: &start, &findings)
    return start
  }

  /// `openid` is required; what else gives nothing is said.
  func scopes(_ form: Form, _ findings: inout [Finding]) throws(OpenIDRefusal) -> Set<String> {
    let scopes = Set((form["scope"] ?? "").split(separator: " ").map(String.init))
    guard scopes.contains("openid") else {
      throw OpenIDRefusal(
        "invalid_scope", OpenIDRules.scopeWithoutOpenID, form["scope"] ?? "none", "scope must contain openid")
    }
    let unknown = scopes.subtracting(["openid", "profile", "mobileid", "mobileid-extra"])
    if !unknown.isEmpty {
      findings.append(Finding(OpenIDRules.scopeUnknown, unknown.sorted().joined(separator: " ")))
    }
    return scopes
  }

  /// The method: `idp:mobileid` today, `urn:signicat:oidc:method:<m>` at the older address (§1c).
  func checkMethod(_ form: Form, _ realm: Realm) throws(OpenIDRefusal) {
    let values = (form["acr_values"] ?? "").split(separator: " ")
    let isNamed = values.contains { value in
      realm == .today ? value == "idp:mobileid" : value.hasPrefix("urn:signicat:oidc:method:")
    }
    guard isNamed else {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.acrValues, form["acr_values"] ?? "none",
        "acr_values must name MobileID")
    }
  }

  // MARK: Who

  /// The user and device of the hints, in the grammar of the address.
  func name(
    _ hints: [String], _ client: KnownClient, _ realm: Realm, into start: inout Start,
    _ findings: inout [Finding]
  ) throws(OpenIDRefusal) {
    let hint: LoginHint
    do throws(LoginHint.Malformed) {
      hint = realm == .today ? try LoginHint.today(hints) : try LoginHint.older(hints)
    } catch {
      throw OpenIDRefusal(
        "invalid_request", OpenIDRules.hintMalformed, error.detail, "login_hint: \(error.detail)")
    }
    start.externalReference = hint.externalReference
    start.contexts = Operation.Contexts(pre: hint.context("pre"), post: hint.context("post"))
    start.pushPayload = hint.extras["pushPayload"]
    start.isPushed = hint.extras["sendPush"] != "false"
    start.deviceName = hint.extras["deviceName"]
    try readAuthentication(hint, into: &start)
    guard let identifier = hint.device else {
      // Without a device it is to be registered.
      start.purpose = .registration
      return
    }
    start.device = try device(identifier, hint, client, &findings)
  }

  private func readAuthentication(_ hint: LoginHint, into start: inout Start) throws(OpenIDRefusal) {
    if let word = hint.extras["encapAuthLevel"] {
      guard let level = AuthenticationLevel(rawValue: word) else {
        throw OpenIDRefusal("invalid_request", OpenIDRules.hintMalformed, word, "encapAuthLevel is not known")
      }
      start.level = level
    }
    if let word = hint.extras["encapAuthMethod"] {
      guard let method = AuthenticationMethod(word) else {
        throw OpenIDRefusal(
          "invalid_request", OpenIDRules.hintMalformed, word, "encapAuthMethod is not known")
      }
      start.method = method
    }
  }

  private func device(
    _ identifier: String, _ hint: LoginHint, _ client: KnownClient, _ findings: inout [Finding]
  ) throws(OpenIDRefusal) -> Device {
    let found = devices[identifier]
    if let found, found.isActive, found.client == client.identifier || client.client.isAnything,
      hint.user.map({ $0 == found.user }) ?? (hint.externalReference == found.externalReference)
    {
      return found
    }
    guard client.client.isAnything else {
      throw OpenIDRefusal(
        "unknown_user_id", OpenIDRules.hintUnknown, identifier,
        "login_hint names no user and device that is known")
    }
    findings.append(Finding(OpenIDRules.hintUnknown, identifier))
    if let found { return found }
    return stranger(identifier, user: hint.user ?? hint.externalReference ?? "", client.identifier)
  }
}
