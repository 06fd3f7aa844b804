/// How an authorization request ends, once that is decided.
package enum LoginDecision: Sendable {
  /// The person approved: the client gets a code.
  case approved
  /// The client gets an error; with a line for the log.
  case refused(OAuthError, String?, remark: String)
  /// Nobody decided in time, and nobody is sent anywhere.
  case expired
}
