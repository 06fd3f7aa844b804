import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/sandboxes`, and `/~NAME/_eidolon/sandbox` where proxies route by name: complete private emulators.
enum SandboxesResource {
  static let routes = [
    ControlRoute(
      .get, "sandboxes", "The sandboxes beside the root.", [.of],
      answers: [
        .json(
          "The sandboxes.",
          .answer(["sandboxes": .list(.component("Sandbox"))], optional: ["replicas": Replicas.schema]))
      ], list),
    ControlRoute(
      .post, "sandboxes", "Makes a sandbox: a complete private emulator below /~NAME.",
      body: orderSchema, answers: [.json("The sandbox.", .component("Sandbox"), status: 201)],
      problems: [.problem(409, "There is one of this name.")] + refusals, weight: making, make),
    ControlRoute(
      .delete, "sandboxes/{name}", "Ends a sandbox; whoever waits in it is answered.",
      answers: [.nothing("Done.")],
      weight: .heavyIf { plane, request in holdsMuch(lastSegment(request), plane) }
    ) { call throws(ControlProblem) in
      try end(call["name"], call)
    },
    ControlRoute(
      .put, "sandbox", "Below /~NAME: makes the sandbox NAME, at the address of its later calls.",
      body: orderSchema,
      answers: [
        .json("The sandbox.", .component("Sandbox"), status: 201),
        .json("There is one already that was made with the same words.", .component("Sandbox")),
      ],
      problems: [.problem(409, "There is one of this name that was made otherwise, or this is the root.")]
        + refusals, weight: making, makeHere),
    ControlRoute(
      .delete, "sandbox", "Below /~NAME: ends the sandbox NAME; whoever waits in it is answered.",
      answers: [.nothing("Done.")],
      problems: [.problem(409, "This is the root, which ends with the program.")],
      weight: .heavyIf { plane, _ in holdsMuch(plane.sandbox.name, plane) }
    ) { call throws(ControlProblem) in
      guard !call.call.sandbox.isEmpty else { throw isRoot(call) }
      return try end(call.call.sandbox, call)
    },
  ]

  private static let orderSchema = JSON.body([
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
    "ttl": .duration("How long it may be idle: more than 0s, at most 1d; 30m unless said."),
  ])

  /// A sandbox is made within microseconds, unless it has a world or scenarios of its own, which must be read.
  private static let making = Endpoint<Plane>.Weight.heavyIf { _, request in
    request.body.count > 1024
      || ["world", "scenarios"].contains { request.body.firstRange(of: "\"\($0)\"") != nil }
  }

  private static func lastSegment(_ request: Request) -> String {
    let path = request.target.path
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
    return String(path[slash...].dropFirst())
  }

  /// True for a sandbox with more in it than a test leaves, which is judged, recorded and forgotten within a fraction of
  /// a millisecond; the doctor may need a private key to read encrypted tokens.
  private static func holdsMuch(_ name: String, _ plane: Plane) -> Bool {
    guard let entry = plane.sandboxes?.entry(name) else { return false }
    let sandbox = entry.application.sandbox
    return sandbox.journal.count > 16 || sandbox.waiters.count > 16 || entry.order.files != nil
      || sandbox.hasEncryptedTokens
  }

  private static let refusals: [ControlRoute.Answer] = [
    .problem(422, "The world or the scenarios are not right, with every place."),
    .problem(429, "There are too many; Retry-After says when to ask again."),
  ]

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try call.everywhere(.sandboxes, own: .success(try members(call))) { own, replicas in
      var all = (own ?? []).map { ($0, nil as String?) }
      for (address, content) in replicas?.contents ?? [] {
        all += (content.array ?? []).map { ($0, address) }
      }
      if replicas != nil { all.sort { $0.0["name"]?.string ?? "" < $1.0["name"]?.string ?? "" } }
      var object: JSONObject = [
        "sandboxes": .array(
          all.map { members, address in
            located(address.map { members.adding("replica", .string($0)) } ?? members, call)
          })
      ]
      object["replicas"] = replicas?.json
      return .ok(.object(object))
    }
  }

  /// The sandboxes of this process, without addresses, which depend on the caller's.
  static func members(_ call: ControlCall) throws(ControlProblem) -> [JSON] {
    try call.sandboxes.all.map { members($0.entry) }
  }

  static func make(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let (sandboxes, order) = (try call.sandboxes, try order(call, at: call.call.time.real))
    do throws(Sandboxes.Refusal) {
      return .json(summary(try sandboxes.make(order), call), 201)
    } catch { throw problem(error) }
  }

  /// Makes the sandbox named by the address.
  static func makeHere(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let (name, sandboxes) = (call.call.sandbox, try call.sandboxes)
    // At the root a name in the body contradicts nothing: the address is wrong.
    let order = try order(call, at: call.call.time.real, named: name.isEmpty ? nil : name)
    guard !name.isEmpty else { throw isRoot(call) }
    do throws(Sandboxes.Refusal) {
      return .json(summary(try sandboxes.make(order), call), 201)
    } catch {
      guard case .taken = error else { throw problem(error) }
    }
    // Of two equal calls for a clock frozen "now", the first froze it earlier: compare with its time.
    guard let other = sandboxes.entry(name),
      try self.order(call, at: other.order.frozenAt ?? call.call.time.real, named: name) == other.order
    else { throw taken(name, "/~\(name)/_eidolon/sandbox", "with other words") }
    return .ok(summary(other, call))
  }

  /// - Parameters:
  ///   - present: the time of a frozen clock, unless the body gives one.
  ///   - name: from the address; `nil` if only the body can name it.
  private static func order(
    _ call: ControlCall, at present: Instant, named name: String? = nil
  ) throws(ControlProblem) -> Sandboxes.Order {
    let base = try call.sandboxes.files
    let order = try call.body { reader -> Sandboxes.Order? in
      var order = Sandboxes.Order()
      order.name = name
      if let value = reader.value("name"), let said = value.string() {
        if let name, said != name {
          value.problem(
            "the address names the sandbox \(JSONProblem.quoted(name)), and the body another; leave the name out, or call "
              + "/~NAME/_eidolon/sandbox with the one that you mean")
        }
        order.name = said
      }
      order.owner = call.tokenNumber
      order.title = reader.value("title")?.shortText()
      order.seed = reader.integer("seed", in: 0...Int.max).map { UInt64($0) }
      order.firstTransaction = reader.integer("first_transaction", in: 1...1_000_000_000) ?? 1
      if let clock = reader.object("clock") {
        read(clock, into: &order, at: present)
      }
      if let value = reader.value("ttl"), let duration = value.duration() {
        if duration > .zero, duration <= .seconds(86_400) {
          order.lifetime = duration
        } else {
          value.problem(
            "expected a duration of more than 0s and at most 1d, found "
              + JSONProblem.quoted(DurationText.text(duration)))
        }
      }
      order.files = files(reader, base)
      return order
    }
    if let files = order.files { try WorldResource.checkSize(files) }
    return order
  }

  private static func end(_ name: String, _ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let sandboxes = try call.sandboxes
    guard sandboxes.end(name) else {
      throw .unknown("sandbox", name, among: sandboxes.all.map(\.name))
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

  /// The loaded files with the caller's world and stories on top; `nil` without any.
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
        stories?.problem(atName: story.name, "expected a name such as \"itsme/reject\"")
      }
      files.stories[story.name] = story.value.node.json.bytes(pretty: true)
    }
    return files
  }

  private static func members(_ entry: Sandboxes.Entry) -> JSON {
    var members: JSONObject = [
      "name": .string(entry.name), "ttl": .string(DurationText.text(entry.lifetime)),
      "last_used": .string(entry.lastUsed.text),
    ]
    members["title"] = entry.order.title.map(JSON.string)
    return .object(members)
  }

  private static func summary(_ entry: Sandboxes.Entry, _ call: ControlCall) -> JSON {
    located(members(entry), call)
  }

  /// With URLs that follow the address that the caller used.
  private static func located(_ members: JSON, _ call: ControlCall) -> JSON {
    let home = call.call.home(of: members["name"]?.string ?? "")
    let base = call.call.bases(at: home, among: call.slugs)
    var urls: JSONObject = ["root": .string(home), "control": .string("\(home)/_eidolon")]
    for provider in call.providers.types {
      urls[provider.slug] = .string(provider.entry(base: base(provider.slug)))
    }
    return members.adding("urls", .object(urls))
  }

  private static func taken(_ name: String, _ address: String, _ how: String? = nil) -> ControlProblem {
    .conflict(
      "sandbox-exists", "The sandbox exists",
      "There is a sandbox \(JSONProblem.quoted(name)) already\(how.map { ", made \($0)" } ?? ""): end it with "
        + "DELETE \(address), or choose another name.")
  }

  /// The call that was meant has the sandbox's name in its path, where a proxy sees it, and not in the body.
  private static func isRoot(_ call: ControlCall) -> ControlProblem {
    let said = (try? JSON(parsing: call.call.request.body))?["name"]?.string
    let name = said.flatMap { Sandboxes.isName($0) ? $0 : nil } ?? "NAME"
    let method = call.call.request.method
    let other = method == .put ? ", or POST /_eidolon/sandboxes with the name in the body" : ""
    return .conflict(
      "root-sandbox", "This is the root",
      "This address is the root's, which is always there. Say \(method.text) /~\(name)/_eidolon/sandbox\(other)."
    )
  }

  static func problem(_ refusal: Sandboxes.Refusal) -> ControlProblem {
    switch refusal {
    case .malformedName(let name):
      .malformed([
        JSONProblem(
          position: JSONPosition(line: 1, column: 1), path: "name",
          message: "expected a name of 1 to 40 of a-z, 0-9 and -, found \(JSONProblem.quoted(name))")
      ])
    case .taken(let name):
      taken(name, "/_eidolon/sandboxes/\(name)")
    case .tooMany(let limit, let ofEachToken):
      .limit(
        (ofEachToken
          ? "The token of this call has \(limit) sandboxes, as many as --max-sandboxes allows each token"
          : "There are \(limit) sandboxes, as many as --max-sandboxes allows")
          + ". End one with DELETE /_eidolon/sandboxes/NAME, or try again in 5 seconds: an idle one ends by its ttl.",
        retryAfter: 5)
    case .files(let failure): .files(failure)
    case .ended(let name): .unknown("sandbox", name, among: [])
    }
  }
}
