/// The switches and lifetimes in force for one transaction.
///
/// A scenario wins over the client, the client over its preset, the preset over the provider's standard. Transactions keep
/// their switches and are copied at every call, so what is in force is one table, and a copy is one reference.
public struct Switches: Sendable {
  private let table: SwitchTable

  /// The switches of a client, with a scenario's over them.
  public init(client: [String: QuirkValue], scenario: Scenario?, standards: VocabularyStandards) {
    guard let scenario, !(scenario.quirks.isEmpty && scenario.lifetimes.isEmpty) else {
      // Nearly all transactions have their provider's standards, which are a table already.
      table =
        client.isEmpty
        ? standards.table : SwitchTable(standards.table, client: client, scenario: [:], lifetimes: [:])
      return
    }
    table = SwitchTable(
      standards.table, client: client, scenario: scenario.quirks, lifetimes: scenario.lifetimes)
  }

  /// The value of a quirk; a name that the vocabulary lacks is off.
  public func value(_ name: String) -> QuirkValue {
    table.names.quirks[name].map { table.quirks[$0] } ?? .flag(false)
  }

  /// The value of the quirk at a place of the vocabulary, for who knows the place without the name.
  public func value(at place: Int) -> QuirkValue { table.quirks[place] }

  /// The length of a lifetime; a name that the vocabulary lacks is zero.
  public func lifetime(_ name: String) -> Duration {
    table.names.lifetimes[name].map { table.lifetimes[$0] } ?? .zero
  }

  /// The length of the lifetime at a place of the vocabulary.
  public func lifetime(at place: Int) -> Duration { table.lifetimes[place] }
}

/// The provider's standards, made once from its vocabulary.
public struct VocabularyStandards: Sendable {
  let table: SwitchTable

  /// The standards of a vocabulary.
  public init(_ vocabulary: Vocabulary) {
    table = SwitchTable(vocabulary)
  }
}

/// What is in force, in the order of the vocabulary.
final class SwitchTable: Sendable {
  /// The places of the names, the same for all tables of a vocabulary.
  final class Names: Sendable {
    let quirks: [String: Int]
    let lifetimes: [String: Int]

    init(_ vocabulary: Vocabulary) {
      quirks = Self.places(vocabulary.quirks.map(\.term.name))
      lifetimes = Self.places(vocabulary.lifetimes.map(\.term.name))
    }

    private static func places(_ names: [String]) -> [String: Int] {
      Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    }
  }

  let names: Names
  let quirks: [QuirkValue]
  let lifetimes: [Duration]

  /// A vocabulary's standards.
  init(_ vocabulary: Vocabulary) {
    names = Names(vocabulary)
    quirks = vocabulary.quirks.map(\.standard)
    lifetimes = vocabulary.lifetimes.map(\.standard)
  }

  /// The standards with what a client and then a scenario say instead.
  init(
    _ standards: SwitchTable, client: [String: QuirkValue], scenario: [String: QuirkValue],
    lifetimes changed: [String: Duration]
  ) {
    names = standards.names
    var quirks = standards.quirks
    for (name, value) in client { if let place = names.quirks[name] { quirks[place] = value } }
    for (name, value) in scenario { if let place = names.quirks[name] { quirks[place] = value } }
    var lifetimes = standards.lifetimes
    for (name, length) in changed { if let place = names.lifetimes[name] { lifetimes[place] = length } }
    (self.quirks, self.lifetimes) = (quirks, lifetimes)
  }
}
