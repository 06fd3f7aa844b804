import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/replica`: this process's part, for other replicas that name it with `--peers`.
enum ReplicaResource {
  static let routes = [
    ControlRoute(
      .get, "replica",
      "For the other replicas of --peers: a part of what this process alone knows, in a form of their version.",
      [
        .init(
          name: "part", meaning: "What is asked for.", schema: .words(ReplicaPart.allCases.map(\.rawValue))),
        .sandbox, .provider, .client, .transaction, .rule, .severity, .of,
        .init(name: "limit", meaning: "At most so many findings.", schema: .number(1...1000, default: 200)),
        .init(name: "after", meaning: "Only findings with a larger number.", schema: .number(0...Int.max)),
        .init(name: "format", meaning: "For whom asks; it changes nothing here.", schema: .anyText),
      ],
      answers: [
        .json(
          "The part.",
          .answer([
            "instance": .anyText.saying("Another for each process."), "version": .anyText,
            "content": ["description": "Null where nothing is known of what was named."],
          ]))
      ], weight: .heavy, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    guard let part = try call.query("part").flatMap(ReplicaPart.init) else {
      throw .parameter("part", "one of \(ReplicaPart.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let content: JSON
    do throws(ControlProblem) {
      content = try self.content(part, call)
    } catch {
      guard error.isOfNames else { throw error }
      content = .null
    }
    return .ok([
      "instance": .string(call.state.instance), "version": .string(Control.version), "content": content,
    ])
  }

  private static func content(_ part: ReplicaPart, _ call: ControlCall) throws(ControlProblem) -> JSON {
    switch part {
    case .report: try call.records().copy
    case .findings: .array(try FindingsResource.page(call).findings.map(\.json))
    case .doctor: try call.doctor().copy
    case .sandboxes: .array(try SandboxesResource.members(call))
    case .metrics: .string(try MetricsResource.text(call))
    }
  }
}
