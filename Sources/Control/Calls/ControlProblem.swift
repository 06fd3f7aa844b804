import Flow
import HTTP
import JSON

/// An error answer of the control plane: a problem document of RFC 9457 with a stable type.
struct ControlProblem: Error {
  /// The last part of the type's URN.
  let kind: String
  let status: Status
  let title: String
  /// What is wrong in plain words, and what to do.
  let detail: String
  /// Further members.
  var members: JSONObject = [:]

  /// The answer.
  var response: Response {
    var document: JSONObject = [
      "type": .string("urn:eidolon:problem:\(kind)"), "title": .string(title),
      "status": .integer(status.code),
      "detail": .string(detail),
    ]
    for (name, value) in members { document[name] = value }
    var response = Response.json(status, JSON.object(document).bytes(pretty: true) + [0x0A])
    response.headers.set("Content-Type", "application/problem+json")
    if status == .unauthorized { response.headers.append("WWW-Authenticate", "Bearer realm=\"eidolon\"") }
    return response
  }

  // MARK: The kinds

  /// Something that is asked for by name does not exist.
  static func unknown(_ what: String, _ name: String, among names: some Sequence<String>) -> ControlProblem {
    let closest = nearestNames(name, in: names, limit: 3)
    let hint = closest.isEmpty ? "" : "; closest: \(closest.joined(separator: ", "))"
    return ControlProblem(
      kind: "unknown-\(what)", status: .notFound, title: "No such \(what)",
      detail: "There is no \(what) \(JSONProblem.quoted(name))\(hint).",
      members: closest.isEmpty ? [:] : ["closest": .array(closest.map(JSON.string))])
  }

  /// The body is not what the call takes; every problem with its place.
  static func malformed(_ problems: [JSONProblem]) -> ControlProblem {
    ControlProblem(
      kind: "malformed-body", status: .badRequest, title: "The body is not what this call takes",
      detail: problems.map(\.description).joined(separator: "; "),
      members: ["problems": .array(problems.map { place($0.position, $0.path, $0.message) })])
  }

  /// Files of a world or of scenarios are wrong; every problem with its place, as the loader says it.
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

  /// A parameter of the query has no such value.
  static func parameter(_ name: String, _ wish: String) -> ControlProblem {
    ControlProblem(
      kind: "malformed-parameter", status: .badRequest, title: "A parameter of the query is not right",
      detail: "\(name): \(wish) is wanted.", members: ["parameter": .string(name)])
  }

  /// Something cannot be done as things stand.
  static func conflict(_ kind: String, _ title: String, _ detail: String) -> ControlProblem {
    ControlProblem(kind: kind, status: 409, title: title, detail: detail)
  }

  /// A limit that keeps the process bounded is reached.
  static func limit(_ detail: String) -> ControlProblem {
    ControlProblem(kind: "limit-reached", status: 429, title: "A limit is reached", detail: detail)
  }

  private static func place(_ position: JSONPosition, _ path: String, _ message: String) -> JSON {
    var entry: JSONObject = [
      "line": .integer(position.line), "column": .integer(position.column), "message": .string(message),
    ]
    if !path.isEmpty { entry["path"] = .string(path) }
    return .object(entry)
  }
}
