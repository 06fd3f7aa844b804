import Flow
import Frame
import HTTP
import JSON
import ProviderKit

// The pages of the stage, and what its script asks for.

extension Demonstration {
  static var stageEndpoints: [Endpoint<Demonstration>] {
    [
      endpoint("stage", [.get], "/stage") { .answer(Answer(StageView($1, $0).overview)) },
      endpoint("stage flow", [.get], "/stage/{flow}") { demonstration, call in
        demonstration.onStage(call) { StageView(call, demonstration).page(of: $0) }
      },
      endpoint("stage stories", [.get], "/stage/{flow}/stories") { demonstration, call in
        demonstration.onStage(call) { StageView(call, demonstration).stories(of: $0) }
      },
      endpoint("demo now", [.get], "/demo/{flow}/now") { demonstration, call in
        demonstration.onStage(call) { demonstration.standing(of: $0, call) }
      },
    ]
  }

  private func onStage(_ call: Call, _ show: (DemoFlow) -> Response) -> Outcome {
    guard let flow = DemoFlow.named(call.parameters["flow"]) else { return missing(call) }
    return .answer(Answer(show(flow)))
  }

  /// The state of the browser's latest visit, for the strip above the panes.
  private func standing(of flow: DemoFlow, _ call: Call) -> Response {
    var object: JSONObject = [
      "now": .string(call.now.text),
      "clock": .string(sandbox.environment.clock.mode.rawValue),
    ]
    if let visit = visitor(call).flatMap({ visits.latest(flow.slug, of: $0) }) {
      let transaction = transaction(of: visit, flow, at: call.now)
      object["visit"] = .string(visit.identifier)
      object["story"] = .string(visit.scenario)
      object["state"] = .string(visit.state.word)
      object["outcome"] = .string(
        PlainOutcome(visit: visit, flow: flow, transaction: transaction, now: call.now).text)
      object["transaction"] = transaction.map { .string($0.identifier) }
      if let timeline = transaction?.timeline, visit.isUnderway, timeline.next(after: call.now) != nil {
        // A story ends with its last step.
        let last = timeline.steps.last.map(\.at) ?? timeline.deadline
        let end = last > call.now ? min(last, timeline.deadline) : timeline.deadline
        object["deadline"] = .string(end.text)
        object["left"] = .integer(Int((end - call.now).wholeMilliseconds))
      }
    }
    var response = Response.json(JSON.object(object).bytes())
    response.headers.set("Cache-Control", "no-store")
    return response
  }
}

extension DemoVisit.State {
  /// The name in the pages' markup.
  var word: String {
    switch self {
    case .underway: "underway"
    case .welcomed: "welcomed"
    case .refused: "refused"
    }
  }
}
