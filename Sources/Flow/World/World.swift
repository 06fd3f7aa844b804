/// The clients and people of a sandbox.
package struct World: Sendable {
  /// The people by key.
  package var people: [String: Person]
  /// The clients by provider and client id, each as its provider reads it.
  package var clients: [String: [String: any Client]]

  /// Apps of relying parties, by key, that open links of the emulator's own host.
  package var apps: [String: TestApp] = [:]

  /// A world of people and clients.
  package init(people: [String: Person] = [:], clients: [String: [String: any Client]] = [:]) {
    (self.people, self.clients) = (people, clients)
  }

  /// The person who logs in where neither the scenario nor the request names one.
  package static let usualPerson = "anna"

  /// The key of the client that stands for every id that has no entry of its own.
  package static let anyClient = "*"

  /// The person with a phone number; the first by key, where several have it.
  package func person(withPhone phone: PhoneNumber) -> Person? {
    people.sorted { $0.key < $1.key }.first { $0.value.phoneNumber.flatMap { PhoneNumber($0) } == phone }?
      .value
  }

  /// The client of an id: its own entry, else the one that stands for any, else none.
  package func client(_ identifier: String, of provider: String) -> (any Client)? {
    let known = clients[provider]
    return known?[identifier] ?? known?[World.anyClient]
  }
}

/// A registered relying party, as its provider understands it.
package protocol Client: Sendable {
  /// The id under which it is registered, `"*"` for the one that stands for any.
  var identifier: String { get }
}
