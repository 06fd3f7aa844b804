import Flow
import Synchronization

extension Sandboxes {
  /// Ends what has expired, and sandboxes that were idle for too long; called about every second.
  ///
  /// Looks at the sandboxes that were used or have open transactions; one at rest is not looked at until its lifetime
  /// is over.
  package func sweep(isLast: Bool = false) {
    guard !isLast else {
      for (name, _) in all { _ = end(name, isLast: true) }
      return
    }
    let now = wall()
    for (name, entry) in due(at: now) {
      guard now - entry.lastUsed < entry.lifetime else {
        _ = end(name)
        continue
      }
      entry.application.sweep()
      if entry.application.isQuiet { rest(name, since: entry) }
    }
  }

  private func due(at now: Instant) -> [(name: String, entry: Entry)] {
    state.withLock { state in
      while let first = state.idle.first, first.at <= now {
        state.idle.popFirst()
        guard state.entries[first.item] != nil else { continue }
        state.entries[first.item]?.isExpected = false
        state.awake.insert(first.item)
      }
      return state.awake.sorted().compactMap { name in state.entries[name].map { (name, $0) } }
    }
  }

  /// Puts a quiet sandbox to rest, unless it was used since `entry` was read: nothing in it can expire until its next use.
  private func rest(_ name: String, since entry: Entry) {
    state.withLock { state in
      guard let present = state.entries[name], present.lastUsed == entry.lastUsed,
        present.application === entry.application
      else { return }
      state.entries[name]?.isAtRest = true
      state.awake.remove(name)
      // One that is in the agenda already is looked at then, and again later if it was used since.
      if !present.isExpected { state.expect(name) }
    }
  }
}

extension Sandboxes.State {
  /// Schedules a look at the sandbox for when it has been idle for too long.
  fileprivate mutating func expect(_ name: String) {
    guard let entry = entries[name] else { return }
    idle.add(name, at: entry.lastUsed + entry.lifetime)
    entries[name]?.isExpected = true
  }

  /// Drops the agenda's entries of sandboxes that have ended, so that it does not grow with their number.
  mutating func forgetEnded() {
    guard idle.count > 2 * entries.count + 1024 else { return }
    idle = Agenda()
    for (name, entry) in entries where entry.isExpected { expect(name) }
  }
}
