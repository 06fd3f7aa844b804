import Flow

/// The switches of VeridiumID, each with the section of the contract that leaves it open.
enum VeridiumQuirk: String, Quirk {
  case callerAuthentication = "caller_authentication"
  case mediaTypes = "media_types"
  case httpErrors = "http_errors"
  case errorMember = "error_member"
  case failureStatus = "failure_status"
  case tokenInStatus = "token_in_status"
  case tokenClaims = "token_claims"
  case expiryInMilliseconds = "exp_in_ms"
  case cancelDelivery = "cancel_delivery"
  case failureDelivery = "failure_delivery"
  case authenticators
  case appAnswers = "app_answers"
  case truth

  /// The declaration that the catalog prints and the loader checks against.
  var term: QuirkTerm {
    switch self {
    case .callerAuthentication:
      choice(
        "How a friend shows who it is: not at all, by the header of a TLS-terminating proxy, or by a TLS client certificate",
        .assumed, ["none", "header", "mtls"])
    case .mediaTypes:
      choice(
        "Which media types calls may have: the vendor's or plain JSON, the vendor's alone, or the vendor's in any version",
        .assumed, ["vendor_or_json", "vendor", "lenient"])
    case .httpErrors:
      flag(
        "Errors have an HTTP status of their own; otherwise 200 and error.errorCode", .assumed, standard: true
      )
    case .errorMember:
      flag("Successful answers carry error with the code 0", .assumed, standard: true)
    case .failureStatus:
      choice(
        "The words of sessions that ended without success: FAILED, CANCELED and TIMEOUT; FAILED alone; CANCELLED with two L; or a word that no client knows",
        .assumed, ["distinct", "failed", "british", "unknown"])
    case .tokenInStatus:
      flag("The status answer carries the IdentityToken in data too", .assumed)
    case .tokenClaims:
      choice(
        "What the IdentityToken says: all that the contract lists, or iss, sub, aud, exp and iat alone",
        .assumed, ["full", "minimal"])
    case .expiryInMilliseconds:
      flag("exp is in milliseconds, as a page of the vendor says of another token", .documented)
    case .cancelDelivery:
      choice(
        "How the app learns that the person cancelled: by the status, or by the delegate's call",
        .documented,
        ["status", "delegate"])
    case .failureDelivery:
      choice(
        "How the app learns of a failure: by the error, or by the status alone", .documented,
        ["error", "status"])
    case .authenticators:
      choice(
        "The devices of profiles: one that takes pushes, none, or several kinds", .assumed,
        ["push", "none", "several"])
    case .appAnswers:
      choice(
        "When a session that no scenario plays is answered: when its app, or a human, acts on it; or at once, a code after the lifetime reaction",
        .documented, ["when_opened", "at_once"])
    case .truth:
      choice(
        "What happens when the person approves: the SDK and the server say the same, only the server says so, or only the SDK",
        .assumed, ["one", "server_only", "sdk_only"])
    }
  }
}

extension Switches {
  subscript(veridium quirk: VeridiumQuirk) -> QuirkValue { value(quirk.rawValue) }
  subscript(veridium lifetime: VeridiumLifetime) -> Duration { self.lifetime(lifetime.rawValue) }
}
