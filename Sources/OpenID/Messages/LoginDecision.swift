package import Flow

/// How an authorization request ends, once that is decided.
package enum LoginDecision: Sendable {
  /// The person approved: the client gets a code.
  case approved
  /// The client gets an error; with a line for the log, and what of its request led to that.
  case refused(OAuthError, String?, remark: String, findings: [Finding] = [])
  /// Nobody decided in time, and nobody is sent anywhere.
  case expired
}
