import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/sandboxes`: complete private emulators, each under the path prefix `/~NAME`.
enum SandboxesResource {
  static let routes = [
    ControlRoute(
      .get, "sandboxes", "The sandboxes beside the root.",
      answers: [.json("The sandboxes.", .answer(["sandboxes": .list(.component("Sandbox"))]))], list),
    ControlRoute(
      .post, "sandboxes", "Makes a sandbox: a complete private emulator below /~NAME.",
      body: .body([
        "name": ["type": "string", "pattern": "^[a-z0-9-]{1,40}$"],
        "title": .anyText.saying("What it is for, such as the name of a test; reports show it."),
        "world": .component("World"),
        "scenarios": ["type": "object", "additionalProperties": .component("Story")],
        "seed": .number(0...Int.max),
        "clock": .body(
          [
            "mode": .words(["real", "frozen"]), "at": .instant, "skew": .offset,
            "client_times": .words(["real", "sandbox"]),
          ], required: ["mode"]),
        "first_transaction": .number(1...1_000_000_000, default: 1).saying(
          "The number of its first transaction, from which identifiers derive: to repeat a run that was not the first."
        ),
        "ttl": .duration.saying("How long it may be idle, at most a day."),
      ]),
      answers: [.json("The sandbox.", .component("Sandbox"), status: 201)],
      problems: [
        .problem(409, "There is one of this name."),
        .problem(422, "The world or the scenarios are not right, with every place."),
        .problem(429, "There are too many."),
      ], isHeavy: true, make),
    ControlRoute(
      .delete, "sandboxes/{name}", "Ends a sandbox; whoever waits in it is answered.",
      answers: [.nothing("Done.")], isHeavy: true, end),
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try .ok(["sandboxes": .array(call.sandboxes.all.map { summary($0.name, $0.entry, call) })])
  }

  static func make(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let sandboxes = try call.sandboxes
    let base = sandboxes.files
    let order = try call.body { reader -> Sandboxes.Order? in
      var order = Sandboxes.Order()
      order.name = reader.string("name")
      order.title = reader.value("title")?.shortText()
      order.seed = reader.integer("seed", in: 0...Int.max).map { UInt64($0) }
      order.firstTransaction = reader.integer("first_transaction", in: 1...1_000_000_000) ?? 1
      if let clock = reader.object("clock") {
        read(clock, into: &order, at: call.sandbox.environment.clock.real)
      }
      if let value = reader.value("ttl"), let duration = value.duration() {
        if duration > .zero, duration <= .seconds(86_400) {
          order.lifetime = duration
        } else {
          value.problem("a duration of more than nothing and at most a day is wanted")
        }
      }
      order.files = files(reader, base)
      return order
    }
    if let files = order.files { try WorldResource.checkSize(files) }
    do throws(Sandboxes.Refusal) {
      let entry = try sandboxes.make(order)
      return .json(summary(entry.application.sandbox.name, entry, call), 201)
    } catch { throw problem(error) }
  }

  static func end(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let sandboxes = try call.sandboxes
    guard sandboxes.end(call["name"]) else {
      throw .unknown("sandbox", call["name"], among: sandboxes.all.map(\.name))
    }
    return .noContent
  }

  /// Without `at`, a frozen clock stops at the present.
  private static func read(_ reader: ObjectReader, into order: inout Sandboxes.Order, at present: Instant) {
    if !reader.has("mode") { reader.problem("the member \"mode\" is missing") }
    let change = ClockResource.Change(reader)
    reader.finish()
    if change.mode == "frozen" { order.frozenAt = change.at ?? present }
    order.skew = change.skew ?? .zero
    order.clientTimes = change.clientTimes ?? .real
  }

  /// The loaded files with the caller's world and stories on top; `nil` if it sends none.
  private static func files(_ reader: ObjectReader, _ base: LibraryFiles) -> LibraryFiles? {
    let world = reader.node("world")
    if let world { WorldResource.checkMembers(world, path: "world", reader.problems) }
    let stories = reader.object("scenarios")
    guard world != nil || stories != nil else { return nil }
    var files = base
    if let world { files.world = WorldResource.layered(world.json, over: base.world) }
    for story in stories?.members() ?? [] {
      // Two levels deep, as in a folder; the loader says what is wrong with other names.
      let name = story.name.split(separator: "/").last.map(String.init) ?? ""
      if !ControlLimits.isStoryName(name) {
        stories?.problem(atName: story.name, "a name such as \"itsme/reject\" is wanted")
      }
      files.stories[story.name] = story.value.node.json.bytes(pretty: true)
    }
    return files
  }

  private static func summary(_ name: String, _ entry: Sandboxes.Entry, _ call: ControlCall) -> JSON {
    // The URLs follow the address that the caller used for the root.
    let root =
      call.sandbox.name.isEmpty
      ? call.call.base : String(call.call.base.dropLast(call.sandbox.name.count + 2))
    let prefix = "\(root)/~\(name)"
    var urls: JSONObject = ["root": .string(prefix), "control": .string("\(prefix)/_eidolon")]
    for provider in entry.application.providers {
      let slug = type(of: provider).slug
      urls[slug] = .string(provider.settings(base: "\(prefix)/\(slug)").entry)
    }
    var summary: JSONObject = [
      "name": .string(name), "urls": .object(urls), "ttl": .string(DurationText.text(entry.lifetime)),
      "last_used": .string(entry.lastUsed.text),
    ]
    summary["title"] = entry.order.title.map(JSON.string)
    return .object(summary)
  }

  static func problem(_ refusal: Sandboxes.Refusal) -> ControlProblem {
    switch refusal {
    case .malformedName(let name):
      .malformed([
        JSONProblem(
          position: JSONPosition(line: 1, column: 1), path: "name",
          message: "a name of 1 to 40 of a-z, 0-9 and - is wanted, found \(JSONProblem.quoted(name))")
      ])
    case .taken(let name):
      .conflict(
        "sandbox-exists", "The sandbox exists", "There is a sandbox \(JSONProblem.quoted(name)) already.")
    case .tooMany(let limit):
      .limit("There are \(limit) sandboxes; end some with DELETE, or let them run out.")
    case .files(let failure): .files(failure)
    case .ended(let name): .unknown("sandbox", name, among: [])
    }
  }
}
