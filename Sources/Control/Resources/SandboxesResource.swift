import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/sandboxes`: complete private emulators, each under the path prefix `/~NAME`.
enum SandboxesResource {
  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .ok(["sandboxes": .array(call.sandboxes.all.map { summary($0.name, $0.entry, call) })])
  }

  static func make(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let base = call.sandboxes.files
    let order = try call.body { reader -> Sandboxes.Order? in
      var order = Sandboxes.Order()
      order.name = reader.string("name")
      order.seed = reader.integer("seed", in: 0...Int.max).map { UInt64($0) }
      if let clock = reader.object("clock") {
        order.frozenAt = frozen(clock, at: call.sandbox.environment.clock.real)
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
    do throws(Sandboxes.Refusal) {
      let entry = try call.sandboxes.make(order)
      return .json(summary(entry.application.sandbox.name, entry, call), 201)
    } catch { throw problem(error) }
  }

  static func end(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    guard call.sandboxes.end(call["name"]) else {
      throw .unknown("sandbox", call["name"], among: call.sandboxes.all.map(\.name))
    }
    return .noContent
  }

  /// `{mode, at}`; a frozen clock stands at its present moment unless told where.
  private static func frozen(_ reader: ObjectReader, at present: Instant) -> Instant? {
    let mode = reader.requiredOneOf("mode", allowed: ["real", "frozen"])
    let at = reader.value("at")?.instant()
    reader.finish()
    guard mode == "frozen" else {
      if at != nil { reader.problem(at: "at", "only a frozen clock stands at a moment") }
      return nil
    }
    return at ?? present
  }

  /// The loaded files with the caller's world and stories over them; `nil` when it brings none.
  private static func files(_ reader: ObjectReader, _ base: LibraryFiles) -> LibraryFiles? {
    let world = reader.node("world")
    let stories = reader.object("scenarios")
    guard world != nil || stories != nil else { return nil }
    var files = base
    if let world { files.world = WorldResource.layered(world.json, over: base.world) }
    for story in stories?.members() ?? [] {
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
    return [
      "name": .string(name), "urls": .object(urls), "ttl": .string(DurationText.text(entry.lifetime)),
      "last_used": .string(entry.lastUsed.text),
    ]
  }

  private static func problem(_ refusal: Sandboxes.Refusal) -> ControlProblem {
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
    case .routes(let problem):
      ControlProblem(kind: "internal", status: 500, title: "The routes clash", detail: "\(problem)")
    }
  }
}
