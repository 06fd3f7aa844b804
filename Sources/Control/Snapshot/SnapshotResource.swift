import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/snapshot`: saves and restores the state of a sandbox.
///
/// The whole state, including unfinished logins, stays in the process under a name. The returned document names it, and
/// also has what another process can restore: world, scenarios, queue and clock.
enum SnapshotResource {
  static let routes = [
    ControlRoute(
      .get, "snapshot",
      "Saves the state of the sandbox: kept whole under a name, the latest 16, until a reset; and the parts that can be restored elsewhere.",
      answers: [.json("The snapshot.", .component("Snapshot"))], weight: .heavy, isChanging: true,
      save),
    ControlRoute(
      .put, "snapshot",
      "Puts the sandbox back: to the state kept under the name, else to the parts of the document; its transactions then end.",
      body: .body([
        "id": .shortText, "saved": .anyText, "sandbox": .anyText, "world": .component("World"),
        "scenarios": ["type": "object", "additionalProperties": .component("Story")],
        "queue": .list(
          .body(
            [
              "scenario": ["anyOf": [.anyText, .component("Story")]], "client": .shortText,
              "times": .number(1...1000, default: 1),
            ], required: ["scenario"])),
        "clock": .body(
          [
            "mode": .words(["real", "frozen"]), "now": .instant, "skew": .offset,
            "client_times": .words(["real", "sandbox"]),
          ], required: ["mode"]),
        "last_transaction": .number(0...1_000_000_000), "transactions": .list(.anyText),
        "journal": .wholeNumber,
        "keys": .anyObject,
      ]),
      answers: [.json("What was put back.", .answer(["restored": .list(.anyText)]))],
      problems: [
        .problem(422, "The world or the scenarios are not right, with every place."),
        .problem(429, "A limit that keeps the sandbox bounded is reached."),
      ], weight: .heavy, restore),
  ]

  // MARK: Saving

  static func save(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let sandbox = call.sandbox
    let snapshot = sandbox.snapshot(of: call.providers, at: call.call.time)
    let (files, library, keys) = (sandbox.files, sandbox.library, sandbox.keys)
    let stories = files.stories.sorted { $0.key < $1.key }.compactMap { name, bytes in
      (try? JSON(parsing: bytes)).map { (name: name, value: $0) }
    }
    return .ok([
      "id": .string(snapshot.identifier), "saved": .string(snapshot.at.text),
      "sandbox": .string(sandbox.name),
      "world": files.world, "scenarios": .object(JSONObject(stories)),
      "queue": .array(sandbox.queue.entries.map { entry($0, library) }), "clock": ClockResource.json(call),
      "last_transaction": .integer(sandbox.lastOrdinal),
      "transactions": .array(
        call.providers.used.flatMap { $0.transactions(at: call.call.now) }.map { .string($0.identifier) }),
      "journal": .integer(sandbox.journal.count),
      "keys": [
        "signing": .string(keys.signingIdentifier), "encryption": .string(keys.encryptionIdentifier),
      ],
    ])
  }

  /// A scenario of the library is saved by name, any other in full.
  private static func entry(_ entry: ScenarioQueue.Entry, _ library: ScenarioLibrary) -> JSON {
    let isKnown = library.scenarios[entry.scenario.name] != nil
    var object: JSONObject = [
      "scenario": isKnown
        ? .string(entry.scenario.name) : .object(entry.scenario.json(people: library.world.people)),
      "times": .integer(entry.times),
    ]
    object["client"] = entry.client.map(JSON.string)
    return .object(object)
  }

  // MARK: Restoring

  static func restore(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let order = try call.body { Order($0, call) }
    if let name = order.name, let snapshot = call.sandbox.snapshots.find(name) {
      call.sandbox.restore(snapshot)
      call.sandbox.observe(call.providers)
      return answer(["world", "scenarios", "queue", "clock", "keys", "transactions"])
    }
    guard order.hasParts else {
      if let name = order.name, call.sandbox.snapshots.hasLost(name) { throw lost(name) }
      throw .unknown("snapshot", order.name ?? "", among: call.sandbox.snapshots.identifiers)
    }
    return try restore(order, call)
  }

  private static func lost(_ name: String) -> ControlProblem {
    ControlProblem(
      kind: "unknown-snapshot", status: .notFound, title: "No such snapshot",
      detail:
        "The snapshot \(JSONProblem.quoted(name)) ended with a reset, or when a document was put back; save another, "
        + "or put back the document that came with it.")
  }

  /// Replaces the sandbox, as a reset does, with one made from the parts of the document.
  private static func restore(_ order: Order, _ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let sandboxes = try call.sandboxes
    var files = call.sandbox.files
    if let world = order.world { files.world = world }
    if let stories = order.stories { files.stories = stories }
    try WorldResource.checkSize(files)
    let library: ScenarioLibrary
    do throws(LoadFailure) {
      library = try files.library(
        sandboxes.loader, now: call.call.now, source: "snapshot")
    } catch { throw .files(error) }
    let queue = try order.queue?.map { entry throws(ControlProblem) in
      (try QueueResource.scenario(entry.scenario, call, in: library), entry)
    }
    let application: Application
    do throws(Sandboxes.Refusal) {
      application = try sandboxes.restore(
        call.sandbox.name, files: files, library: library, clock: order.clock,
        lastTransaction: order.lastTransaction)
    } catch { throw SandboxesResource.problem(error) }
    if let queue {
      _ = application.sandbox.queue.clear()
      for (scenario, entry) in queue {
        _ = application.sandbox.queue.add(scenario, client: entry.client, times: entry.times)
      }
    }
    // Queued scenarios keep their faults at endpoints that no transaction owns.
    for entry in application.sandbox.queue.entries {
      application.sandbox.arm(entry, application.providers)
    }
    return answer(order.parts)
  }

  private static func answer(_ parts: [String]) -> ControlAnswer {
    .ok(["restored": .array(parts.map(JSON.string))])
  }
}

extension SnapshotResource {
  /// The body of a restore.
  struct Order {
    let name: String?
    let world: JSON?
    let stories: [String: [UInt8]]?
    let queue: [Queued]?
    let clock: Sandboxes.ClockOrder?
    let lastTransaction: Int?

    struct Queued {
      let scenario: ValueReader
      let client: String?
      let times: Int
    }

    init?(_ reader: ObjectReader, _ call: ControlCall) {
      name = reader.value("id")?.shortText()
      let node = reader.node("world")
      if let node {
        WorldResource.checkMembers(node, path: "world", reader.problems)
        // If the whole state is kept under the name, the document's parts are ignored.
        if name.flatMap({ call.sandbox.snapshots.find($0) }) == nil {
          WorldResource.checkSecrets(node, path: "world", reader.problems, call)
        }
      }
      world = node?.json
      let files = reader.object("scenarios")
      for story in files?.members() ?? [] { _ = story.value.object() }
      stories = files.map { files in
        Dictionary(
          files.members().map { ($0.name, $0.value.node.json.bytes(pretty: true)) }, uniquingKeysWith: { $1 })
      }
      queue = reader.elements("queue")?.compactMap { value in
        guard let entry = value.object() else { return nil }
        let client = entry.value("client")?.shortText()
        let times = entry.integer("times", in: 1...1000) ?? 1
        let scenario = entry.requiredValue("scenario").flatMap { $0.isNameOrObject ? $0 : nil }
        entry.finish()
        return scenario.map { Queued(scenario: $0, client: client, times: times) }
      }
      clock = reader.object("clock").flatMap(Self.clock)
      lastTransaction = reader.integer("last_transaction", in: 0...1_000_000_000)
      // The rest of the document only describes the kept state.
      for known in ["saved", "sandbox"] { _ = reader.string(known) }
      _ = reader.strings("transactions")
      _ = reader.integer("journal", in: 0...Int.max)
      _ = reader.object("keys")
      if name == nil, !hasParts { reader.problem("expected an id or parts of a snapshot") }
    }

    private static func clock(_ reader: ObjectReader) -> Sandboxes.ClockOrder? {
      let mode = reader.requiredOneOf("mode", allowed: ["real", "frozen"])
      let now = reader.value("now")?.instant()
      let skew = reader.value("skew")?.duration(negative: true)
      let times = reader.oneOf("client_times", allowed: SandboxClock.ClientTimes.allCases.map(\.rawValue))
      reader.finish()
      return mode.map { mode in
        Sandboxes.ClockOrder(
          frozenAt: mode == "frozen" ? now : nil, isFrozen: mode == "frozen", skew: skew ?? .zero,
          clientTimes: times.flatMap { SandboxClock.ClientTimes(rawValue: $0) } ?? .real)
      }
    }

    /// What can be restored from the document alone.
    var parts: [String] {
      [
        ("world", world != nil), ("scenarios", stories != nil), ("queue", queue != nil),
        ("clock", clock != nil),
      ]
      .filter(\.1).map(\.0)
    }

    var hasParts: Bool { !parts.isEmpty }
  }
}

extension ValueReader {
  /// True if it is the name of a scenario or a whole one; otherwise notes a problem.
  fileprivate var isNameOrObject: Bool {
    switch node.json {
    case .string, .object: return true
    default:
      problem("expected the name of a scenario, or a scenario")
      return false
    }
  }
}
