import JSON

/// The checks that a relying party makes of the token response itself (RFC 6749 §5.1).
struct TokenAnswerChecks: Sendable {
  let switches: DemoSwitches

  private static let known = [
    "access_token", "token_type", "expires_in", "id_token", "refresh_token", "scope",
  ]

  func checks(of token: JSONObject) -> [DemoCheck] {
    var checks: [DemoCheck] = []
    if let error = token["error"], token["id_token"] != nil {
      checks.append(DemoCheck("the token answer has no error", false, error.text(), unless: .tokenError))
    }
    let kind = token["token_type"]?.string
    if token["access_token"] != nil {
      checks.append(
        DemoCheck(
          "the access token is a bearer token", kind?.lowercased() == "bearer", kind ?? "nothing",
          unless: .tokenKind))
    }
    if switches.has(.tokenKindLetters) {
      checks.append(
        DemoCheck("token_type is spelled as always", ["Bearer", "bearer"].contains(kind), kind ?? ""))
    }
    if switches.has(.knownTokenMembers) {
      let unknown = token.map(\.name).filter { !Self.known.contains($0) }
      checks.append(
        DemoCheck("every member is known", unknown.isEmpty, unknown.joined(separator: ", ")))
    }
    return checks
  }
}
