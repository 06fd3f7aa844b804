import Flow
import HTTP
import JSON
import ProviderKit

extension ControlCall {
  /// True at the root if `--peers` names other replicas.
  var asksPeers: Bool { sandbox.name.isEmpty && !state.peers.isEmpty }

  /// Answers with this replica's part and, at the root with `--peers`, with the others'.
  ///
  /// A name unknown here may be known to another replica: it is refused only if no replica knows it.
  ///
  /// - Parameters:
  ///   - part: what to ask the others for.
  ///   - own: this replica's part.
  ///   - answer: gets `own`, `nil` if the name is unknown here, and the others' parts, `nil` if they are not asked.
  func everywhere<Own: Sendable>(
    _ part: ReplicaPart, own: Result<Own, ControlProblem>,
    answer: @escaping @Sendable (Own?, Replicas?) -> ControlAnswer
  ) throws(ControlProblem) -> ControlAnswer {
    let whom = try query("of") ?? "all"
    guard ["all", "this"].contains(whom) else { throw .parameter("of", "all or this") }
    guard asksPeers, whom == "all" else { return answer(try own.get(), nil) }
    if case .failure(let problem) = own, !problem.isOfNames { throw problem }
    let query = call.request.target.rawQuery.map { "&\($0)" } ?? ""
    let instance = state.instance
    return .gather(target: "/_eidolon/replica?part=\(part.rawValue)\(query)") { gathered in
      let replicas = Replicas(gathered, instance: instance)
      switch own {
      case .success(let own): return answer(own, replicas)
      case .failure(let problem):
        let isKnown = replicas.contents.contains { $0.content != .null }
        return isKnown ? answer(nil, replicas) : .response(problem.response)
      }
    }
  }
}

/// What one replica asks another for.
enum ReplicaPart: String, CaseIterable {
  case report, findings, doctor, sandboxes, metrics
}

extension ControlProblem {
  /// True for an unknown name, which another replica may know.
  var isOfNames: Bool { kind.hasPrefix("unknown-") && kind != "unknown-parameter" }
}
