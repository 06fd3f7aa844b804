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

  private struct State {
    var entries: [BCID: Entry] = [:]
    var order: [BCID] = []
  }

  private let capacity: Int
  private let state = Mutex(State())
  /// Whether anything was ever noted: until then nobody has to wait for the lock.
  private let isUsed = Atomic<Bool>(false)

  init(capacity: Int = 100_000) { self.capacity = capacity }

  /// What puts everything back that is kept now.
  func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in self?.state.withLock { $0 = saved } }
  }

  /// What became of a BCID; `nil` when nothing did.
  subscript(bcid: BCID) -> Entry? {
    guard isUsed.load(ordering: .acquiring) else { return nil }
    return state.withLock { $0.entries[bcid] }
  }

  /// Notes what became of a BCID.
  func set(_ entry: Entry, for bcid: BCID) {
    isUsed.store(true, ordering: .releasing)
    state.withLock { state in
      if state.entries.updateValue(entry, forKey: bcid) == nil { state.order.append(bcid) }
      guard state.order.count > capacity else { return }
      for old in state.order.prefix(capacity / 2) { state.entries[old] = nil }
      state.order.removeFirst(capacity / 2)
    }
  }

  /// Whether any BCID of a partition is enrolled here.
  func hasAny(in partition: BCID) -> Bool {
    state.withLock { state in
      state.entries.contains { bcid, entry in entry != .deleted && bcid.wholePartition == partition }
    }
  }
}

/// The people of the world by their BCIDs, looked up once for each library.
final class PeopleByBCID: Sendable {
  private let known = Mutex<(version: Int, people: [BCID: Holder])?>(nil)

  /// A person who has a BCID.
  struct Holder: Sendable {
    let person: Person
    /// The BCID as tokens and results write it.
    let text: String
  }

  /// Who has a BCID.
  func holder(of bcid: BCID, in sandbox: Sandbox) -> Holder? { all(of: sandbox)[bcid] }

  /// The person of a BCID.
  func find(_ bcid: BCID, in sandbox: Sandbox) -> Person? { holder(of: bcid, in: sandbox)?.person }

  /// Everybody who has one.
  func all(of sandbox: Sandbox) -> [BCID: Holder] {
    let version = sandbox.version
    return known.withLock { known in
      if let known, known.version == version { return known.people }
      var people: [BCID: Holder] = [:]
      // Of two with the same BCID the first by name has it.
      for person in sandbox.library.world.people.values.sorted(by: { $0.key > $1.key }) {
        if let bcid = person.bcid { people[bcid] = Holder(person: person, text: bcid.text) }
      }
      known = (version, people)
      return people
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
    template(bcid, switches, hasHolder: people.holder(of: bcid, in: sandbox) != nil)
  }

  /// The same where it may be known already whether somebody of the world has the BCID.
  func template(
    _ bcid: BCID, _ switches: BioIDSwitches, hasHolder: @autoclosure () -> Bool
  ) -> BWSTraits? {
    switch templates[bcid] {
    case .enrolled(let traits): traits
    case .deleted: nil
    case nil: switches[.templates].word == "people" && hasHolder() ? .standard : nil
    }
  }
}
