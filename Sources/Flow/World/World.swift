/// The clients and people of a sandbox.
public struct World: Sendable {
  /// The people by key.
  public var people: [String: Person]
  /// The clients by provider and client id, each as its provider reads it.
  public var clients: [String: [String: any Client]]

  /// Apps of relying parties, by key, that open links of the emulator's own host.
  public var apps: [String: TestApp] = [:]

  /// A world of people and clients.
  public init(people: [String: Person] = [:], clients: [String: [String: any Client]] = [:]) {
    (self.people, self.clients) = (people, clients)
  }

  /// The person who logs in where neither the scenario nor the request names one.
  public static let usualPerson = "anna"

  /// The key of the client that stands for every id that has no entry of its own.
  public static let anyClient = "*"

  /// The person with a phone number.
  public func person(withPhone phone: PhoneNumber) -> Person? {
    people.values.first { $0.phoneNumber.flatMap { PhoneNumber($0) } == phone }
  }

  /// The client of an id: its own entry, else the one that stands for any, else none.
  public func client(_ identifier: String, of provider: String) -> (any Client)? {
    let known = clients[provider]
    return known?[identifier] ?? known?[World.anyClient]
  }
}

/// A registered relying party, as its provider understands it.
public protocol Client: Sendable {
  /// The id under which it is registered, `"*"` for the one that stands for any.
  var identifier: String { get }
}
