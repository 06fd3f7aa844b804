import Flow
import HTTP
import JSON
import ProviderKit

/// An error of the control plane: a problem document (RFC 9457) with a stable type.
struct ControlProblem: Error {
  /// The last part of the type's URN.
  let kind: String
  let status: Status
  let title: String
  /// What is wrong, and what to do.
  let detail: String
  /// Extension members (RFC 9457 §3.2).
  var members: JSONObject = [:]
  /// In seconds, if the same call may succeed later.
  var retryAfter: Int?

  var response: Response {
    var response = Response.problem(status, kind, title: title, detail: detail, members: members)
    if let retryAfter { response.headers.set("Retry-After", String(retryAfter)) }
    if status == .unauthorized { response.headers.append("WWW-Authenticate", "Bearer realm=\"eidolon\"") }
    return response
  }

  // MARK: The kinds

  /// The same with one more sentence of advice.
  func adding(_ sentence: String) -> ControlProblem {
    ControlProblem(
      kind: kind, status: status, title: title, detail: "\(detail) \(sentence)", members: members,
      retryAfter: retryAfter)
  }

  static func unknown(_ what: String, _ name: String, among names: some Sequence<String>) -> ControlProblem {
    let closest = nearestNames(name, in: names, limit: 3)
    let hint = closest.isEmpty ? "" : "; closest: \(closest.joined(separator: ", "))"
    return ControlProblem(
      kind: "unknown-\(what)", status: .notFound, title: "No such \(what)",
      detail: "There is no \(what) \(JSONProblem.quoted(name))\(hint).",
      members: closest.isEmpty ? [:] : ["closest": .array(closest.map(JSON.string))])
  }

  /// An unknown name in an otherwise valid call.
  static func noSuchName(_ what: String, _ name: String, among names: some Sequence<String>) -> ControlProblem
  {
    let unknown = unknown(what, name, among: names)
    return ControlProblem(
      kind: unknown.kind, status: Status(422), title: unknown.title, detail: unknown.detail,
      members: unknown.members)
  }

  /// A message to the relying party, named as if it were a call of it.
  static func outgoing(_ event: String) -> ControlProblem {
    ControlProblem(
      kind: "unknown-endpoint", status: Status(422), title: "No such endpoint",
      detail:
        "\(JSONProblem.quoted(event)) is a message to the client's server; say \"direction\": \"outgoing\".")
  }

  static func malformed(_ problems: [JSONProblem]) -> ControlProblem {
    ControlProblem(
      kind: "malformed-body", status: .badRequest, title: "The body is not what this call takes",
      detail: problems.map(\.description).joined(separator: "; "),
      members: ["problems": .array(problems.map { problem($0.position, $0.path, $0.message) })])
  }

  /// Files of a world or of scenarios are invalid; lists every problem as the loader reports it.
  static func files(_ failure: LoadFailure) -> ControlProblem {
    ControlProblem(
      kind: "invalid-scenarios", status: Status(422), title: "The world or the scenarios are not right",
      detail: failure.problems.map(\.text).joined(separator: "\n"),
      members: [
        "problems": .array(
          failure.problems.map { problem in
            var entry: JSONObject = ["file": .string(problem.file), "message": .string(problem.message)]
            if !problem.path.isEmpty { entry["path"] = .string(problem.path) }
            if let position = problem.position {
              entry["line"] = .integer(position.line)
              entry["column"] = .integer(position.column)
            }
            return .object(entry)
          })
      ])
  }

  static func parameter(_ name: String, _ wish: String) -> ControlProblem {
    ControlProblem(
      kind: "malformed-parameter", status: .badRequest, title: "A parameter is not right",
      detail: "\(name): expected \(wish).", members: ["parameter": .string(name)])
  }

  static func malformedQuery(_ reason: String) -> ControlProblem {
    ControlProblem(
      kind: "malformed-parameter", status: .badRequest, title: "The query is malformed",
      detail: "The query is not percent-encoded UTF-8: \(reason).")
  }

  static func unknownParameter(_ name: String, _ known: [String]) -> ControlProblem {
    let meant = nearest(name, in: known).map { "; did you mean \(JSONProblem.quoted($0))?" }
    let hint = meant ?? (known.isEmpty ? "; it takes none" : "; known are \(known.joined(separator: ", "))")
    return ControlProblem(
      kind: "unknown-parameter", status: .badRequest, title: "A parameter of the query is unknown",
      detail: "unknown parameter \(JSONProblem.quoted(name))\(hint)", members: ["parameter": .string(name)])
  }

  static func tooLarge(_ detail: String) -> ControlProblem {
    ControlProblem(kind: "too-large", status: Status(413), title: "Too large", detail: detail)
  }

  static func conflict(_ kind: String, _ title: String, _ detail: String) -> ControlProblem {
    ControlProblem(kind: kind, status: 409, title: title, detail: detail)
  }

  /// A limit that bounds the process's memory is reached.
  ///
  /// - Parameter retryAfter: in seconds, if others may make room by then.
  static func limit(_ detail: String, retryAfter: Int? = nil) -> ControlProblem {
    ControlProblem(
      kind: "limit-reached", status: 429, title: "A limit is reached", detail: detail, retryAfter: retryAfter)
  }

  // MARK: Safety

  static var tokenNeeded: ControlProblem {
    ControlProblem(
      kind: "token-needed", status: .unauthorized, title: "A token is needed",
      detail: "Send Authorization: Bearer with the token of --control-token.")
  }

  static func foreignOrigin(_ origin: String) -> ControlProblem {
    let remedy =
      origin == "null"
      ? "a file, or a page without an origin, cannot call; serve it, and name its origin with --control-origin"
      : "to let its pages call, start the server with --control-origin \(origin)"
    return ControlProblem(
      kind: "origin-not-allowed", status: 403, title: "Pages of this origin may not call",
      detail: "The Origin \(JSONProblem.quoted(origin)) is not the emulator's own; \(remedy).")
  }

  static var ending: ControlProblem {
    ControlProblem(
      kind: "ending", status: 503, title: "The emulator is shutting down",
      detail: "The emulator is shutting down.")
  }

  static var wrongMethod: ControlProblem {
    ControlProblem(
      kind: "wrong-method", status: .methodNotAllowed, title: "This call has other methods",
      detail: "The header Allow says which methods there are.")
  }

  private static func problem(_ position: JSONPosition, _ path: String, _ message: String) -> JSON {
    var entry: JSONObject = [
      "line": .integer(position.line), "column": .integer(position.column), "message": .string(message),
    ]
    if !path.isEmpty { entry["path"] = .string(path) }
    return .object(entry)
  }
}

extension ControlProblem {
  init(_ refusal: ControlAccess.Refusal) {
    let (kind, title) =
      switch refusal {
      case .otherPort: ("control-elsewhere", "The control plane is on its own address")
      case .unsafeHost: ("host-not-allowed", "Control calls are not answered for this host")
      }
    self.init(kind: kind, status: refusal.status, title: title, detail: refusal.detail)
  }
}
