package import Flow

/// How an authorization request ends, once that is decided.
package enum LoginDecision: Sendable {
  /// The person approved: the client gets a code.
  case approved
  /// The client gets an error; with a line for the log, and findings about the request that led to it.
  case refused(OAuthError, String?, remark: String, findings: [Finding] = [])
  /// The time ran out, and the browser is not sent back.
  case expired
}
