package import Flow

extension Sandbox {
  /// Ends what has run out, orders what is to be sent because of it, and notes where the others stand.
  package func settle(_ providers: [any Provider]) {
    let now = environment.clock.now
    for provider in providers { provider.sweep(isLast: false, at: now) }
    observe(providers)
  }

  /// Notes where all open transactions of providers stand now, for those that reach a state by time alone.
  package func observe(_ providers: [any Provider]) {
    let now = environment.clock.now
    for provider in providers where changes.note(provider.transactions, at: now) {
      waiters.touch(Waiters.changes)
    }
  }

  /// Makes a snapshot of the sandbox with its providers.
  package func snapshot(of providers: [any Provider], at time: ClockReading) -> Snapshots.Snapshot {
    snapshots.keep(saved() + providers.flatMap { $0.saved() }, at: time)
  }

  /// Puts the sandbox back; whoever waits in it looks again.
  package func restore(_ snapshot: Snapshots.Snapshot) {
    for restore in snapshot.restorations { restore() }
    clockMoved()
  }
}
