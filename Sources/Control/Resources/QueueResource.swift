import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/queue`: the scenarios that the next transactions take.
enum QueueResource {
  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .ok(["queue": .array(call.sandbox.queue.entries.map(json))])
  }

  static func add(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let order = try call.body { reader -> (ValueReader, String?, Int)? in
      let client = reader.string("client")
      let times = reader.integer("times", in: 1...1000) ?? 1
      guard let scenario = reader.requiredValue("scenario") else { return nil }
      return (scenario, client, times)
    }
    let scenario = try scenario(order.0, call)
    guard let entry = call.sandbox.queue.add(scenario, client: order.1, times: order.2) else {
      throw .limit("\(ScenarioQueue.capacity) scenarios are queued; empty the queue with DELETE.")
    }
    arm(entry, call)
    return .json(json(entry), 201)
  }

  static func clear(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    for entry in call.sandbox.queue.clear() { call.sandbox.armedFaults.disarm(entry.owner) }
    return .noContent
  }

  /// A scenario by name, or written out.
  private static func scenario(_ value: ValueReader, _ call: ControlCall) throws(ControlProblem) -> Scenario {
    let library = call.sandbox.library
    if case .string(let name) = value.node.content {
      let slugs = call.providers.map { type(of: $0).slug }
      guard
        let scenario = library.scenarios[name]
          ?? slugs.lazy.compactMap({ library.scenario(name, of: $0) }).first
      else { throw .unknown("scenario", name, among: library.scenarios.keys.sorted()) }
      return scenario
    }
    do throws(LoadFailure) {
      return try call.sandboxes.loader.scenario(
        value.node.json.bytes(pretty: true), name: "queued", source: "scenario", in: library,
        now: call.sandbox.environment.clock.now)
    } catch { throw .files(error) }
  }

  /// Faults at endpoints that no transaction owns wait from now on.
  private static func arm(_ entry: ScenarioQueue.Entry, _ call: ControlCall) {
    guard let provider = call.providers.first(where: { type(of: $0).slug == entry.scenario.provider }) else {
      return
    }
    let unowned = type(of: provider).vocabulary.endpoints.filter { !$0.isOwned }.map(\.term.name)
    call.sandbox.armedFaults.arm(
      entry.scenario.faults.filter { unowned.contains($0.endpoint) }, at: entry.scenario.provider,
      for: entry.owner)
  }

  private static func json(_ entry: ScenarioQueue.Entry) -> JSON {
    var object: JSONObject = [
      "number": .integer(entry.number), "scenario": .string(entry.scenario.name),
      "provider": .string(entry.scenario.provider), "times": .integer(entry.times),
    ]
    object["client"] = entry.client.map(JSON.string)
    return .object(object)
  }
}
