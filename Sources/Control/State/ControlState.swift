import Synchronization

/// What the control plane says about the program: whether it is ready, and who vouches for its certificates.
package final class ControlState: Sendable {
  /// Who vouches for the certificate that https shows.
  package enum Authority: Sendable, Hashable {
    /// Nobody: https is not served.
    case none
    /// The program's own authority, as PEM text.
    case certificate(String)
    /// Whoever the user's certificate names.
    case own
  }

  private struct State {
    var isReady = false
    var authority = Authority.none
    var ports: Set<Int>?
    var streams = 0
    var connections: @Sendable () -> Int? = { nil }
    var process: @Sendable () -> ProcessFigures? = { nil }
  }

  private let state = Mutex(State())

  /// The program's version.
  package let version: String

  /// The state of a program that has just started.
  package init(version: String = "") { self.version = version }

  /// True if every address is served.
  package var isReady: Bool { state.withLock { $0.isReady } }

  /// Who vouches for the certificates.
  package var authority: Authority { state.withLock { $0.authority } }

  /// The only ports that answer control calls; `nil` for all.
  package var ports: Set<Int>? { state.withLock { $0.ports } }

  /// True if one more stream of events may be open; if so it counts from now on.
  func takeSeat() -> Bool {
    state.withLock { state in
      guard state.streams < ControlLimits.streams else { return false }
      state.streams += 1
      return true
    }
  }

  /// A stream of events has ended.
  func giveSeatBack() { state.withLock { $0.streams -= 1 } }

  /// How many streams of events are open.
  package var openStreams: Int { state.withLock { $0.streams } }

  /// How many connections are open, where that is known.
  var connections: Int? { state.withLock { $0.connections }() }

  /// What the operating system says of the process, where that is known.
  var process: ProcessFigures? { state.withLock { $0.process }() }

  /// Says how the program is measured.
  package func measure(
    connections: @escaping @Sendable () -> Int?, process: @escaping @Sendable () -> ProcessFigures?
  ) {
    state.withLock { state in (state.connections, state.process) = (connections, process) }
  }

  /// Lets only these ports answer control calls.
  package func restrict(to ports: Set<Int>) { state.withLock { $0.ports = ports } }

  /// Every address is served from now on.
  package func becomeReady() { state.withLock { $0.isReady = true } }

  /// Says who vouches for the certificates.
  package func setAuthority(_ authority: Authority) { state.withLock { $0.authority = authority } }
}
