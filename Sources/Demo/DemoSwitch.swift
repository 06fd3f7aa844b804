/// One mistake that the demonstration's relying party makes on purpose.
///
/// It skips a check, or refuses something valid. Each lists the cases that it fails, which proves the cases themselves.
struct DemoSwitch: Sendable, Hashable {
  let name: String
  /// What follows "This relying party".
  let title: String
  /// What follows from it, in one sentence.
  let consequence: String
  /// The names of the cases it fails, over all providers; it passes the others.
  let fails: Set<String>
  /// True if it refuses what is right, instead of accepting what is wrong.
  let isTooStrict: Bool

  init(_ name: String, _ title: String, _ consequence: String, fails: Set<String>) {
    self.init(name: name, title: title, consequence: consequence, fails: fails, isTooStrict: false)
  }

  init(tooStrict name: String, _ title: String, _ consequence: String, fails: Set<String>) {
    self.init(name: name, title: title, consequence: consequence, fails: fails, isTooStrict: true)
  }

  private init(name: String, title: String, consequence: String, fails: Set<String>, isTooStrict: Bool) {
    (self.name, self.title, self.consequence) = (name, title, consequence)
    (self.fails, self.isTooStrict) = (fails, isTooStrict)
  }

  var sentence: String { "This relying party \(title)." }

  static func == (left: DemoSwitch, right: DemoSwitch) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// The switches that are set on a visit.
struct DemoSwitches: Sendable {
  let chosen: [DemoSwitch]

  init(_ chosen: [DemoSwitch] = []) { self.chosen = chosen }

  /// Reads a list such as `nonce,aud`; only the party's own switches count.
  ///
  /// - Returns: the names that the party does not have, if there are any.
  static func read(_ list: String?, of party: any DemoParty) -> Result<DemoSwitches, UnknownSwitches> {
    let names = (list ?? "").split(separator: ",").map { $0.trimming() }.filter { !$0.isEmpty }
    let known = party.switches
    let unknown = names.filter { name in !known.contains { $0.name == name } }
    guard unknown.isEmpty else { return .failure(UnknownSwitches(names: unknown, known: known)) }
    return .success(DemoSwitches(known.filter { names.contains($0.name) }))
  }

  func has(_ wanted: DemoSwitch) -> Bool { chosen.contains(wanted) }

  /// As in the query of an address; empty if nothing is set.
  var list: String { chosen.map(\.name).joined(separator: ",") }
}

struct UnknownSwitches: Error {
  let names: [String]
  let known: [DemoSwitch]

  var text: String {
    let list = known.map { "  \($0.name): \($0.sentence) \($0.consequence)" }.joined(separator: "\n")
    return "There is no switch \(names.joined(separator: ", ")) here. These are:\n\(list)\n"
  }
}

extension Substring {
  fileprivate func trimming() -> String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}
