import Synchronization

/// The time of one sandbox: real, or frozen and moved by hand.
///
/// It never goes back, and stops with the year 9999. Everything that the emulator issues or lets expire reads this clock
/// and no other.
package final class SandboxClock: Sendable {
  package enum Mode: String, Sendable {
    /// Runs with the wall clock, ahead of it by what was advanced.
    case real
    /// Stands still until it is advanced.
    case frozen
  }

  /// The time against which the times that a client wrote are checked.
  package enum ClientTimes: String, CaseIterable, Sendable {
    /// The real time, so that advancing the clock by a day does not break every login.
    case real
    /// The sandbox's time, for clients that follow it too.
    case sandbox
  }

  private struct State {
    var mode: Mode
    var frozenAt: Instant
    var ahead: Duration = .zero
    var skew: Duration = .zero
    var latest: Instant
    var clientTimes = ClientTimes.real
  }

  private let wall: @Sendable () -> Instant
  private let state: Mutex<State>

  /// With `frozenAt` the clock stands still at that moment.
  package init(wall: @escaping @Sendable () -> Instant, frozenAt: Instant? = nil) {
    self.wall = wall
    let start = frozenAt ?? wall()
    state = Mutex(State(mode: frozenAt == nil ? .real : .frozen, frozenAt: start, latest: start))
  }

  package var now: Instant {
    state.withLock { state in current(&state) }
  }

  /// All times, read at once.
  package func read() -> ClockReading {
    let real = wall()
    return state.withLock { state in
      let now = current(&state)
      return ClockReading(
        now: now, written: now + state.skew, forClients: state.clientTimes == .real ? real : now, real: real)
    }
  }

  /// What tokens are given as the present: `now` shifted by the skew.
  package var written: Instant {
    state.withLock { state in current(&state) + state.skew }
  }

  /// The real time, for HTTP, timeouts of calls and the life of sandboxes.
  package var real: Instant { wall() }

  /// The present for times that a client wrote: `exp`, `iat` and `nbf` of its assertions and request objects.
  package var forClients: Instant {
    state.withLock { state in
      switch state.clientTimes {
      case .real: wall()
      case .sandbox: current(&state)
      }
    }
  }

  package var clientTimes: ClientTimes { state.withLock { $0.clientTimes } }

  package func setClientTimes(_ clientTimes: ClientTimes) {
    state.withLock { $0.clientTimes = clientTimes }
  }

  package var mode: Mode {
    state.withLock { $0.mode }
  }

  /// Moves the clock forward; a negative duration is ignored.
  package func advance(by duration: Duration) {
    guard duration > .zero else { return }
    state.withLock { state in
      let target = current(&state) + duration
      state.frozenAt = target
      // The wall clock may have gone back since; the sandbox still moves by the whole duration.
      state.ahead = max(state.ahead, target - wall())
    }
  }

  /// Stops the clock now, or at a later moment.
  package func freeze(at instant: Instant? = nil) {
    state.withLock { state in
      let present = current(&state)
      state.frozenAt = max(present, instant ?? present)
      state.mode = .frozen
    }
  }

  /// Lets the clock run on from where it stands, or from the wall clock if that is later.
  package func run() {
    state.withLock { state in
      let present = current(&state)
      state.mode = .real
      state.ahead = max(.zero, present - wall())
    }
  }

  /// How far the times in tokens are ahead.
  package var skew: Duration { state.withLock { $0.skew } }

  /// Shifts the times written into tokens, and nothing else.
  package func setSkew(_ skew: Duration) {
    state.withLock { $0.skew = skew }
  }

  /// Restores the present state: the only way back, for sandboxes that are restored as a whole.
  ///
  /// A clock that ran goes on running: time that really passed is not taken back.
  package func saved() -> Restoration {
    let saved = state.withLock { $0 }
    return { [weak self] in
      guard let self else { return }
      let wall = wall()
      state.withLock { state in
        state = saved
        state.latest = saved.mode == .frozen ? saved.frozenAt : max(saved.latest, wall + saved.ahead)
      }
    }
  }

  private func current(_ state: inout State) -> Instant {
    let instant =
      switch state.mode {
      case .real: state.ahead == .zero ? wall() : wall() + state.ahead
      case .frozen: state.frozenAt
      }
    state.latest = max(state.latest, min(instant, .latest))
    return state.latest
  }
}
