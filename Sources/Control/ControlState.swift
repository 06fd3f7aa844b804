import Synchronization

/// What the control plane says about the program: whether it is ready, and who vouches for its certificates.
public final class ControlState: Sendable {
  /// Who vouches for the certificate that https shows.
  public enum Authority: Sendable, Hashable {
    /// Nobody: https is not served.
    case none
    /// The program's own authority, as PEM text.
    case certificate(String)
    /// Whoever the user's certificate names.
    case own
  }

  private let state = Mutex<(isReady: Bool, authority: Authority)>((false, .none))

  /// The state of a program that has just started.
  public init() {}

  /// Whether every address is served.
  public var isReady: Bool { state.withLock { $0.isReady } }

  /// Who vouches for the certificates.
  public var authority: Authority { state.withLock { $0.authority } }

  /// Every address is served from now on.
  public func becomeReady() { state.withLock { $0.isReady = true } }

  /// Says who vouches for the certificates.
  public func setAuthority(_ authority: Authority) { state.withLock { $0.authority = authority } }
}
