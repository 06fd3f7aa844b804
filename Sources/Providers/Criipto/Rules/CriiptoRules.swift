import Flow

/// The rules that only this vendor has, for all eIDs.
enum CriiptoRules {
  // A request is checked when it is pushed, and again when it is used.
  static let all: [Rule] =
    [
      scopesIgnored, acrUnknown, platformsContradict, formUnencoded, messageMalformed, actionUnknown,
      maxAgeIgnored, localeIgnored,
    ]
    .checked(at: CriiptoEndpoint.authorize, .par)
    .with(
      scopesIgnored, platformsContradict, formUnencoded, messageMalformed, actionUnknown, maxAgeIgnored,
      localeIgnored, at: CriiptoEndpoint.authorize, .par, .headless)
    + [acrSeveral, acrFirstTaken, loginRequired, signOnLimit, signOnInterferes, mockMalformed].checked(
      at: CriiptoEndpoint.authorize)
    + [pathUnknown].checked(at: CriiptoEndpoint.authorize, .discovery)
    + [discoveryDoubled].checked(at: CriiptoEndpoint.discovery)
    + [originUnregistered, originUnchecked].checked(at: shared)
    + [noOpener].checked(at: CriiptoEndpoint.postMessage)
    + [logoutUnregistered, logoutUnchecked].checked(at: CriiptoEndpoint.logout)
    + [nativeCallbackUncaught].checked(at: CriiptoEndpoint.nativeCallback)
    + [headlessPublic, headlessACR].checked(at: CriiptoEndpoint.headless)
    + [personMadeUp].checked(at: CriiptoEndpoint.authorize, .headless, .mitIDPage, .bankIDPage)
    + [headlessUnknown, headlessExpired, headlessGrantMisprint].checked(at: CriiptoEndpoint.token)
    + [idTokenKeyMissing].checked(at: CriiptoEndpoint.authorize, .token)
    + [wrongStrategy].checked(at: CriiptoEndpoint.userinfo)
    + MitIDRules.all.checked(at: CriiptoEndpoint.authorize)
    .with(MitIDRules.returnNotHTTPS, at: CriiptoEndpoint.mitIDPage, .mitIDApp)

  /// The endpoints that scripts of other origins may call.
  private static let shared: [CriiptoEndpoint] = [
    .discovery, .jwkSet, .configuration, .authorize, .par, .token, .userinfo, .bankIDPoll, .bankIDComplete,
    .bankIDCancel,
  ]

  // MARK: Authorization requests (§1.2 to §1.4)

  static let discoveryDoubled = Rule(
    "criipto.discovery-doubled", .error,
    "The discovery document was asked for below its own address",
    fix: "give the SDK the domain alone, not the whole URL of the document",
    documentation: CriiptoGuide.intro)
  static let pathUnknown = Rule(
    "criipto.path-acr-unknown", .error,
    "The part of the path in front of the endpoint is not base64 of an acr value",
    fix: "encode one known acr value with the standard base64 alphabet and its padding",
    documentation: CriiptoGuide.metadata)
  static let scopesIgnored = Rule(
    "criipto.scope-ignored", .warning,
    "Scopes beside openid are ignored, because the application has static scopes",
    fix: "set the application to dynamic scopes, or leave them out",
    documentation: CriiptoGuide.intro)
  static let acrUnknown = Rule(
    "criipto.acr-unknown", .error,
    "A value of acr_values is not known",
    fix: "use a value of acr_values_supported in the discovery document",
    documentation: CriiptoGuide.loginMethods, specification: "OpenID Connect Core §3.1.2.1")
  static let acrSeveral = Rule(
    "criipto.acr-several", .warning,
    "An app switch or a prefilled person needs exactly one of acr_values: with several, people choose on a page",
    fix: "send the one value of acr_values that the app is for",
    documentation: CriiptoGuide.nativeApps)
  static let acrFirstTaken = Rule(
    "criipto.acr-first-taken", .note,
    "The first of several acr_values was taken, because nobody is there to choose on the page",
    fix: "run with --interactive, or a story with \"phone\": \"manual\", to see the page of choice",
    documentation: CriiptoGuide.loginMethods)
  static let platformsContradict = Rule(
    "criipto.appswitch-contradicts", .warning,
    "The login_hint names two platforms; the first counts",
    fix: "send one appswitch: token, the one of the platform that the app runs on",
    documentation: CriiptoGuide.nativeApps)
  static let formUnencoded = Rule(
    "criipto.form-unencoded", .note,
    "A + in the base64 of the login_hint came as a blank, because the form was not encoded",
    fix: "write %2B for + in a form, and %20 for a blank",
    documentation: CriiptoGuide.prefilled)
  static let messageMalformed = Rule(
    "criipto.message-malformed", .warning,
    "The message of the login_hint is not base64 of a text, so nothing is shown",
    fix: "encode the text as UTF-8 and then as base64 or base64url",
    documentation: CriiptoGuide.prefilled)
  static let actionUnknown = Rule(
    "criipto.action-unknown", .warning,
    "The action of the login_hint is not known",
    fix: "send login, confirm, accept, approve or sign",
    documentation: CriiptoGuide.prefilled)
  static let maxAgeIgnored = Rule(
    "criipto.max-age-ignored", .note, "max_age is not documented by the vendor, and is ignored",
    fix: "send prompt=login if no session may answer", documentation: CriiptoGuide.singleSignOn)
  static let localeIgnored = Rule(
    "criipto.locale-ignored", .note,
    "ui_locales names no language of these pages, so the browser's counts",
    fix: "send sv or en for BankID, da or en for MitID", documentation: CriiptoGuide.languages)
  static let personMadeUp = Rule(
    "criipto.person-made-up", .note,
    "Nobody in this world has the identifier that was given, so a person was made up who has it",
    fix: "keep the person: put the entry into world.json, or send it to PATCH /_eidolon/world",
    documentation: CriiptoGuide.prefilled)
  static let mockMalformed = Rule(
    "criipto.mock-malformed", .error,
    "The mock hint is not base64 of a JSON object",
    fix: "encode a JSON object with the claims as base64",
    documentation: CriiptoGuide.loginMethods)

  static let noOpener = Rule(
    "criipto.post-message-no-opener", .warning,
    "The page of response_mode=post_message found no window that opened it, so nobody got the answer",
    fix:
      "open the request from a script as a popup or in a frame, on a page without Cross-Origin-Opener-Policy: same-origin",
    documentation: CriiptoGuide.intro, specification: "HTML standard, Cross-origin opener policies")

  // MARK: Sessions (§1.7)

  static let loginRequired = Rule(
    "criipto.login-required", .note,
    "prompt=none came without a session of this browser",
    fix:
      "send the request again without prompt=none when the answer is login_required; single sign-on is off unless the client or scenario has the quirk \"sso\": true, as urn:eidolon:sso has",
    documentation: CriiptoGuide.singleSignOn, specification: "OpenID Connect Core §3.1.2.6")
  static let signOnLimit = Rule(
    "criipto.sso-rate-limit", .error,
    "The browser was signed on again too often: 2 times in 5 s or 6 in 20 min are allowed",
    fix: "do not start a login in a loop; check why the first answer was not taken",
    documentation: CriiptoGuide.rateLimiting)
  static let signOnInterferes = Rule(
    "criipto.sso-answers-app", .warning,
    "A session answered a request whose client wanted to open the eID's app by itself",
    fix: "send prompt=login with each request that has an appswitch hint or response_mode=json",
    documentation: CriiptoGuide.singleSignOn)
  static let logoutUnregistered = Rule(
    "criipto.post-logout-unregistered", .error,
    "The post_logout_redirect_uri is not a registered callback URL",
    fix: "register the URL as a callback of the application",
    documentation: CriiptoGuide.singleSignOn, specification: "OpenID Connect RP-Initiated Logout §3")
  static let logoutUnchecked = Rule(
    "criipto.post-logout-unchecked", .error,
    "The post_logout_redirect_uri is not registered; the client \"*\" let it in",
    fix: "register the URL as a callback of the application",
    documentation: CriiptoGuide.emulator)

  static let nativeCallbackUncaught = Rule(
    "criipto.native-callback-uncaught", .warning,
    "The callback of a native app was loaded from the server: no app caught its link",
    fix:
      "name the app among the apps of world.json and install it with this domain, or catch the link before it is loaded",
    documentation: CriiptoGuide.nativeApps)

  // MARK: Scripts of other origins (§1.6)

  static let originUnregistered = Rule(
    "criipto.origin-unregistered", .error,
    "A script of this origin may not read the answer: it is not the origin of a registered callback URL",
    fix: "register a callback URL of the page's own origin",
    documentation: CriiptoGuide.intro, specification: "Fetch standard, CORS protocol")
  static let originUnchecked = Rule(
    "criipto.origin-unchecked", .warning,
    "The origin is not that of a registered callback URL; the client \"*\" let it in",
    fix: "register a callback URL of the page's own origin",
    documentation: CriiptoGuide.emulator)

  // MARK: Logins without a browser, and userinfo (§1.7)

  static let headlessPublic = Rule(
    "criipto.headless-public", .error,
    "A public application asks for a login without a browser",
    fix: "use a confidential application",
    documentation: CriiptoGuide.bankID)
  static let headlessACR = Rule(
    "criipto.headless-acr", .error,
    "A login without a browser names no Swedish BankID",
    fix: "send acr_values=urn:grn:authn:se:bankid:another-device:qr or its like",
    documentation: CriiptoGuide.bankID)
  static let headlessUnknown = Rule(
    "criipto.headless-unknown", .error,
    "No login of this application has this headless_req_id",
    fix: "send the headless_req_id of the start unchanged",
    documentation: CriiptoGuide.bankID)
  static let headlessExpired = Rule(
    "criipto.headless-expired", .warning,
    "The client polls for a login without a browser whose time is over",
    fix: "stop after expires_in seconds, and begin another login",
    documentation: CriiptoGuide.bankID)
  static let headlessGrantMisprint = Rule(
    "criipto.headless-grant-misprint", .note,
    "The grant type of a login without a browser is misspelt, as one page of the documentation has it",
    fix: "send grant_type=urn:grn:params:grant-type:headless",
    documentation: CriiptoGuide.bankID)
  static let idTokenKeyMissing = Rule(
    "criipto.id-token-key-missing", .error,
    "The application's id_tokens are encrypted, and its key set has no key for that",
    fix:
      "add your public RSA key with \"use\": \"enc\", another one than signs, or choose signedJwt in the dashboard",
    documentation: CriiptoGuide.finnishTrustNetwork, specification: "OpenID Connect Core §10.2")
  static let wrongStrategy = Rule(
    "criipto.userinfo-strategy", .error,
    "The application's user info strategy is fromTokenEndpoint, so there is no userinfo",
    fix: "read the claims of the id_token, or choose another strategy in the dashboard",
    documentation: CriiptoGuide.codeFlow)
}
