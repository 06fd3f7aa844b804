import Flow

/// What a caller can get wrong with the bearer token.
enum BearerRules {
  static let all: [Rule] = [
    tokenMissing, tokenMalformed, headerMerged, tokenUnknown, tokenLetIn, tokenExpired, tokenForbidden,
    operationEnded, operationTokenUsed, operationWantsVideoID, authorizationAsBearer, extraHeaders,
  ]

  static let tokenMissing = Rule(
    "videoid.token-missing", .error, "The call carries no bearer token",
    fix: "send Authorization: Bearer with the tenant's API token, or the token of signicatOperation",
    documentation: VideoIDGuide.authorisation, specification: "RFC 6750 §3")
  static let tokenMalformed = Rule(
    "videoid.token-malformed", .error, "The Authorization header is not a Bearer token",
    fix: "send one Authorization header: Bearer, one blank, the token",
    documentation: VideoIDGuide.authorisation, specification: "RFC 6750 §2.1")
  static let headerMerged = Rule(
    "videoid.authorization-header-merged", .error,
    "Another header's value was added to Authorization: a script set the header once for each header it sets",
    fix: "call setRequestHeader with each header's own name",
    documentation: VideoIDGuide.authorisation, specification: "RFC 9110 §5.3")
  static let tokenUnknown = Rule(
    "videoid.token-unknown", .error, "No client has this bearer token",
    fix: "send the token of your tenant, or url and token of the same signicatOperation",
    documentation: VideoIDGuide.authorisation, specification: "RFC 6750 §3.1")
  static let tokenLetIn = Rule(
    "videoid.token-let-in", .error, "The bearer token belongs to no client; only the client \"*\" lets it in",
    fix: "send a token of world.json, or add a client with this token",
    documentation: VideoIDGuide.authorisation)
  static let tokenExpired = Rule(
    "videoid.token-expired", .error, "The bearer token has expired",
    fix: "take token and url from a fresh post-operation context, or renew the tenant's token",
    documentation: VideoIDGuide.operation, specification: "RFC 6750 §3.1")
  static let tokenForbidden = Rule(
    "videoid.token-forbidden", .error, "The bearer token may not ask for this",
    fix: "use a token whose tenant has the product",
    documentation: VideoIDGuide.authorisation, specification: "RFC 6750 §3.1")
  static let operationEnded = Rule(
    "videoid.operation-ended", .error, "The operation that this token is of has ended",
    fix: "start a new operation; its context has a new token",
    documentation: VideoIDGuide.operation)
  static let operationTokenUsed = Rule(
    "videoid.operation-token-used", .error, "The token of this operation has asked for its one run already",
    fix: "keep the answer of videoid.request, or start a new operation",
    documentation: VideoIDGuide.operation)
  static let operationWantsVideoID = Rule(
    "videoid.operation-wants-videoid", .error,
    "The token of an operation asks for something else than an Unattended VideoID of document and face",
    fix: "POST {\"process\":\"Unattended\"} to videoid.request below the url of signicatOperation",
    documentation: VideoIDGuide.stepUp)
  static let authorizationAsBearer = Rule(
    "videoid.authorization-as-bearer", .error,
    "The authorization of a run is sent as the bearer token, which is another secret",
    fix: "send the tenant's or the operation's token to the API, and the authorization to the SDK",
    documentation: VideoIDGuide.authorisation)
  static let extraHeaders = Rule(
    "videoid.extra-headers", .note, "The headers tenantid and secret are ignored",
    fix: "leave them out; the bearer token alone counts",
    documentation: VideoIDGuide.authorisation)
}
