import Flow
import HTTP
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The redirect URI, registered for the service; also reports what is unusual about either (A3, A7, K4).
  func redirectURI(
    _ request: inout AuthorizationRequest<ItsmeV2Client>, _ switches: Switches, _ call: Call
  ) throws(OpenIDRefusal) -> String {
    let client = request.client
    let service = try Self.service(&request)
    let registered = client.services[service]?.redirectURIs ?? []
    if let sent = request.parameters["redirect_uri"], sent.contains("#") {
      throw .page(
        Self.book[.redirectWithFragment], sent, Self.profile.texts.redirectInvalid, as: .invalidRedirectURI)
    }
    if let sent = request.parameters["redirect_uri"], Self.isOfApp(sent) {
      throw .page(
        Self.book[.redirectScheme], sent, Self.profile.texts.redirectInvalid, as: .invalidRedirectURI)
    }
    let (uri, advice) = try redirectURI(request.parameters["redirect_uri"], among: registered, of: client)
    request.findings += advice
    // The emulator's own relying party has the emulator's address.
    let isOwn = RedirectLocation.atHome(["/"], of: call).contains { uri.hasPrefix($0) }
    if !isOwn { request.findings += try Self.checkSecure(uri, switches) }
    return uri
  }

  /// True for an app's custom scheme, registered or not (K4).
  private static func isOfApp(_ uri: String) -> Bool {
    RedirectLocation.isSafe(uri) && !["https", "http"].contains(uri.prefix { $0 != ":" }.lowercased())
  }

  /// Requires https; http on this machine is accepted by a switch (K4, Z27).
  private static func checkSecure(_ uri: String, _ switches: Switches) throws(OpenIDRefusal) -> [Finding] {
    guard !uri.lowercased().hasPrefix("https:") else { return [] }
    let isLocal = (try? WebAuthority.split(uri))?.authority.isLoopback ?? false
    guard switches[v2: .httpsRule].word == "relaxed", isLocal else {
      throw .page(book[.redirectNotSecure], uri, profile.texts.redirectInvalid, as: .invalidRedirectURI)
    }
    return [Finding(book[.redirectNotSecure].graded(.note), uri)]
  }

  /// `openid` and the code of one of the client's services are required (A3).
  static func service(
    _ request: inout AuthorizationRequest<ItsmeV2Client>
  ) throws(OpenIDRefusal) -> String {
    let (words, client) = (request.parameters.words("scope"), request.client)
    guard words.contains("openid") else {
      throw .page(
        book[.openIDMissing], words.joined(separator: " "), "Missing openid scope", as: .invalidScope)
    }
    let (codes, isSpaced) = ServiceCode.all(in: words)
    if isSpaced { request.findings += book.advice(.serviceSpaced) }
    guard let first = codes.first else {
      throw .page(
        book[.serviceMissing], words.joined(separator: " "), "Missing service scope", as: .invalidScope)
    }
    guard let service = codes.first(where: client.has) else {
      throw .page(book[.serviceUnknown], client.hint(first), "Unknown service", as: .invalidScope)
    }
    let (known, unknown) = (codes.filter(client.has), codes.filter { !client.has($0) })
    request.findings += unknown.flatMap { book.advice(.serviceUnknown, client.hint($0)) }
    if known.contains(where: { $0 != service }) {
      request.findings += book.advice(.serviceRepeated, known.joined(separator: ", "))
    }
    return service
  }

  /// The checks after the redirect URI's, in the contract's order (A23).
  func read(
    _ request: inout AuthorizationRequest<ItsmeV2Client>, redirectURI: String, _ switches: Switches,
    _ call: Call
  ) throws(OpenIDRefusal) -> ItsmeV2Request {
    let parameters = request.parameters
    let service = ServiceCode.meant(by: parameters["scope"], of: request.client) ?? ""
    try Self.checks.codeFlow(parameters)
    let scopes = try Self.scopes(&request, switches)
    if let display = parameters["display"], display != "page" {
      throw OpenIDRefusal(
        .unsupportedDisplay, Self.book[.displayUnsupported], display, "Unsupported display value")
    }
    request.findings += try Self.unsupported(parameters, switches)
    let proofKey = try Self.checks.proofKey(parameters, isDemanded: request.client.requiresProofKey)
    let claims = try ItsmeV2ClaimsRequest(of: parameters)
    let (level, isUnknown) = Self.level(claims, parameters["acr_values"])
    let (phone, phoneFindings) = Self.appChecks.phone(parameters["login_hint"])
    let (language, languageFindings) = Self.appChecks.language(parameters["ui_locales"])
    let kind = request.client.services[service]?.kind
    request.findings += claims.findings + isUnknown.flatMap { Self.book.advice(.acrUnknown, $0) }
    request.findings += Self.levelAdvice(request, claims)
    request.findings += Self.appChecks.maxAge(parameters["max_age"])
    request.findings += phoneFindings + languageFindings + Self.checks.randomness(parameters)
    request.findings += Self.checks.advice(onMissing: proofKey)
    request.findings += Self.appChecks.method(parameters, call.request)
    request.findings += Self.browser(call.request)
    request.findings +=
      RequestedData(scopes, claims, allowed: request.client.services[service]?.allowedClaims).findings
    return ItsmeV2Request(
      redirectURI: redirectURI, service: service, kind: kind, scopes: scopes, state: parameters["state"],
      nonce: parameters["nonce"], level: level,
      asksLevel: parameters["acr_values"] != nil || claims.asksACR, claims: claims,
      language: language ?? PageLanguage(accepting: call.request), proofKey: proofKey,
      maximumAge: parameters.maximumAge, phone: phone)
  }

  /// The scopes that request claims; unknown ones are ignored, or refused by a switch (A3, Z5).
  static func scopes(
    _ request: inout AuthorizationRequest<ItsmeV2Client>, _ switches: Switches
  ) throws(OpenIDRefusal) -> Set<ItsmeV2Scope> {
    let words = request.parameters.words("scope").filter { $0 != "openid" && !$0.hasPrefix("service:") }
    let codes = ServiceCode.all(in: request.parameters.words("scope")).codes
    let unknown = words.filter { ItsmeV2Scope(rawValue: $0) == nil && !codes.contains($0) }
    if !unknown.isEmpty {
      let seen = unknown.joined(separator: " ")
      guard switches[v2: .unknownScope].word == "ignore" else {
        throw OpenIDRefusal(.invalidScope, book[.scopeUnknown], seen, "Unknown scope")
      }
      request.findings += book.advice(.scopeUnknown, seen)
    }
    return Set(words.compactMap { ItsmeV2Scope(rawValue: $0) })
  }

  /// Checks what a service of this type must request (S1, S2); returns the template of a Confirmation.
  func template(
    of asked: ItsmeV2Request, at request: AuthorizationRequest<ItsmeV2Client>
  ) throws(OpenIDRefusal) -> ConfirmationTemplate? {
    switch asked.kind {
    case .identification, .dataSharing:
      guard RequestedData(asked.scopes, asked.claims).isEmpty else { return nil }
      throw OpenIDRefusal(
        .invalidRequest, ClaimRules.nothingRequested, request.parameters["scope"] ?? "",
        "No claim is requested")
    case .confirmation:
      let template = try asked.claims.confirmation()
      guard !request.signed.isEmpty || request.client.isWildcard else {
        throw OpenIDRefusal(
          .invalidRequest, Self.book[.confirmationWithoutObject], "", "A request object is required")
      }
      return template
    case .authentication, nil: return asked.claims.hasTemplate ? try asked.claims.confirmation() : nil
    }
  }

  /// The strictest level requested; `claims` and `acr_values` are equal (A11).
  static func level(
    _ claims: ItsmeV2ClaimsRequest, _ values: String?
  ) -> (level: AuthenticationLevel, unknown: [String]) {
    let asked = claims.levels + (values?.words ?? [])
    let known = asked.compactMap { AuthenticationLevel(claim: $0) }
    return (
      known.contains(.advanced) ? .advanced : .basic, asked.filter { AuthenticationLevel(claim: $0) == nil }
    )
  }

  /// Anyone may remove an unsigned level from the request; a client with a secret has no key to sign it with (G18).
  private static func levelAdvice(
    _ request: AuthorizationRequest<ItsmeV2Client>, _ claims: ItsmeV2ClaimsRequest
  ) -> [Finding] {
    guard !request.client.hasSecret else { return [] }
    if let values = request.parameters["acr_values"], !request.signed.contains("acr_values") {
      return book.advice(.levelUnsigned, values)
    }
    guard claims.asksACR, !request.signed.contains("claims") else { return [] }
    return book.advice(.levelUnsigned, claims.levels.joined(separator: " "))
  }

  /// `login` and `consent` are accepted in any combination; `none` cannot be satisfied (A18, Z6).
  static func promptError(
    _ prompt: String?, _ switches: Switches
  ) throws(OpenIDRefusal) -> OpenIDRefusal? {
    let words = Set(prompt?.words ?? [])
    if words.contains("none") {
      return OpenIDRefusal(
        OAuthError(rawValue: switches[v2: .promptNone].word), book[.promptNone], prompt ?? "",
        "User interaction is required")
    }
    guard words.isSubset(of: ["login", "consent"]) else {
      throw OpenIDRefusal(
        .invalidRequest, book[.promptUnsupported], prompt ?? "", "Unsupported prompt value")
    }
    return nil
  }

  /// Parameters that OpenID Connect has and itsme does not (A20, Z7).
  private static func unsupported(
    _ parameters: AuthorizationParameters, _ switches: Switches
  ) throws(OpenIDRefusal) -> [Finding] {
    let sent = ["response_mode", "id_token_hint", "claims_locales", "registration"].filter {
      parameters[$0] != nil || parameters.object($0) != nil
    }
    guard let first = sent.first, switches[v2: .unsupportedParameters].word == "refuse" else {
      return sent.flatMap { book.advice(.parameterIgnored, $0) }
    }
    throw OpenIDRefusal(
      .unsupportedRequest, book[.parameterIgnored], first, "The \(first) parameter is not supported")
  }

  /// Warns of browsers in which the app links cannot work (P4, G24).
  private static func browser(_ request: Request) -> [Finding] {
    let agent = request.headers["User-Agent"] ?? ""
    // How Android's and Apple's webviews identify themselves, and what browsers inside apps add.
    let isEmbedded =
      agent.contains("; wv)") || ["FBAN/", "FBAV/", "Instagram"].contains { agent.contains($0) }
      || (agent.contains("iPhone") && agent.contains("AppleWebKit") && !agent.contains("Safari/"))
    return isEmbedded ? book.advice(.embedded, agent) : []
  }
}

extension AuthenticationLevel {
  init?(claim: String) {
    guard claim.hasPrefix(ItsmeV2Claim.prefix + "acr_") else { return nil }
    self.init(rawValue: String(claim.dropFirst(ItsmeV2Claim.prefix.count + "acr_".count)))
  }

  /// The value in requests and tokens of version 2 (A11).
  var claim: String { "\(ItsmeV2Claim.prefix)acr_\(rawValue)" }
}
