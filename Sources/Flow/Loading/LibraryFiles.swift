package import JSON

/// The files that a library is made of, layers merged: one world document and the stories by name.
///
/// A change at run time is a change of these files, read by the same loader with the same errors.
package struct LibraryFiles: Sendable, Equatable {
  /// With the members of `world.json`.
  package var world: JSON
  /// JSON texts by names such as `itsme/reject`.
  package var stories: [String: [UInt8]]

  package init(world: JSON = ["people": [:], "clients": [:]], stories: [String: [UInt8]] = [:]) {
    (self.world, self.stories) = (world, stories)
  }

  /// Merges what was read of layers, the lowest first.
  init(worlds: [JSON], stories: [(name: String, bytes: [UInt8])]) {
    var people: JSONObject = [:]
    var clients: JSONObject = [:]
    var apps: JSONObject = [:]
    var defaultPerson: JSON?
    for world in worlds {
      defaultPerson = world["default_person"] ?? defaultPerson
      for (key, person) in world["people"]?.object ?? [:] { people[key] = person }
      for (key, app) in world["apps"]?.object ?? [:] { apps[key] = app }
      for (provider, entries) in world["clients"]?.object ?? [:] {
        var known = clients[provider]?.object ?? [:]
        for (identifier, client) in entries.object ?? [:] { known[identifier] = client }
        clients[provider] = .object(known)
      }
    }
    self.stories = Dictionary(stories, uniquingKeysWith: { $1 })
    world = ["people": .object(people), "clients": .object(clients)]
    if let defaultPerson { world = world.merging(["default_person": defaultPerson]) }
    if !apps.isEmpty { world = world.merging(["apps": .object(apps)]) }
  }

  /// The changes that led from `base` to these files, made to newer ones.
  package func rebased(from base: LibraryFiles, onto new: LibraryFiles) -> LibraryFiles {
    var rebased = new
    for name in Set(stories.keys).union(base.stories.keys) where stories[name] != base.stories[name] {
      rebased.stories[name] = stories[name]
    }
    rebased.world = JSON.rebased(world, from: base.world, onto: new.world) ?? new.world
    return rebased
  }

  /// - Parameter source: what messages put before the path of a file.
  /// - Throws: everything that is wrong.
  package func library(_ loader: LibraryLoader, now: Instant, source: String) throws(LoadFailure)
    -> ScenarioLibrary
  {
    var files = stories.map { ScenarioLayer.File(path: "\($0.key).json", bytes: $0.value) }
    files.append(ScenarioLayer.File(path: "world.json", bytes: world.bytes(pretty: true)))
    return try loader.load([ScenarioLayer(name: source, files: files)], now: now)
  }
}

extension JSON {
  /// Objects are merged member by member; anything else is taken whole.
  fileprivate static func rebased(_ own: JSON?, from base: JSON?, onto new: JSON?) -> JSON? {
    guard own != base else { return new }
    guard let members = own?.object, let old = base?.object, var merged = new?.object else { return own }
    for (name, _) in Array(members) + Array(old) {
      merged[name] = rebased(members[name], from: old[name], onto: new?[name])
    }
    return .object(merged)
  }
}
