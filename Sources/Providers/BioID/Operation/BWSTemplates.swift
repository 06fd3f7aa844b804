import Flow
import ProviderKit
import Synchronization

/// The templates that this sandbox enrolled or deleted (§3).
///
/// Beyond the capacity, the older half of the entries is dropped.
final class BWSTemplates: Sendable {
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

  /// `nil` if the BCID was neither enrolled nor deleted.
  subscript(bcid: BCID) -> Entry? { state.withLock { $0.entries[bcid] } }

  func set(_ entry: Entry, for bcid: BCID) {
    state.withLock { state in
      if state.entries.updateValue(entry, forKey: bcid) == nil { state.order.append(bcid) }
      guard state.order.count > capacity else { return }
      for old in state.order.prefix(capacity / 2) { state.entries[old] = nil }
      state.order.removeFirst(capacity / 2)
    }
  }

  /// The BCIDs of a partition that were enrolled or deleted, in no order.
  func known(in partition: BCID) -> [BCID] {
    state.withLock { state in state.entries.keys.filter { $0.wholePartition == partition } }
  }
}

/// The people of the world by their BCIDs, collected once for each version of the library.
final class PeopleByBCID: Sendable {
  private let cache = Mutex<(version: Int, people: [BCID: Person])?>(nil)

  func find(_ bcid: BCID, in sandbox: Sandbox) -> Person? {
    let version = sandbox.version
    return cache.withLock { cache in
      if let cache, cache.version == version { return cache.people[bcid] }
      var people: [BCID: Person] = [:]
      // If two people have the same BCID, the first by key gets it.
      for person in sandbox.library.world.people.values.sorted(by: { $0.key > $1.key }) {
        if let bcid = person.bcid { people[bcid] = person }
      }
      cache = (version, people)
      return people[bcid]
    }
  }
}

extension Person {
  var bcid: BCID? { identifiers["bcid"].flatMap { BCID($0) } }
}

extension BioID {
  /// True if the request's BCID has a template for each of its traits.
  func isEnrolled(_ request: BWSTokenRequest, _ switches: BioIDSwitches) -> Bool {
    request.bcid.flatMap { template($0, switches) }?.isSuperset(of: request.traits) == true
  }

  /// The enrolled traits of a BCID; `nil` if it has no template.
  func template(_ bcid: BCID, _ switches: BioIDSwitches) -> BWSTraits? {
    switch templates[bcid] {
    case .enrolled(let traits): traits
    case .deleted: nil
    case nil: switches[.templates].word == "people" && people.find(bcid, in: sandbox) != nil ? .standard : nil
    }
  }
}
