import JSON

/// Reads the worlds of all layers into one.
struct WorldReader {
  let schemas: [String: ProviderSchema]
  let now: Instant
  private let isStrict: Bool
  var world = World()
  /// The keys of people whose entries are wrong.
  private(set) var broken: Set<String> = []
  /// Problems that belong to no existing file.
  private(set) var unplaced: [FileProblem] = []
  /// The ids of all clients, including those whose entries are wrong.
  private var clientNames: [String: Set<String>] = [:]
  private var origins: [String: Origin] = [:]
  /// By provider and id.
  private var clientOrigins: [String: [String: Origin]] = [:]
  private var entries = 0
  /// Where the latest `default_person` is.
  private var defaultPerson: ValueReader?
  /// True if a world could not be read at all, so that its people and clients are unknown.
  var isIncomplete = false

  /// Where the entry of a person or client is.
  private struct Origin {
    let reader: ObjectReader
    /// The number of the entry in the order of reading.
    let order: Int

    /// Notes a problem with a member, or with a member's member as in `ids.bcid`.
    func report(_ path: String, _ message: String) {
      let parts = path.split(separator: ".").map(String.init)
      guard parts.count == 2, let inner = reader.object(parts[0]) else {
        return reader.problem(at: path, message)
      }
      inner.problem(at: parts[1], message)
    }

    /// The value that the members lead to.
    func value(at path: [String]) -> ValueReader? {
      var reader: ObjectReader? = reader
      for member in path.dropLast() { reader = reader?.object(member) }
      return path.last.flatMap { reader?.value($0) }
    }
  }

  init(schemas: [String: ProviderSchema], now: Instant, isStrict: Bool) {
    (self.schemas, self.now, self.isStrict) = (schemas, now, isStrict)
  }

  /// The ids of a provider's clients; `nil` if not all are known, or one stands for any id, which `--strict` drops.
  func clients(of provider: String) -> [String]? {
    let names = (clientNames[provider] ?? []).union((world.clients[provider] ?? [:]).keys)
    guard !isIncomplete, isStrict || !names.contains(World.anyClient) else { return nil }
    return names.filter { $0 != World.anyClient }.sorted()
  }

  /// Merges a world over those read before.
  mutating func read(_ file: SourceFile) {
    guard let node = file.node, let reader = ObjectReader(node, problems: file.problems) else {
      isIncomplete = true
      return
    }
    _ = reader.string("$schema")
    if let value = reader.value("default_person"), let key = value.string() {
      (world.defaultPerson, defaultPerson) = (key, value)
    }
    for entry in reader.object("people")?.entries() ?? [] { readPerson(entry, of: file) }
    for entry in reader.object("clients")?.entries() ?? [] { readClients(entry, of: file) }
    for entry in reader.object("apps")?.entries() ?? [] {
      guard let app = entry.value.object() else { continue }
      world.apps[entry.name] = TestAppReader().app(entry.name, app)
      app.finish()
    }
    reader.close()
  }

  /// Checks what only all layers together can show.
  mutating func check(lastLayer: String) {
    checkUnique(
      "phone number",
      values: { person in
        person.phoneNumber.flatMap { PhoneNumber($0) }.map { [(path: "phone_number", value: $0.claim)] }
          ?? []
      })
    checkUnique(
      "identifier",
      values: { person in
        person.identifiers.sorted { $0.key < $1.key }.map { (path: "ids.\($0.key)", value: $0.value) }
      })
    checkCredentials()
    checkNamedPeople()
    checkDefaultPerson(lastLayer)
  }

  private mutating func checkDefaultPerson(_ lastLayer: String) {
    let key = world.defaultPerson
    guard world.usualPerson == nil, !broken.contains(key), !isIncomplete else { return }
    if let defaultPerson {
      _ = defaultPerson.oneOf(world.people.keys.sorted(), what: "person")
      return
    }
    unplaced.append(
      FileProblem(
        file: "\(lastLayer)/world.json",
        message:
          "there is no person \"\(key)\", who logs in where nobody is named; add people.\(key), or name "
          + "another with \"default_person\""))
  }

  private mutating func readPerson(_ entry: ObjectReader.NamedValue, of file: SourceFile) {
    let key = entry.name
    let problems = JSONProblems()
    let value = ValueReader(entry.value.node, path: entry.value.path, problems: problems)
    if !isName(key) {
      problems.add(
        JSONProblem(
          position: entry.namePosition, path: "people",
          message:
            "a person's key has small letters, digits, \"-\" and \"_\" only, found \(JSONProblem.quoted(key))"
        ))
    }
    if let reader = value.object() {
      world.people[key] = PersonReader(now: now).person(key, reader)
      // Problems found later go to the file as well.
      if let later = entry.value.object() {
        entries += 1
        origins[key] = Origin(reader: later, order: entries)
      }
    }
    if problems.isEmpty {
      broken.remove(key)
    } else {
      broken.insert(key)
      world.people[key] = nil
    }
    for problem in problems.sorted { file.problems.add(problem) }
  }

  private mutating func readClients(_ entry: ObjectReader.NamedValue, of file: SourceFile) {
    let names = ValueReader(
      JSONNode(position: entry.namePosition, content: .string(entry.name)), path: "clients",
      problems: file.problems)
    guard names.oneOf(schemas.keys.sorted(), what: "provider") != nil, let schema = schemas[entry.name],
      let map = entry.value.object()
    else { return }
    for client in map.entries() {
      clientNames[entry.name, default: []].insert(client.name)
      guard let reader = client.value.object() else { continue }
      _ = reader.string("note")
      let value = schema.readClient(client.name, reader)
      reader.finish()
      guard let value else { continue }
      world.clients[entry.name, default: [:]][client.name] = value
      // Problems found later go to the file as well.
      if let later = client.value.object() {
        entries += 1
        clientOrigins[entry.name, default: [:]][client.name] = Origin(reader: later, order: entries)
      }
    }
  }

  /// Reports people that clients name and no layer has.
  private func checkNamedPeople() {
    guard !isIncomplete else { return }
    for (provider, clients) in world.clients.sorted(by: { $0.key < $1.key }) {
      for (name, client) in clients.sorted(by: { $0.key < $1.key }) {
        for (path, key) in client.namedPeople where world.people[key] == nil && !broken.contains(key) {
          let value = clientOrigins[provider]?[name]?.value(at: path)
          _ = value?.oneOf(world.people.keys.sorted(), what: "person")
        }
      }
    }
  }

  /// Reports the second of two clients that could not be told apart on the wire.
  private func checkCredentials() {
    for (provider, clients) in world.clients.sorted(by: { $0.key < $1.key }) {
      let origins = clientOrigins[provider] ?? [:]
      var owners: [String: String] = [:]
      for client in clients.values.sorted(by: {
        (origins[$0.identifier]?.order ?? 0) < (origins[$1.identifier]?.order ?? 0)
      }) {
        for (member, value) in client.credentials {
          guard let owner = owners.updateValue(client.identifier, forKey: "\(member)=\(value)") else {
            continue
          }
          origins[client.identifier]?.report(
            member, "the client \(JSONProblem.quoted(owner)) has the same \(member)")
        }
      }
    }
  }

  /// Reports the second of two people who share something that identifies a person.
  private func checkUnique(_ what: String, values: (Person) -> [(path: String, value: String)]) {
    var owners: [String: String] = [:]
    let people = world.people.values.sorted { (origins[$0.key]?.order ?? 0) < (origins[$1.key]?.order ?? 0) }
    for person in people {
      for (path, value) in values(person) {
        guard let owner = owners.updateValue(person.key, forKey: "\(path)=\(value)") else { continue }
        origins[person.key]?.report(path, "\(owner) has the same \(what)")
      }
    }
  }
}
