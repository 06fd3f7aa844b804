import Flow

/// The switches of itsme, each with the question of the contract that it resolves.
enum ItsmeQuirk: String, Quirk {
  case authorizationEndpoint = "authorization_endpoint"
  case claimsParameterSupported = "claims_parameter_supported"
  case registrationEndpoint = "registration_endpoint"
  case keyAlgorithms = "jwks_alg"
  case unsupportedParameters = "unsupported_parameters"
  case prompt
  case severalServices = "several_services"
  case unknownService = "unknown_service"
  case notImplemented = "not_implemented"
  case redirectURICheck = "redirect_uri_check"
  case denialDescription = "denial_description"
  case subjectMismatch = "subject_mismatch"
  case timeout
  case assertionType = "assertion_typ"
  case assertionAudience = "assertion_audience"
  case tokenContentType = "token_content_type"
  case tokenErrorText = "token_error_text"
  case accessTokenLife = "access_token_life"
  case authTime = "auth_time"
  case idTokenClaims = "id_token_claims"
  case idTokenEncryption = "id_token_encryption"
  case signedClaims = "signed_claims"
  case userinfoProtection = "userinfo_protection"
  case userinfoEncryption = "userinfo_encryption"
  case encryptionKeyIdentifier = "jwe_kid"
  case addressFormat = "address_format"
  case deviceFormat = "device_format"
  case nameClaim = "name_claim"
  case escapedSlashes = "escaped_slashes"
  case authenticateHeader = "www_authenticate"

  var term: QuirkTerm {
    switch self {
    case .authorizationEndpoint:
      choice(
        "Which path discovery names as authorization_endpoint; both are served", .documented,
        ["authorize", "authorization"])
    case .claimsParameterSupported:
      flag(
        "What discovery says of claims_parameter_supported; the real document said false", .documented,
        standard: true)
    case .registrationEndpoint:
      flag(
        "Discovery names a registration_endpoint, which answers that onboarding is manual", .observed)
    case .keyAlgorithms:
      flag("The key set's keys carry alg; the real ones did not", .assumed, standard: true)
    case .unsupportedParameters:
      choice(
        "What becomes of request_uri and registration beside the request: nothing, or the error that they get inside a request object",
        .documented, ["ignore", "refuse"])
    case .prompt:
      choice(
        "Which prompt values are let in: login and consent in any combination, or consent alone",
        .documented,
        ["lenient", "strict"])
    case .severalServices:
      choice(
        "What several service: scopes do: the first counts, or invalid_request", .assumed,
        ["first", "refuse"])
    case .unknownService:
      choice(
        "What a service code that the client does not have does: it is ignored, so that no service is left (not_implemented), or invalid_request on a page",
        .assumed, ["not_implemented", "invalid_request"])
    case .notImplemented:
      choice(
        "How a missing scope or a foreign display is answered: a 501 page, or a redirect",
        .documented,
        ["page", "redirect"])
    case .redirectURICheck:
      choice(
        "Whether redirect_uri is compared with the registered ones; later texts say the sandbox does not",
        .documented, ["exact", "off"])
    case .denialDescription:
      flag("access_denied comes with an error_description", .documented, standard: true)
    case .subjectMismatch:
      choice(
        "The error of a login whose person does not have the sub that the claims parameter asks for",
        .assumed, ["access_denied", "login_required"])
    case .timeout:
      choice(
        "What the client gets when the person never reacts: no redirect but a page that is over (500; 408 for a client without pages), access_denied, or an error for both (500)",
        .observed, ["no_redirect", "access_denied", "error_page"])
    case .assertionType:
      choice("Whether the assertion's header must carry typ", .documented, ["required", "optional"])
    case .assertionAudience:
      choice(
        "Which aud of the assertion is let in: the token endpoint, or the issuer too", .documented,
        ["token_endpoint", "issuer"])
    case .tokenContentType:
      choice(
        "What a wrong content type or method gets at the token endpoint: the documented error, or a bare 500; where neither body, query, assertion nor Basic header names a client, that of the client \"*\" counts, else of the first by name",
        .observed, ["documented", "http_500"])
    case .tokenErrorText:
      choice(
        "Where the token endpoint puts its error text", .observed,
        ["both", "error_description", "detail"])
    case .accessTokenLife:
      choice(
        "How long an access token lives: its lifetime, or what is left of the app's 180 seconds",
        .documented,
        ["lifetime", "rest_of_app"])
    case .authTime:
      choice("When the id_token carries auth_time", .documented, ["always", "requested"])
    case .idTokenClaims:
      choice(
        "Which claims of the person the id_token carries: those of the scopes too, or only the requested ones",
        .documented, ["scopes", "requested"])
    case .idTokenEncryption:
      choice(
        "How the id_token is encrypted around its signature", .documented,
        ["none", "RSA-OAEP", "RSA-OAEP-256"])
    case .signedClaims:
      choice(
        "What claims in a signed request object do: userinfo, and the id_token where claims has a part for it, are encrypted around their signature, or are as the other switches say",
        .documented, ["encrypted", "as_usual"])
    case .userinfoProtection:
      choice(
        "How userinfo is protected: signed, signed and encrypted, encrypted only, or plain JSON",
        .documented, ["signed", "nested", "encrypted", "json"])
    case .userinfoEncryption:
      choice(
        "Which key encryption userinfo uses when it is encrypted", .documented,
        ["RSA-OAEP", "RSA-OAEP-256"])
    case .encryptionKeyIdentifier:
      flag(
        "Encrypted tokens name the recipient's key in a kid; the real ones did not", .assumed, standard: true)
    case .addressFormat:
      choice(
        "How address goes on the wire: a JSON object, a JSON text in a string, or flat members",
        .observed,
        ["object", "json_string", "flat"])
    case .deviceFormat:
      choice("How claim_device goes on the wire", .observed, ["object", "json_string"])
    case .nameClaim:
      flag("The profile scope gives name", .observed, standard: true)
    case .escapedSlashes:
      flag("Slashes in token payloads are written \\/", .observed)
    case .authenticateHeader:
      choice(
        "How WWW-Authenticate begins: with Bearer, or without as the guide prints it", .documented,
        ["bearer", "literal"])
    }
  }
}

/// The presets of the contract's section 5.
enum ItsmePreset {
  static let guide = Preset(
    "guide", "The guide to the letter, with the resolutions of the contract", .documented, quirks: [:])

  static let lenient = Preset(
    "lenient", "Everything that any version of the documentation allows", .documented,
    quirks: [
      ItsmeQuirk.redirectURICheck.rawValue: .choice("off"),
      ItsmeQuirk.assertionAudience.rawValue: .choice("issuer"),
      ItsmeQuirk.assertionType.rawValue: .choice("optional"),
    ])

  static let realistic = Preset(
    "realistic-v1", "What clients met on the wire of itsme's first version in 2018", .observed,
    quirks: [
      ItsmeQuirk.authorizationEndpoint.rawValue: .choice("authorization"),
      ItsmeQuirk.claimsParameterSupported.rawValue: .flag(false),
      ItsmeQuirk.registrationEndpoint.rawValue: .flag(true),
      ItsmeQuirk.keyAlgorithms.rawValue: .flag(false),
      ItsmeQuirk.denialDescription.rawValue: .flag(false),
      ItsmeQuirk.tokenErrorText.rawValue: .choice("detail"),
      ItsmeQuirk.accessTokenLife.rawValue: .choice("rest_of_app"),
      ItsmeQuirk.authTime.rawValue: .choice("requested"),
      ItsmeQuirk.idTokenClaims.rawValue: .choice("requested"),
      ItsmeQuirk.idTokenEncryption.rawValue: .choice("RSA-OAEP"),
      ItsmeQuirk.userinfoProtection.rawValue: .choice("nested"),
      ItsmeQuirk.encryptionKeyIdentifier.rawValue: .flag(false),
      ItsmeQuirk.addressFormat.rawValue: .choice("json_string"),
      ItsmeQuirk.deviceFormat.rawValue: .choice("json_string"),
      ItsmeQuirk.escapedSlashes.rawValue: .flag(true),
      ItsmeQuirk.tokenContentType.rawValue: .choice("http_500"),
    ])

  static let all = [guide, lenient, realistic]
}

extension Switches {
  subscript(quirk: ItsmeQuirk) -> QuirkValue { value(quirk.rawValue) }
}
