import Flow

/// The documented switches, each with the section of the contract that leaves it open.
enum ReuseIDQuirk: String, Quirk {
  case handset
  case minimal
  case preIncludesVersion = "pre_includes_version"
  case contextEncoding = "context_encoding"
  case providerWord = "provider_word"
  case lastWrongPIN = "last_wrong_pin"
  case failuresAllowed = "failures_allowed"
  case lockScope = "lock_scope"
  case pushValidation = "push_validation"
  case pushDelivery = "push_delivery"
  case clientOnly = "client_only"
  case verificationRetries = "verification_retries"
  case operationToken = "operation_token"
  case deviceLock = "device_lock"
  case sessionReplaced = "session_replaced"
  case activationCodeLength = "activation_code_length"
  case inAppAnswer = "inapp_answer"
  case inAppEnd = "inapp_end"
  case problemType = "problem_type"
  case mobileIDClaims = "mobileid_claims"

  /// The declaration that the catalog prints and the loader checks against.
  var term: QuirkTerm {
    switch self {
    case .handset:
      choice(
        "Who plays the phone: the relying party's app, a simulated handset on the clock, or as the flow is usually used",
        .assumed, ["by_flow", "app", "simulated"])
    case .minimal:
      flag("start and finish answer with the documented contexts alone", .documented)
    case .preIncludesVersion:
      flag("The pre-operation context says version too", .assumed)
    case .contextEncoding:
      choice(
        "How context_content_b64 is encoded: base64 with padding, or base64url", .documented,
        ["standard", "url_safe"])
    case .providerWord:
      choice(
        "The provider of the signicatOperation: the guide's word, or that of the newer API",
        .documented,
        ["eid", "signicatvideoid"])
    case .lastWrongPIN:
      choice(
        "What the last wrong PIN answers: 226, or 214 with no attempts left", .assumed,
        ["locked", "failed"])
    case .failuresAllowed:
      choice("How many wrong attempts lock", .documented, ["3", "1", "5"])
    case .lockScope:
      choice("What too many wrong attempts lock", .documented, ["device", "method"])
    case .pushValidation:
      flag("startAuthentication must carry the push message's push_session_id", .observed)
    case .pushDelivery:
      choice("Whether push messages arrive", .documented, ["delivered", "lost"])
    case .clientOnly:
      flag("The app may begin operations by itself with client_only", .observed)
    case .verificationRetries:
      choice(
        "How often a verification that failed may be tried again", .assumed,
        ["none", "once", "twice"])
    case .operationToken:
      choice(
        "How often the token of the post-operation context can ask for a VideoID: once, and again after each that verification_retries lets fail; or as often as it likes",
        .assumed, ["once", "reusable"])
    case .deviceLock:
      choice(
        "Whether the device is locked while the operation is open: as it is, by an administrator (224), or by wrong PINs (226)",
        .assumed, ["none", "admin", "attempts"])
    case .sessionReplaced:
      flag(
        "A newer operation takes this one's place while the app is in it: finishAuthentication answers 201",
        .observed)
    case .activationCodeLength:
      choice(
        "How many digits an activation code has: those of the API's example, or the configuration's",
        .documented, ["10", "6", "4"])
    case .inAppAnswer:
      choice(
        "What authorize answers an app: statusUrl and completeUrl, or links", .documented,
        ["urls", "links"])
    case .inAppEnd:
      choice(
        "What statusUrl says after a cancel or when time ran out: our words, or PENDING for ever",
        .assumed, ["words", "pending"])
    case .problemType:
      choice(
        "The type of API errors and the error_uri of today's token errors: below this emulator, or the vendor's own URL",
        .documented,
        ["here", "vendor"])
    case .mobileIDClaims:
      choice(
        "The claims of the scopes mobileid and mobileid-extra at today's addresses: the hub's mobileid_* names, or externalRef and deviceId",
        .observed, ["mobileid_", "legacy"])
    }
  }
}
