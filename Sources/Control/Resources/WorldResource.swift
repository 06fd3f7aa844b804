import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/world` and `/_eidolon/scenarios`: clients, people and stories at run time, read by the loader of files.
enum WorldResource {
  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .ok(call.sandbox.files.world)
  }

  static func replace(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try change(call) { files, body in files.world = body }
  }

  /// A merge patch of RFC 7396; `null` removes an entry.
  static func patch(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try change(call) { files, body in files.world = files.world.merging(body) }
  }

  private static func change(
    _ call: ControlCall, _ apply: (inout LibraryFiles, JSON) -> Void
  ) throws(ControlProblem) -> ControlAnswer {
    var files = call.sandbox.files
    apply(&files, try call.node().json)
    try put(files, source: "world", call)
    return .ok(files.world)
  }

  // MARK: Stories

  static func listStories(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let scenarios = call.sandbox.library.scenarios.values.sorted { $0.name < $1.name }
    return .ok([
      "scenarios": .array(
        scenarios.map {
          ["name": .string($0.name), "title": .string($0.title), "provider": .string($0.provider)]
        })
    ])
  }

  static func showStory(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    guard let bytes = call.sandbox.files.stories[name(call)], let json = try? JSONParser.parse(bytes).json
    else {
      throw unknown(call)
    }
    return .ok(json)
  }

  static func putStory(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    _ = try call.provider(call["provider"])
    let body = try call.node()
    var files = call.sandbox.files
    let isNew = files.stories[name(call)] == nil
    files.stories[name(call)] = call.call.request.body
    guard isNew || files.stories.count <= storyLimit else {
      throw .limit("There are \(storyLimit) scenarios.")
    }
    try put(files, source: "scenarios", call)
    return .json(body.json, isNew ? 201 : 200)
  }

  static func deleteStory(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    var files = call.sandbox.files
    guard files.stories.removeValue(forKey: name(call)) != nil else { throw unknown(call) }
    try put(files, source: "scenarios", call)
    return .noContent
  }

  /// How many stories a sandbox may have.
  private static let storyLimit = 2000

  private static func name(_ call: ControlCall) -> String { "\(call["provider"])/\(call["story"])" }

  private static func unknown(_ call: ControlCall) -> ControlProblem {
    .unknown("scenario", name(call), among: call.sandbox.library.scenarios.keys.sorted())
  }

  // MARK: Files

  /// Entries of one world over those of another; a later entry replaces an earlier one whole.
  static func layered(_ world: JSON, over base: JSON) -> JSON {
    guard let top = world.object else { return world }
    var result = base.object ?? [:]
    for (name, value) in top {
      switch name {
      case "people": result[name] = .object(merged(value, over: result[name]))
      case "clients":
        var clients = result[name]?.object ?? [:]
        for (provider, entries) in value.object ?? [:] {
          clients[provider] = .object(merged(entries, over: clients[provider]))
        }
        result[name] = .object(clients)
      default: result[name] = value
      }
    }
    return .object(result)
  }

  private static func merged(_ entries: JSON, over base: JSON?) -> JSONObject {
    var result = base?.object ?? [:]
    for (key, value) in entries.object ?? [:] { result[key] = value }
    return result
  }

  private static func put(_ files: LibraryFiles, source: String, _ call: ControlCall) throws(ControlProblem) {
    do throws(LoadFailure) {
      let library = try files.library(
        call.sandboxes.loader, now: call.sandbox.environment.clock.now, source: source)
      call.sandbox.replace(library, files: files)
    } catch { throw .files(error) }
  }
}
