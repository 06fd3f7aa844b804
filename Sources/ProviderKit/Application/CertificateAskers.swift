import Synchronization

/// How many sandboxes besides the root ask TLS clients for certificates on hosts that all sandboxes share.
///
/// The count is updated as sandboxes and their clients come and go, so that no handshake has to look at every
/// sandbox.
final class CertificateAskers: Sendable {
  private let count = Atomic<Int>(0)

  var isEmpty: Bool { count.load(ordering: .acquiring) == 0 }

  /// One sandbox's part in the count; none until the sandbox is served.
  final class Part: Sendable {
    private struct State {
      var askers: CertificateAskers?
      var isCounted = false
    }

    private let state = Mutex(State())

    func join(_ askers: CertificateAskers) { state.withLock { $0.askers = askers } }

    /// - Parameter asks: true if the sandbox asks now.
    func update(_ asks: () -> Bool) {
      state.withLock { state in
        guard let askers = state.askers else { return }
        let asks = asks()
        guard asks != state.isCounted else { return }
        state.isCounted = asks
        askers.count.add(asks ? 1 : -1, ordering: .acquiringAndReleasing)
      }
    }

    func leave() {
      update { false }
      state.withLock { $0.askers = nil }
    }
  }
}
