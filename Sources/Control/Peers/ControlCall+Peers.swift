import Flow
import HTTP
import JSON
import ProviderKit

extension ControlCall {
  /// True at the root where `--peers` names other replicas.
  var asksPeers: Bool { sandbox.name.isEmpty && !state.peers.isEmpty }

  /// Answers with what this replica has and, at the root with `--peers`, with what the others have.
  ///
  /// What is not known here may be known there: it is refused only where nobody has it.
  ///
  /// - Parameters:
  ///   - part: what the others are asked for.
  ///   - own: what this one has.
  ///   - answer: made of `own`, which is `nil` where it is not known here, and of the others; `nil` if these are not asked.
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

/// What a replica is asked for by another.
enum ReplicaPart: String, CaseIterable {
  case report, findings, doctor, sandboxes, metrics
}

extension ControlProblem {
  /// True if it says that there is no such thing, which another replica may have.
  var isOfNames: Bool { kind.hasPrefix("unknown-") && kind != "unknown-parameter" }
}
