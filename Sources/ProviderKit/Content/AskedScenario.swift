package import HTTP

/// The scenario that a request asks for, and by what means (scenarios.md, "Which scenario a transaction gets").
package enum AskedScenario {
  /// Looks at the header `Eidolon-Scenario`, the parameter `eidolon_scenario`, a `scenario:NAME` word in `login_hint` and
  /// a `state` that begins with `scenario:NAME:`.
  package static func find(
    _ request: Request, _ parameters: [String: String]
  ) -> (name: String, means: String)? {
    find(request) { parameters[$0] }
  }

  /// `parameter` looks a parameter up by name.
  package static func find(
    _ request: Request, _ parameter: (String) -> String?
  ) -> (name: String, means: String)? {
    if let name = request.headers["Eidolon-Scenario"] { return (name, "the header Eidolon-Scenario") }
    if let name = parameter("eidolon_scenario") { return (name, "eidolon_scenario") }
    if let name = parameter("login_hint")?.wordRests(after: prefix).first { return (name, "login_hint") }
    if let state = parameter("state"), state.hasPrefix(prefix) {
      let rest = state.dropFirst(prefix.count)
      if let end = rest.firstIndex(of: ":") { return (String(rest[..<end]), "state") }
    }
    return nil
  }

  /// True for a `state` that begins like one with a scenario's name but lacks the colon after the name.
  package static func isUnfinished(_ state: String?) -> Bool {
    guard let state, state.hasPrefix(prefix) else { return false }
    return !state.dropFirst(prefix.count).contains(":")
  }

  private static let prefix = "scenario:"
}
