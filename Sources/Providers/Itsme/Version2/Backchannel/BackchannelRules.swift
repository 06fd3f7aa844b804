import Flow
import OpenID

/// The rules of user discovery and CIBA.
enum BackchannelRules {
  /// The book with the rules of logins over the back channel added.
  static func added(to book: RuleBook) -> RuleBook {
    book.with(
      all: [.discoveryUnknown, .discoveryPolledTooFast, .discoveryPolledAfterFound, .discoveryPolledLate],
      from: Guide.discovery, at: [ItsmeV2Endpoint.userDiscoveryPoll]
    )
    .with(.codeStale, from: Guide.discovery, at: ItsmeV2Endpoint.userDiscoveryPoll)
    .with(
      .userIdentifierTokenReused, .userIdentifierTokenUnknown, .userIdentifierTokenExpired, .accountUnknown,
      from: Guide.discovered, at: ItsmeV2Endpoint.backchannel
    )
    .with(
      all: OpenIDRule.ofSignedBackchannel.filter { $0 != .membersAsText }
        + [.backchannelUnregistered, .expiryMalformed, .accountHint], from: Guide.request,
      at: [ItsmeV2Endpoint.backchannel]
    )
    // Request objects of browsers are read in the same way (Z24).
    .with(.membersAsText, from: Guide.request, at: ItsmeV2Endpoint.authorize, .backchannel)
    .with(
      .notificationTokenMissing, .notificationTokenLong, .notificationTokenMalformed, .notificationTokenShort,
      .notificationTokenInPoll, from: Guide.notificationToken, at: ItsmeV2Endpoint.backchannel
    )
    .with(
      .polledTooFast.named("ciba-polled-too-fast"), .slowDownIgnored, .authRequestMissing,
      .authRequestUnknown,
      .authRequestOfOther, .authRequestReused, from: Guide.token, at: ItsmeV2Endpoint.token
    )
    .with(.polledBeforePing, .pingIgnored, from: Guide.ping, at: ItsmeV2Endpoint.token)
    .with(.pingNotTaken, from: Guide.ping, at: ItsmeV2Endpoint.backchannel)
    .with(
      .tokenExposed, from: Guide.confidentiality,
      at: ItsmeV2Endpoint.userDiscoveryPoll, .backchannel, .token, .userinfo, .picture
    )
  }

  private enum Guide {
    static let discovery = section("Request QR Code for User Discovery Flow")
    static let discovered = section("User Discovery Request")
    static let request = section("Authentication Request")
    static let notificationToken = section("Authentication Request, client_notification_token")
    static let token = section("Token Endpoint errors")
    static let ping = section("PING callback")
    static let confidentiality = section("Token Confidentiality")

    private static func section(_ name: String) -> Rule.Citation {
      ItsmeV2Guide.section("CIBA, \(name)", "ciba_qr_login/")
    }
  }
}

extension OpenIDRule {
  static let discoveryUnknown = OpenIDRule(
    "discovery-unknown", .error, "The client has no user discovery session with this id",
    fix: "poll with the user_discovery_session_id of your own session, and begin another once it is over")
  static let discoveryPolledTooFast = OpenIDRule(
    "discovery-polled-too-fast", .warning,
    "A user discovery session is polled again before its interval is over",
    fix: "wait interval seconds after each answer, five where it is not sent")
  static let discoveryPolledAfterFound = OpenIDRule(
    "discovery-polled-after-found", .warning,
    "A user discovery session is polled again although it has told who was found",
    fix: "stop polling at USER_DISCOVERED")
  static let discoveryPolledLate = OpenIDRule(
    "discovery-polled-after-ten-minutes", .warning,
    "A user discovery session is still polled after ten minutes, when the guide has it end",
    fix: "stop after ten minutes and begin another session")
  static let codeStale = OpenIDRule(
    "qr-stale", .warning, "The client shows a QR code whose time is over",
    fix: "show the qr_code of the latest answer")
  static let userIdentifierTokenReused = OpenIDRule(
    "user-identifier-token-reused", .error, "The user_identifier_token was used before",
    fix: "begin a user discovery for each login, and know people by their sub")
  static let userIdentifierTokenUnknown = OpenIDRule(
    "user-identifier-token-unknown", .error,
    "The client was given no such user_identifier_token, or it expired more than ten minutes ago",
    fix: "send the user_identifier_token of the user discovery session as it came")
  static let userIdentifierTokenExpired = OpenIDRule(
    "user-identifier-token-expired", .error, "The user_identifier_token has expired",
    fix: "send the backchannel request as soon as the person is discovered")
  static let accountUnknown = OpenIDRule(
    "subject-code-unknown", .error, "Nobody has the sub that the login_hint_token names",
    fix: "send the sub that this client got in an id_token")
  static let accountHint = OpenIDRule(
    "ciba-hint-subject-code", .warning,
    "The login_hint_token names an account by its sub, which only one sample of the guide does",
    fix: "begin a user discovery, and send its user_identifier_token")
  static let tokenExposed = OpenIDRule(
    "token-exposed", .error, "A confidential token is in a URL, or comes from a browser",
    fix:
      "keep user_identifier_token, auth_req_id and access token on your server, and send them in bodies and headers"
  )
}
