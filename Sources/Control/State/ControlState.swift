package import Flow
package import ProviderKit
import Synchronization

/// What the control plane reports about the program, such as its readiness and its certificate authority.
package final class ControlState: Sendable {
  /// The authority of the https certificate.
  package enum Authority: Sendable, Hashable {
    /// https is not served.
    case none
    /// The program's own authority, as PEM text.
    case certificate(String)
    /// The user's certificate has an authority of its own.
    case own
  }

  private struct State {
    var isReady = false
    var authority = Authority.none
    var addresses: [String] = []
    /// By the number of the token that opened them.
    var streams: [Int: Int] = [:]
    var connections: @Sendable () -> Int? = { nil }
    var process: @Sendable () -> ProcessFigures? = { nil }
  }

  private let state = Mutex(State())

  package let version: String
  /// The other replicas, `HOST:PORT` each; this one may be among them.
  package let peers: [String]
  /// Distinguishes this process from its replicas.
  let instance: String
  /// The severity from which a broken rule is a failure, unless a report sets its own.
  let failsFrom: Rule.Severity
  /// Whether a story fails if nothing showed what the relying party did.
  let failsOnUnseen: Bool
  let past = PastSandboxes()
  package let access = ControlAccess()

  package init(
    version: String = "", failsFrom: Rule.Severity = .error, failsOnUnseen: Bool = false,
    peers: [String] = [], instance: String = ""
  ) {
    (self.version, self.failsFrom, self.failsOnUnseen) = (version, failsFrom, failsOnUnseen)
    (self.peers, self.instance) = (peers, instance)
  }

  func failure(of settings: Sandbox.Settings) -> FailureLevel {
    FailureLevel(failsFrom, unmet: settings.unmetSeverity, includesUnseen: failsOnUnseen)
  }

  /// True if every address is served.
  package var isReady: Bool { state.withLock { $0.isReady } }

  package var authority: Authority { state.withLock { $0.authority } }

  /// The base URLs at which it listens.
  var addresses: [String] { state.withLock { $0.addresses } }

  /// Takes one of a token's seats for event streams; false if all are taken.
  func takeSeat(of owner: Int, among limit: Int) -> Bool {
    state.withLock { state in
      guard state.streams[owner, default: 0] < limit else { return false }
      state.streams[owner, default: 0] += 1
      return true
    }
  }

  /// Called once for each seat taken.
  func giveSeatBack(of owner: Int) { state.withLock { $0.streams[owner, default: 1] -= 1 } }

  package var openStreams: Int { state.withLock { $0.streams.values.reduce(0, +) } }

  /// The number of open connections; `nil` if unknown.
  var connections: Int? { state.withLock { $0.connections }() }

  /// `nil` if unknown.
  var process: ProcessFigures? { state.withLock { $0.process }() }

  /// Sets the functions that measure the program; metrics call them each time.
  package func measure(
    connections: @escaping @Sendable () -> Int?, process: @escaping @Sendable () -> ProcessFigures?
  ) {
    state.withLock { state in (state.connections, state.process) = (connections, process) }
  }

  package func becomeReady() { state.withLock { $0.isReady = true } }

  package func setAddresses(_ urls: [String]) { state.withLock { $0.addresses = urls } }

  package func setAuthority(_ authority: Authority) { state.withLock { $0.authority = authority } }
}
