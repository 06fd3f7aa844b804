import Flow
import ProviderKit
import Synchronization

/// What is enrolled for each BCID: nothing, or the traits of a template (§3).
///
/// Bounded: beyond the capacity the oldest entries go.
final class BWSTemplates: Sendable {
  /// What became of a BCID in this sandbox.
  enum Entry: Sendable, Hashable {
    case enrolled(BWSTraits)
    case deleted
  }

  struct State {
    var entries: [BCID: Entry] = [:]
    var order: [BCID] = []
  }

  private let capacity: Int
  let state = Kept(State())

  init(capacity: Int = 100_000) { self.capacity = capacity }

  /// What became of a BCID; `nil` when nothing did.
  subscript(bcid: BCID) -> Entry? { state.withLock { $0.entries[bcid] } }

  /// Notes what became of a BCID.
  func set(_ entry: Entry, for bcid: BCID) {
    state.withLock { state in
      if state.entries.updateValue(entry, forKey: bcid) == nil { state.order.append(bcid) }
      guard state.order.count > capacity else { return }
      for old in state.order.prefix(capacity / 2) { state.entries[old] = nil }
      state.order.removeFirst(capacity / 2)
    }
  }

  func hasAny(in partition: BCID) -> Bool {
    state.withLock { state in
      state.entries.contains { bcid, entry in entry != .deleted && bcid.wholePartition == partition }
    }
  }
}

/// The people of the world by their BCIDs, looked up once for each library.
final class PeopleByBCID: Sendable {
  private let known = Mutex<(version: Int, people: [BCID: Person])?>(nil)

  /// The person of a BCID.
  func find(_ bcid: BCID, in sandbox: Sandbox) -> Person? {
    let version = sandbox.version
    return known.withLock { known in
      if let known, known.version == version { return known.people[bcid] }
      var people: [BCID: Person] = [:]
      // Of two with the same BCID the first by name has it.
      for person in sandbox.library.world.people.values.sorted(by: { $0.key > $1.key }) {
        if let bcid = person.bcid { people[bcid] = person }
      }
      known = (version, people)
      return people[bcid]
    }
  }
}

extension Person {
  /// The person's biometric class ID.
  var bcid: BCID? { identifiers["bcid"].flatMap { BCID($0) } }
}

extension BioID {
  /// The traits that are enrolled for a BCID, `nil` when none are.
  func template(_ bcid: BCID, _ switches: BioIDSwitches) -> BWSTraits? {
    switch templates[bcid] {
    case .enrolled(let traits): traits
    case .deleted: nil
    case nil: switches[.templates].word == "people" && people.find(bcid, in: sandbox) != nil ? .standard : nil
    }
  }
}
