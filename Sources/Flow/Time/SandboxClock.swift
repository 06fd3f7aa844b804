import Synchronization

/// The time of one sandbox: real, or frozen and moved by hand.
///
/// It never goes back. Everything that the emulator issues or lets run out reads this clock and no other.
package final class SandboxClock: Sendable {
  /// How a clock runs.
  package enum Mode: Hashable, Sendable {
    /// Runs with the wall clock, ahead of it by what was advanced.
    case real
    /// Stands still until it is advanced.
    case frozen
  }

  /// By which time the times that a client made are judged.
  package enum ClientTimes: String, CaseIterable, Sendable {
    /// The real time, so that advancing the clock by a day does not break every login.
    case real
    /// The sandbox's time, for clients that live in it too.
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

  /// A clock over a wall clock; with `frozenAt` it stands still at that moment.
  package init(wall: @escaping @Sendable () -> Instant, frozenAt: Instant? = nil) {
    self.wall = wall
    let start = frozenAt ?? wall()
    state = Mutex(State(mode: frozenAt == nil ? .real : .frozen, frozenAt: start, latest: start))
  }

  /// The sandbox's present moment.
  package var now: Instant {
    state.withLock { state in current(&state) }
  }

  /// What a reading needs of one state of the clock.
  var standing: (now: Instant, skew: Duration, clientTimes: ClientTimes) {
    state.withLock { state in (current(&state), state.skew, state.clientTimes) }
  }

  /// What tokens say is now: the present moment shifted by the skew.
  package var written: Instant {
    state.withLock { state in current(&state) + state.skew }
  }

  /// The real time, for HTTP, timeouts of calls and the life of sandboxes.
  package var real: Instant { wall() }

  /// What is now for times that a client made: `exp`, `iat` and `nbf` of its assertions and request objects.
  package var forClients: Instant {
    state.withLock { state in
      switch state.clientTimes {
      case .real: wall()
      case .sandbox: current(&state)
      }
    }
  }

  /// By which time the times that a client made are judged.
  package var clientTimes: ClientTimes { state.withLock { $0.clientTimes } }

  /// Says by which time the times that a client made are judged.
  package func setClientTimes(_ clientTimes: ClientTimes) {
    state.withLock { $0.clientTimes = clientTimes }
  }

  /// How the clock runs.
  package var mode: Mode {
    state.withLock { $0.mode }
  }

  /// Moves the clock forward; a negative duration is ignored.
  package func advance(by duration: Duration) {
    guard duration > .zero else { return }
    state.withLock { state in
      let target = current(&state) + duration
      state.frozenAt = target
      // The wall clock may have gone back since; the sandbox still moves by the whole of the duration.
      state.ahead = max(state.ahead, target - wall())
    }
  }

  /// Stops the clock at its present moment, or at a later one.
  package func freeze(at instant: Instant? = nil) {
    state.withLock { state in
      let present = current(&state)
      state.frozenAt = max(present, instant ?? present)
      state.mode = .frozen
    }
  }

  /// Lets the clock run on from where it stands, or from the wall clock where that is later.
  package func run() {
    state.withLock { state in
      let present = current(&state)
      state.mode = .real
      state.ahead = max(.zero, present - wall())
    }
  }

  /// How much later than it is the times in tokens are.
  package var skew: Duration { state.withLock { $0.skew } }

  /// Shifts the times written into tokens, and nothing else.
  package func setSkew(_ skew: Duration) {
    state.withLock { $0.skew = skew }
  }

  /// What puts the clock back to where it stands now: the only way back, for sandboxes that are put back as a whole.
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
    state.latest = max(state.latest, instant)
    return state.latest
  }
}
