import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/queue`: the scenarios for the next transactions.
enum QueueResource {
  static let routes = [
    ControlRoute(
      .get, "queue", "The scenarios that wait for the next transactions.",
      answers: [.json("The queue in its order.", .answer(["queue": .list(.component("QueueEntry"))]))], list),
    ControlRoute(
      .post, "queue", "Queues a scenario, by name or written out, for the next transactions of its provider.",
      body: .body(
        [
          "scenario": ["anyOf": [.anyText, .component("Story")]],
          "provider": .anyText.saying("Whose story, where several providers have one of this name."),
          "client": .shortText, "times": .number(1...1000, default: 1),
        ], required: ["scenario"]),
      answers: [.json("What waits now.", .component("QueueEntry"), status: 201)],
      problems: [
        .problem(404, "There is no such scenario."),
        .problem(
          422,
          "The scenario is not right, with every place; several providers have one of this name; or no such provider or client."
        ),
        .problem(429, "Too many scenarios wait."),
      ], add),
    ControlRoute(.delete, "queue", "Empties the queue.", answers: [.nothing("Done.")], clear),
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .ok(["queue": .array(call.sandbox.queue.entries.map(json))])
  }

  static func add(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let order = try call.body { reader -> (ValueReader, String?, String?, Int)? in
      let provider = reader.string("provider")
      let client = reader.value("client")?.shortText()
      let times = reader.integer("times", in: 1...1000) ?? 1
      guard let scenario = reader.requiredValue("scenario") else { return nil }
      return (scenario, provider, client, times)
    }
    let scenario = try scenario(order.0, of: order.1, call, in: call.sandbox.library)
    let note = try call.checkNames(provider: scenario.provider, client: order.2)
    guard let entry = call.sandbox.queue.add(scenario, client: order.2, times: order.3) else {
      throw .limit("\(ScenarioQueue.capacity) scenarios are queued; empty the queue with DELETE.")
    }
    call.sandbox.arm(entry, call.providers)
    return .json(note.map { json(entry).adding("note", .string($0)) } ?? json(entry), 201)
  }

  static func clear(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    for entry in call.sandbox.queue.clear() { call.sandbox.armedFaults.disarm(entry.owner) }
    return .noContent
  }

  /// A scenario by name, or written out; only of this provider if one is named.
  static func scenario(
    _ value: ValueReader, of provider: String? = nil, _ call: ControlCall, in library: ScenarioLibrary
  ) throws(ControlProblem) -> Scenario {
    if let provider { try call.checkProvider(provider) }
    let scenario =
      if case .string(let name) = value.node.content {
        try named(name, of: provider.map { [$0] } ?? call.slugs, in: library)
      } else {
        try written(value, call, in: library)
      }
    if let provider, scenario.provider != provider {
      throw ControlProblem(
        kind: "other-provider", status: Status(422), title: "The scenario is another provider's",
        detail: "The scenario is \(scenario.provider)'s, and provider says \(JSONProblem.quoted(provider)).")
    }
    return scenario
  }

  /// By its full name, or by its short one if only one of the providers has it.
  private static func named(
    _ name: String, of providers: [String], in library: ScenarioLibrary
  ) throws(ControlProblem) -> Scenario {
    if let scenario = library.scenarios[name] { return scenario }
    let meant = providers.compactMap { provider in
      library.scenario(name, of: provider).flatMap { $0.provider == provider ? $0 : nil }
    }
    guard let scenario = meant.first else {
      let names = providers.flatMap(library.names).sorted()
      let short = names.compactMap { $0.split(separator: "/").last.map(String.init) }
      throw .unknown("scenario", name, among: names + Set(short).sorted())
    }
    guard meant.count == 1 else {
      let names = meant.map(\.name).sorted()
      throw ControlProblem(
        kind: "ambiguous-scenario", status: Status(422),
        title: "Several providers have a scenario of this name",
        detail:
          "\(JSONProblem.quoted(name)) could be \(names.joined(separator: ", ")); send the full name, or provider.",
        members: ["scenarios": .array(names.map(JSON.string))])
    }
    return scenario
  }

  private static func written(
    _ value: ValueReader, _ call: ControlCall, in library: ScenarioLibrary
  ) throws(ControlProblem) -> Scenario {
    guard value.node.json.bytes().count <= ControlLimits.queuedScenarioBytes else {
      throw .tooLarge("A queued scenario has at most \(ControlLimits.queuedScenarioBytes) bytes.")
    }
    let loader = try call.sandboxes.loader
    do throws(LoadFailure) {
      return try loader.scenario(
        value.node, name: "queued", source: "scenario", in: library,
        now: call.call.now)
    } catch { throw .files(error) }
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
