import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The authorization endpoint: a browser waits for the person, an app gets the addresses to go on (§1c).
  func authorize(_ call: Call, _ realm: Realm) -> Outcome {
    let isApp =
      call.request.headers.value("Accept", contains: "application/json") && !call.request.prefersHTML
    let form: Form
    let client: KnownClient
    do throws(OpenIDRefusal) {
      form = try parameters(call)
      client = try self.client(form)
    } catch {
      return .answer(Answer(refusal(error, isApp, for: call), findings: error.findings))
    }
    var start = Start(purpose: .authentication, channel: isApp ? .inApp : .browser, endpoint: .authorize)
    start.findings = client.findings
    if realm == .older, !isApp { start.findings.append(Finding(OpenIDRules.acceptMissing)) }
    do throws(OpenIDRefusal) {
      try read(form, client, realm, into: &start)
      let begun = try begun(start, of: client, call)
      let operation = begun.opened.transaction
      if isApp {
        return .answer(begun.opened.answer(findings: begun.findings) { forApp(operation, call) })
      }
      return begun.opened.outcome(findings: begun.findings) {
        proceed(operation.identifier, for: call, at: operation.started)
      }
    } catch {
      let findings = start.findings + error.findings
      guard !isApp, let uri = form["redirect_uri"] else {
        return .answer(Answer(refusal(error, isApp, for: call), findings: findings))
      }
      let location = RedirectLocation.with(
        uri,
        [("error", error.error), ("error_description", error.description), ("state", form["state"])])
      return .answer(Answer(.redirect(to: location), findings: findings))
    }
  }

  /// Begins the operation of a login, whose scenario must exist.
  func begun(
    _ start: Start, of client: KnownClient, _ call: Call
  ) throws(OpenIDRefusal) -> OpenedOperation {
    do throws(UnknownScenario) {
      return try begin(start, of: client.client, as: client.identifier, call)
    } catch { throw OpenIDRefusal("invalid_request", StartRules.scenarioUnknown, error.text, error.text) }
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
  private func client(_ form: Form) throws(OpenIDRefusal) -> KnownClient {
    let identifier = form["client_id"] ?? ""
    guard !identifier.isEmpty, let client = client(identifier) else {
      throw OpenIDRefusal(
        "unauthorized_client", OpenIDRules.clientUnknown, identifier, "The client is not known")
    }
    guard let uri = form["redirect_uri"] else {
      throw OpenIDRefusal("invalid_request", OpenIDRules.redirectMissing, "", "redirect_uri is missing")
    }
    if client.redirectURIs.contains(uri) { return KnownClient(client: client, identifier: identifier) }
    guard client.isAnything, RedirectLocation.isSafe(uri) else {
      let rule =
        RedirectLocation.addsQuery(uri, to: client.redirectURIs)
        ? OpenIDRules.redirectQuery : OpenIDRules.redirectUnregistered
      throw OpenIDRefusal("invalid_request", rule, uri, "redirect_uri is not registered")
    }
    return KnownClient(
      client: client, identifier: identifier, findings: [Finding(OpenIDRules.redirectUnregistered, uri)])
  }

  private func read(
    _ form: Form, _ client: KnownClient, _ realm: Realm, into start: inout Start
  ) throws(OpenIDRefusal) {
    guard form["response_type"] == "code" else {
      throw OpenIDRefusal(
        "unsupported_response_type", OpenIDRules.responseType, form["response_type"] ?? "none",
        "response_type must be code")
    }
    let (scopes, unknown) = try scopes(form)
    start.findings += unknown
    try checkMethod(form, realm)
    if form["state"] == nil { start.findings.append(Finding(OpenIDRules.stateMissing)) }
    if let state = form["state"], RandomParameter.isShort(state) {
      start.findings.append(Finding(OpenIDRules.stateShort, state))
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
    start.request = request
    start.parameters = Dictionary(form.map { ($0.name, $0.value) }) { "\($0) \($1)" }
    try name(form.values("login_hint"), client, realm, into: &start)
  }

  /// `openid` is required; what else gives nothing is said.
  func scopes(_ form: Form) throws(OpenIDRefusal) -> (Set<String>, findings: [Finding]) {
    let scopes = Set((form["scope"] ?? "").split(separator: " ").map(String.init))
    guard scopes.contains("openid") else {
      throw OpenIDRefusal(
        "invalid_scope", OpenIDRules.scopeWithoutOpenID, form["scope"] ?? "none", "scope must contain openid")
    }
    let unknown = scopes.subtracting(["openid", "profile", "mobileid", "mobileid-extra"])
    return (
      scopes,
      unknown.isEmpty ? [] : [Finding(OpenIDRules.scopeUnknown, unknown.sorted().joined(separator: " "))]
    )
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
    _ hints: [String], _ client: KnownClient, _ realm: Realm, into start: inout Start
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
    let (device, unknown) = try device(identifier, hint, client)
    start.device = device
    start.findings += unknown
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
    _ identifier: String, _ hint: LoginHint, _ client: KnownClient
  ) throws(OpenIDRefusal) -> (Device, findings: [Finding]) {
    let found = devices[identifier]
    if let found, found.isActive, found.client == client.identifier || client.client.isAnything,
      hint.user.map({ $0 == found.user }) ?? (hint.externalReference == found.externalReference)
    {
      return (found, [])
    }
    guard client.client.isAnything else {
      throw OpenIDRefusal(
        "unknown_user_id", OpenIDRules.hintUnknown, identifier,
        "login_hint names no user and device that is known")
    }
    let device =
      found ?? unregistered(identifier, user: hint.user ?? hint.externalReference ?? "", client.identifier)
    return (device, [Finding(OpenIDRules.hintUnknown, identifier)])
  }
}
