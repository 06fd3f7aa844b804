/// What an access token opens.
package enum OpenedResource: Sendable {
  /// Userinfo or its equivalent: a client that reads it knows who logged in.
  case userinfo
  /// Another resource: its name in the log, and the rule that a call without a token breaks.
  case further(_ name: String, tokenMissing: OpenIDRule)

  var name: String {
    switch self {
    case .userinfo: "userinfo"
    case .further(let name, _): name
    }
  }

  var tokenMissing: OpenIDRule {
    switch self {
    case .userinfo: .accessTokenMissing
    case .further(_, let rule): rule
    }
  }
}
