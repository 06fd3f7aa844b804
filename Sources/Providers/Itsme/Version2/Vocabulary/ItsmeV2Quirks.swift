import Flow

/// The switches of itsme's second version, each with the question of the contract's section 5 that it resolves.
enum ItsmeV2Quirk: String, Quirk {
  case requestErrors = "request_errors"
  case timeout
  case overload = "temporary_unavailable"
  case callback
  case contentTypeHeader = "jwe_cty"
  case unknownScope = "unknown_scope"
  case promptNone = "prompt_none"
  case unsupportedParameters = "unsupported_parameters"
  case secretKey = "secret_key"
  case basicAuthentication = "client_secret_basic"
  case acrClaim = "acr_claim"
  case authTime = "auth_time"
  case idTokenClaims = "id_token_claims"
  case userinfoProtection = "userinfo_protection"
  case userinfoContentType = "userinfo_content_type"
  case cardNumber = "card_number"
  case deviceIdentifier = "device_id"
  case dateMilliseconds = "date_millis"
  case addressCountry = "address_country"
  case addressFormat = "address_format"
  case idTokenEncryption = "id_token_encryption"
  case contentEncryption = "content_encryption"
  case recipientKey = "encryption_key"
  case notBefore = "nbf"
  case tokenErrorText = "token_error_text"
  case denialDescription = "denial_description"
  case invalidClientStatus = "invalid_client_status"
  case backchannelAudience = "ciba_audience"
  case loginHintToken = "login_hint_token"
  case addressAssuranceLevel = "address_assurance_level"
  case refreshToken = "refresh_token"
  case requestTimes = "request_times"
  case secretIssuer = "secret_issuer"
  case requestEncryption = "request_encryption"
  case httpsRule = "https_rule"
  case discoveryInterval = "discovery_interval"
  case pingCourse = "ping"

  var term: QuirkTerm {
    switch self {
    case .requestErrors:
      choice(
        "Where a refused request is answered: on itsme's own page, or at the redirect URI where that is valid",
        .documented, ["page", "redirect"])
    case .timeout:
      choice(
        "What the client gets when the person never reacts: no redirect but a page that is over, access_denied, or an error page",
        .assumed, ["no_redirect", "access_denied", "error_page"])
    case .overload: flag("The browser is sent back at once with temporary_unavailable", .documented)
    case .callback:
      choice(
        "Which browser opens the redirect URI: the one that began the login, or another, which has none of its cookies, as when a tablet began it and the app is on the phone",
        .documented, ["same_browser", "other_browser"])
    case .unknownScope:
      choice(
        "What an unknown scope does: it is ignored, or invalid_scope", .documented, ["ignore", "refuse"])
    case .promptNone:
      choice(
        "The error of prompt=none, which always goes to the redirect URI", .documented,
        ["login_required", "interaction_required"])
    case .unsupportedParameters:
      choice(
        "What response_mode, id_token_hint, claims_locales and registration do: nothing, or unsupported_request",
        .documented, ["ignore", "refuse"])
    case .denialDescription: flag("access_denied comes with an error_description", .documented)
    case .requestTimes:
      choice(
        "Whether exp, iat and nbf of a request object may be numbers in quotes and claims a JSON text, as in the vendor's CIBA sample",
        .assumed, ["lenient", "strict"])
    case .requestEncryption:
      choice(
        "Whether a request object must be encrypted around its signature", .documented,
        [
          "required",
          "optional",
        ])
    case .httpsRule:
      choice(
        "Whether a registered redirect URI on localhost may have http, with a finding", .assumed,
        ["relaxed", "strict"])
    case .contentTypeHeader:
      choice(
        "Which encrypted tokens have cty in their header: all, those of clients with keys, or none; the documented sample for a secret has none",
        .observed, ["always", "rsa_only", "never"])
    case .secretKey:
      choice(
        "How the key of a token encrypted with the client's secret is made from it: its SHA-256, its first 32 bytes, or its base64url decoding",
        .observed, ["sha256", "raw32", "base64url"])
    case .idTokenEncryption:
      choice(
        "How the id_token is encrypted around its signature: RSA-OAEP-256 for keys and dir for a secret, not at all, or, for keys, as named",
        .documented, ["by_method", "none", "RSA-OAEP", "RSA-OAEP-256"])
    case .contentEncryption:
      choice(
        "The enc of encrypted tokens: A128CBC-HS256 for keys and A256GCM for a secret, or as named",
        .documented, ["by_method", "A128CBC-HS256", "A256GCM"])
    case .recipientKey:
      choice(
        "Which of the client's encryption keys a token is encrypted to: any of them, the last one, or still the one of the client's login before this one",
        .documented, ["any", "last", "kept"])
    case .userinfoProtection:
      choice(
        "How userinfo is protected: signed and encrypted, signed only, or plain JSON", .documented,
        ["nested", "signed", "json"])
    case .userinfoContentType:
      choice(
        "The Content-Type of a userinfo that is a token: application/jwt, or application/json as the documentation's header says",
        .assumed, ["jwt", "json"])
    case .acrClaim:
      choice(
        "When the id_token carries acr: when acr_values or claims ask for it, always, or never",
        .documented, ["requested", "always", "never"])
    case .authTime:
      choice(
        "When the id_token carries auth_time: when claims asks for it, always, or never", .assumed,
        ["requested", "always", "never"])
    case .idTokenClaims:
      choice(
        "Which claims of the person the id_token carries: those that claims asks for in it, or those of the scopes too",
        .documented, ["requested", "scopes"])
    case .notBefore:
      choice(
        "When tokens carry nbf: for clients with a secret, as in the samples, always, or never",
        .documented, ["by_method", "always", "never"])
    case .secretIssuer:
      choice(
        "The iss of tokens for clients with a secret: the issuer of the base in use, or https://oidc.prd.itsme.services/v2 as a later sample has it",
        .documented, ["base", "oidc_host"])
    case .cardNumber:
      choice(
        "How the number of a Belgian card is written: twelve digits, or as printed on the card",
        .documented, ["digits", "dashed"])
    case .deviceIdentifier:
      choice(
        "The name of the device's identifier in claim_device; sample and text differ", .documented,
        ["deviceId", "deviceID"])
    case .dateMilliseconds:
      flag("Dates of validity and verification carry milliseconds; sample and text differ", .documented)
    case .addressCountry: flag("address has the member country, as it had in 2020", .documented)
    case .addressFormat:
      choice(
        "How address goes on the wire: a JSON object, or a JSON text in a string", .documented,
        ["object", "json_string"])
    case .addressAssuranceLevel:
      choice(
        "The address_assurance_level of the address scope, which only the newest CIBA pages name",
        .assumed, ["absent", "low", "substantial", "high"])
    case .basicAuthentication:
      choice(
        "Whether a client may send its secret in a Basic header at the token endpoint", .documented,
        ["refuse", "accept"])
    case .tokenErrorText:
      choice(
        "Where the token endpoint puts its error text", .documented, ["detail", "error_description", "both"])
    case .invalidClientStatus:
      choice(
        "The status of invalid_client at the token endpoint: 400 for a code and 401 for CIBA, or always one",
        .documented, ["by_grant", "400", "401"])
    case .backchannelAudience:
      choice(
        "Which aud of the assertion user discovery and backchannel authentication let in: issuer, token endpoint, backchannel endpoint or the URL called, or only the documented one",
        .assumed, ["any", "documented"])
    case .loginHintToken:
      choice(
        "What login_hint_token may be: a JWT or, with a finding, an object, or a JWT alone", .documented,
        ["any", "jwt"])
    case .refreshToken:
      flag("The token answer of CIBA has a refresh_token, as in the sample; no grant takes it", .assumed)
    case .pingCourse:
      choice(
        "How a ping gets to its client: once, twice, or not at all", .assumed, ["once", "twice", "lost"])
    case .discoveryInterval:
      choice(
        "Whether a user discovery session says its polling interval", .documented, ["omit", "send"])
    }
  }
}

/// The presets of the contract's section 5.
enum ItsmeV2Preset {
  static let documented = Preset(
    "documented", "The documentation to the letter, with the resolutions of the contract", .documented,
    quirks: [:])

  static let lenient = make(
    "lenient", "What itsme lets in, or once did, beyond its documentation", .observed,
    [
      .basicAuthentication: .choice("accept"), .tokenErrorText: .choice("both"),
      .requestEncryption: .choice("optional"),
    ])

  static let strict = make(
    "strict", "Only what the documentation says in so many words", .assumed,
    [
      .unknownScope: .choice("refuse"), .unsupportedParameters: .choice("refuse"),
      .backchannelAudience: .choice("documented"), .loginHintToken: .choice("jwt"),
      .requestTimes: .choice("strict"), .httpsRule: .choice("strict"),
    ])

  static let platform = make(
    "platform", "Plain signed tokens, as platforms get them that cannot decrypt (base legacy)", .assumed,
    [
      .idTokenEncryption: .choice("none"), .userinfoProtection: .choice("json"),
      .idTokenClaims: .choice("scopes"), .notBefore: .choice("always"),
    ])

  static let wire2020 = make(
    "wire-2020", "What the first text of version 2 said, in December 2020", .documented,
    [
      .acrClaim: .choice("always"), .authTime: .choice("always"), .idTokenClaims: .choice("scopes"),
      .addressCountry: .flag(true), .idTokenEncryption: .choice("RSA-OAEP"),
      .tokenErrorText: .choice("error_description"),
    ])

  static let all = [documented, lenient, strict, platform, wire2020]

  private static func make(
    _ name: String, _ meaning: String, _ basis: Basis, _ quirks: KeyValuePairs<ItsmeV2Quirk, QuirkValue>
  ) -> Preset {
    Preset(
      name, meaning, basis,
      quirks: Dictionary(uniqueKeysWithValues: quirks.map { ($0.key.rawValue, $0.value) }))
  }
}

extension Switches {
  /// With a label, because the versions have quirks in common: `switches[.timeout]` alone would be ambiguous.
  subscript(v2 quirk: ItsmeV2Quirk) -> QuirkValue { value(quirk.rawValue) }
}
