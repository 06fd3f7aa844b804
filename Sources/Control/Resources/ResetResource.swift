import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/reset`: back to the loaded state.
enum ResetResource {
  static let routes = [
    ControlRoute(
      .post, "reset",
      "Puts the sandbox back to where it was loaded or made, but for what is kept; its transactions end, and its reports "
        + "start again. A reset of the root also forgets the sandboxes that have ended.",
      body: .body([
        "keep": [
          "type": "array", "items": .words(Sandboxes.Part.allCases.map(\.rawValue)), "uniqueItems": false,
        ]
      ]),
      answers: [.json("What was kept.", .answer(["kept": .list(.anyText)]))],
      problems: [.problem(422, "What is kept of world and scenarios does not go together.")], weight: .heavy,
      reset)
  ]

  static func reset(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let kept = try call.body { reader -> [Sandboxes.Part]? in
      let words = Sandboxes.Part.allCases.map(\.rawValue)
      return (reader.elements("keep") ?? []).compactMap { $0.oneOf(words, what: "part") }
        .compactMap { Sandboxes.Part(rawValue: $0) }
    }
    let sandboxes = try call.sandboxes
    let application: Application
    do throws(Sandboxes.Refusal) {
      application = try sandboxes.reset(call.sandbox.name, keeping: Set(kept))
    } catch { throw SandboxesResource.problem(error) }
    // Ended sandboxes appear only in the root's reports.
    if call.sandbox.name.isEmpty, !kept.contains(.report) { call.state.past.forget() }
    // Queued scenarios keep their faults at endpoints that no transaction owns.
    for entry in application.sandbox.queue.entries {
      application.sandbox.arm(entry, application.providers)
    }
    let parts = Sandboxes.Part.allCases.filter(kept.contains)
    return .ok(["kept": .array(parts.map { .string($0.rawValue) })])
  }
}
