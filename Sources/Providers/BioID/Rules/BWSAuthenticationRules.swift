import Flow

/// The rules about App-ID and secret, and about the BWS token.
enum BWSAuthenticationRules {
  static let all = [
    credentialsMissing, credentialsScheme, credentialsMalformed, applicationUnknown, secretWrong,
    clientUnregistered,
    tokenMissing, tokenScheme, tokenQuoted, tokenMalformed, tokenSignature, tokenExpired,
  ]

  static let credentialsMissing = Rule(
    "bioid.credentials-missing", .error, "The call has no Authorization header",
    fix: "send Authorization: Basic with base64 of App-ID:App-Secret",
    documentation: BioIDGuide.token, specification: "RFC 7617 §2")
  static let credentialsScheme = Rule(
    "bioid.credentials-scheme", .error, "The call is not authorized with Basic",
    fix: "send the App-ID and secret; the BWS token authorizes uploads and tasks only",
    documentation: BioIDGuide.token, specification: "RFC 7617 §2")
  static let credentialsMalformed = Rule(
    "bioid.credentials-malformed", .error, "What follows Basic is not an App-ID and secret",
    fix: "encode App-ID:App-Secret as base64 with padding and without line breaks",
    documentation: BioIDGuide.token, specification: "RFC 7617 §2")
  static let applicationUnknown = Rule(
    "bioid.application-unknown", .error, "No client application has this App-ID",
    fix: "take App-ID and secret of a Web API key from the BWS Portal; here from world.json",
    documentation: BioIDGuide.application)
  static let secretWrong = Rule(
    "bioid.secret-wrong", .error, "The app secret is wrong",
    fix: "take the secret of this App-ID's Web API key",
    documentation: BioIDGuide.application)
  static let clientUnregistered = Rule(
    "bioid.client-unregistered", .error,
    "The client is not registered; the client \"*\" let it in",
    fix: "register it in world.json; --strict refuses it as BioID does", documentation: BioIDGuide.application
  )
  static let tokenMissing = Rule(
    "bioid.token-missing", .error, "The call has no BWS token",
    fix: "send Authorization: Bearer with the token of the token call", documentation: BioIDGuide.uploadCall,
    specification: "RFC 6750 §2.1")
  static let tokenScheme = Rule(
    "bioid.token-scheme", .error, "The call is not authorized with Bearer and a BWS token",
    fix: "send Authorization: Bearer with the token; the secret belongs to the token and result calls",
    documentation: BioIDGuide.uploadCall, specification: "RFC 6750 §2.1")
  static let tokenQuoted = Rule(
    "bioid.token-quoted", .error, "The BWS token is sent with quotation marks",
    fix: "take the body of the token call as it is; where it is JSON, decode it first",
    documentation: BioIDGuide.token)
  static let tokenMalformed = Rule(
    "bioid.token-malformed", .error, "The BWS token is not a JWT", fix: "send the token unchanged and whole",
    documentation: BioIDGuide.uploadCall, specification: "RFC 7519 §7.2")
  static let tokenSignature = Rule(
    "bioid.token-signature", .error, "The BWS token was not issued here, or was changed",
    fix: "send the token unchanged, to the instance that issued it", documentation: BioIDGuide.uploadCall)
  static let tokenExpired = Rule(
    "bioid.token-expired", .error, "The BWS token has expired",
    fix: "let the person come back, and ask for a new token; it lives for about ten minutes",
    documentation: BioIDGuide.tokenCall)
}
