/// The clients and people of a sandbox.
package struct World: Sendable {
  /// By key.
  package var people: [String: Person]
  /// By provider and client id, each as its provider reads it.
  package var clients: [String: [String: any Client]]

  /// Apps of relying parties, by key, that open links of the emulator's own host.
  package var apps: [String: TestApp] = [:]

  package init(people: [String: Person] = [:], clients: [String: [String: any Client]] = [:]) {
    (self.people, self.clients) = (people, clients)
  }

  /// The key of the person who logs in if neither the scenario nor the request names one.
  package var defaultPerson = "anna"

  /// The key of the client that stands for every id that has no entry of its own.
  package static let anyClient = "*"

  /// The person who logs in if neither the scenario nor the request names one.
  package var usualPerson: Person? { people[defaultPerson] }

  /// The first by key, if several people match, so that every run finds the same one.
  package func person(where matches: (Person) -> Bool) -> Person? {
    people.values.filter(matches).min { $0.key < $1.key }
  }

  /// The first by key, if several have the number.
  package func person(withPhone phone: PhoneNumber) -> Person? {
    person { $0.phoneNumber.flatMap { PhoneNumber($0) } == phone }
  }

  /// The client whose settings apply where a call names none: the one that stands for any, else the first by id.
  package func standardClient(of provider: String) -> (any Client)? {
    let clients = clients[provider] ?? [:]
    return clients[Self.anyClient] ?? clients.min { $0.key < $1.key }?.value
  }

  /// The id's own entry, or else the one that stands for any.
  package func client(_ identifier: String, of provider: String) -> (any Client)? {
    let known = clients[provider]
    return known?[identifier] ?? known?[World.anyClient]
  }

  /// What people read of a client: the name of its own entry, else its id.
  package func name(ofClient identifier: String, of provider: String) -> String {
    guard identifier != Self.anyClient else { return "an unregistered client" }
    return clients[provider]?[identifier]?.name ?? identifier
  }
}

/// A registered relying party, as its provider understands it.
package protocol Client: Sendable {
  /// The id under which it is registered, `"*"` for the one that stands for any.
  var identifier: String { get }
  /// What people read of it; its id unless its entry says.
  var name: String { get }
  /// What names it on the wire in place of its id, by member of its entry: no two clients of a provider can share one.
  var credentials: [(member: String, value: String)] { get }
  /// The keys of people that its entry names, with the members that lead there.
  var namedPeople: [(path: [String], key: String)] { get }
}

extension Client {
  package var name: String { identifier }
  package var credentials: [(member: String, value: String)] { [] }
  package var namedPeople: [(path: [String], key: String)] { [] }
}
