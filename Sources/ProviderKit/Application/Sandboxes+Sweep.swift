import Flow
import Synchronization

extension Sandboxes {
  /// Ends what has expired, and sandboxes that were idle for too long; called about every second.
  ///
  /// Skips sandboxes at rest until one of their transactions ends, their lifetime is over, or they are used again.
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
      guard now - entry.lastUsed >= Self.restAfter, let next = entry.application.nextSweep else { continue }
      rest(name, since: entry, until: next)
    }
  }

  /// How long a sandbox is visited after its last call, which may have to fetch the client's keys before it opens a login.
  static var restAfter: Duration { .seconds(5) }

  private func due(at now: Instant) -> [(name: String, entry: Entry)] {
    state.withLock { state in
      while let first = state.idle.first, first.at <= now {
        state.idle.popFirst()
        guard let entry = state.entries[first.item] else { continue }
        if entry.expected == first.at { state.entries[first.item]?.expected = nil }
        state.awake.insert(first.item)
      }
      return state.awake.sorted().compactMap { name in state.entries[name].map { (name, $0) } }
    }
  }

  /// Puts a sandbox to rest, unless it was used since `entry` was read.
  private func rest(_ name: String, since entry: Entry, until next: Instant) {
    state.withLock { state in
      guard let present = state.entries[name], present.lastUsed == entry.lastUsed,
        present.application === entry.application
      else { return }
      state.entries[name]?.isAtRest = true
      state.awake.remove(name)
      state.expect(name, at: min(next, present.lastUsed + present.lifetime))
    }
  }
}

extension Sandboxes.State {
  /// Schedules a look at the sandbox, unless there is an earlier one, which then schedules the next.
  fileprivate mutating func expect(_ name: String, at moment: Instant) {
    if let expected = entries[name]?.expected, expected <= moment { return }
    entries[name]?.expected = moment
    idle.add(name, at: moment)
    forgetEnded()
  }

  /// Drops the agenda's entries of sandboxes that have ended, so that it does not grow with their number, and entries
  /// that an earlier one has replaced.
  mutating func forgetEnded() {
    guard idle.count > 2 * entries.count + 1024 else { return }
    idle = Agenda()
    for (name, entry) in entries { if let expected = entry.expected { idle.add(name, at: expected) } }
  }
}
