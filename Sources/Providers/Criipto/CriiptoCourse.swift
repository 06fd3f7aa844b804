import Flow

/// What becomes of a login after its request, and what few logins have at all.
struct CriiptoCourse: Sendable {
  /// The browser session of single sign-on, which the claim `sessionindex` names; `nil` for one that the login begins.
  var session: String?
  /// The cookie that the browser came with, where its session lives.
  var sessionCookie: String?
  /// The login of an earlier transaction that answers for this one, with its moment.
  var signedOn: Instant?
  /// The identifier of a login without a browser.
  var headlessIdentifier: String?
  /// The code that was sent to the client.
  var code: String?
  /// When the answer was first sent.
  var answered: Instant?
  /// When the code was exchanged.
  var codeRedeemed: Instant?
  /// The access token that the code was exchanged for.
  var accessToken: String?
  /// The code came a second time.
  var isCodeReused = false
  /// The code came too late.
  var isCodeExpired = false
  /// The client has read userinfo.
  var hasReadUserinfo = false
}
