import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/world` and `/_eidolon/scenarios`: clients, people and stories at run time, validated by the loader of
/// files.
enum WorldResource {
  static let routes = [
    ControlRoute(
      .get, "world", "Clients and people in force.", answers: [.json("The world.", .component("World"))], show
    ),
    ControlRoute(
      .put, "world", "Puts another world in force.", body: .component("World"),
      answers: [.json("The world.", .component("World"))], problems: fileProblems, weight: .heavy, replace),
    ControlRoute(
      .patch, "world", "Changes the world by a merge patch (RFC 7396); null removes an entry.",
      body: .anyObject, answers: [.json("The world.", .component("World"))], problems: fileProblems,
      weight: .heavy, patch),
    ControlRoute(
      .get, "scenarios", "The stories that can be asked for by name.",
      answers: [
        .json(
          "The stories by name.",
          .answer(
            ["scenarios": .list(.answer(["name": .anyText, "title": .anyText, "provider": .anyText]))],
            optional: [
              "not_loaded": .list(.anyText).saying(
                "What is wrong with the files that changed while the program runs; those before stay in force."
              )
            ]))
      ], listStories),
    ControlRoute(
      .get, "scenarios/{provider}/{story}", "One story as its file says it.",
      answers: [.json("The story.", .component("Story"))], showStory),
    ControlRoute(
      .get, "scenarios/{provider}/judge/{story}",
      "One story that several providers share, as its file says it.",
      answers: [.json("The story.", .component("Story"))], showShared),
    ControlRoute(
      .put, "scenarios/{provider}/{story}", "Adds or replaces a story.", body: .component("Story"),
      answers: [
        .json("The story, replaced.", .component("Story")),
        .json("The story, new.", .component("Story"), status: 201),
      ], problems: fileProblems, weight: .heavy, putStory),
    ControlRoute(
      .delete, "scenarios/{provider}/{story}", "Removes a story.", answers: [.nothing("Done.")],
      problems: fileProblems, weight: .heavy, deleteStory),
  ]

  private static let fileProblems: [ControlRoute.Answer] = [
    .problem(422, "The world or the scenarios would not be right, with every place."),
    .problem(429, "A limit that keeps the sandbox bounded is reached."),
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    .ok(call.sandbox.files.world)
  }

  static func replace(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try change(call) { files, body in files.world = body }
  }

  /// RFC 7396: `null` removes an entry.
  static func patch(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try change(call) { files, body in files.world = files.world.merging(body) }
  }

  private static func change(
    _ call: ControlCall, _ apply: (inout LibraryFiles, JSON) -> Void
  ) throws(ControlProblem) -> ControlAnswer {
    var files = call.sandbox.files
    let body = try call.node()
    let problems = JSONProblems()
    checkMembers(body, problems)
    checkSecrets(body, problems, call)
    guard problems.isEmpty else { throw .malformed(problems.sorted) }
    apply(&files, body.json)
    try put(files, source: "world", call)
    return .ok(files.world)
  }

  /// Under `--redact`, a world that was read has masked secrets, and must not be written back like that.
  static func checkSecrets(
    _ world: JSONNode, path: String = "", _ problems: JSONProblems, _ call: ControlCall
  ) {
    guard call.sandbox.settings.isRedacted, let member = Redaction.maskedMember(in: world.json) else {
      return
    }
    ObjectReader(world, path: path, problems: problems)?.problem(
      "\(member) is masked by --redact; write the secret itself, or change only the rest with PATCH")
  }

  /// Checks only the outermost members, because the loader sees the merged world and could not tell where a wrong one
  /// is.
  static func checkMembers(_ world: JSONNode, path: String = "", _ problems: JSONProblems) {
    guard let reader = ObjectReader(world, path: path, problems: problems) else { return }
    for name in ["people", "default_person", "clients", "apps", "$schema", "note"] { _ = reader.value(name) }
    reader.finish()
  }

  // MARK: Stories

  static func listStories(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let scenarios = call.sandbox.library.scenarios.values.sorted { $0.name < $1.name }
    var answer: JSONObject = [
      "scenarios": .array(
        scenarios.map {
          ["name": .string($0.name), "title": .string($0.title), "provider": .string($0.provider)]
        })
    ]
    if let failure = try call.sandboxes.failure {
      answer["not_loaded"] = .array(failure.problems.map { .string($0.text) })
    }
    return .ok(.object(answer))
  }

  static func showStory(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    guard let bytes = call.sandbox.files.stories[name(call)], let json = try? JSON(parsing: bytes)
    else {
      throw unknown(call)
    }
    return .ok(json)
  }

  static func showShared(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let name = "\(call["provider"])/\(ScenarioLibrary.sharedFolder)/\(call["story"])"
    guard call.sandbox.library.scenarios[name] != nil,
      let bytes = call.sandbox.files.stories["\(ScenarioLibrary.sharedFolder)/\(call["story"])"],
      let json = try? JSON(parsing: bytes)
    else { throw .unknown("scenario", name, among: call.sandbox.library.scenarios.keys.sorted()) }
    return .ok(json)
  }

  /// Instead of a provider, `judge` is the folder of the stories that several share.
  static func putStory(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    if call["provider"] != ScenarioLibrary.sharedFolder { _ = try call.provider(call["provider"]) }
    let body = try call.node()
    guard ControlLimits.isStoryName(call["story"]) else {
      throw .parameter("story", "a name of 1 to 80 small letters, digits, - and _")
    }
    var files = call.sandbox.files
    let isNew = files.stories[name(call)] == nil
    files.stories[name(call)] = call.call.request.body
    try put(files, source: "scenarios", call)
    return .json(body.json, isNew ? 201 : 200)
  }

  static func deleteStory(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    var files = call.sandbox.files
    guard files.stories.removeValue(forKey: name(call)) != nil else { throw unknown(call) }
    try put(files, source: "scenarios", call)
    return .noContent
  }

  private static func name(_ call: ControlCall) -> String { "\(call["provider"])/\(call["story"])" }

  private static func unknown(_ call: ControlCall) -> ControlProblem {
    .unknown("scenario", name(call), among: call.sandbox.library.scenarios.keys.sorted())
  }

  // MARK: Files

  /// The entries of a world on top of another's; an entry replaces the whole one of the same name.
  static func layered(_ world: JSON, over base: JSON) -> JSON {
    guard let top = world.object else { return world }
    var result = base.object ?? [:]
    for (name, value) in top {
      switch name {
      case "people", "apps": result[name] = .object(merged(value, over: result[name]))
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

  /// Keeps a sandbox bounded, far above what tests need.
  static func checkSize(_ files: LibraryFiles) throws(ControlProblem) {
    guard files.stories.count <= ControlLimits.stories else {
      throw .limit("A sandbox has at most \(ControlLimits.stories) scenarios.")
    }
    let clients = files.world["clients"]?.object?.map { $0.value.object?.count ?? 0 } ?? []
    let most = ([files.world["people"]?.object?.count ?? 0] + clients).max() ?? 0
    guard most <= ControlLimits.people else {
      throw .limit("A world has at most \(ControlLimits.people) people, and as many clients of a provider.")
    }
    let size = files.stories.reduce(files.world.bytes().count) { $0 + $1.value.count }
    guard size <= ControlLimits.fileBytes else {
      throw .limit("World and scenarios of a sandbox have at most \(ControlLimits.fileBytes) bytes.")
    }
  }

  private static func put(_ files: LibraryFiles, source: String, _ call: ControlCall) throws(ControlProblem) {
    try checkSize(files)
    let loader = try call.sandboxes.loader
    do throws(LoadFailure) {
      let library = try files.library(
        loader, now: call.call.now, source: source)
      call.sandbox.replace(library, files: files)
    } catch { throw .files(error) }
  }
}
