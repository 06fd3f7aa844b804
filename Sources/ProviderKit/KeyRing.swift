public import JOSE
import Synchronization

/// The keys of a sandbox: what tokens are signed with, what clients encrypt to, and the key that is nobody's.
///
/// The default keys are fixed, public test keys, so start-up costs no key generation and key sets are stable between runs.
public final class KeyRing: Sendable {
  private struct State {
    var signing: JWK
    var published: [JWK]
    var spares: [JWK]
    var second: [JWK]
    var secondSpares: [JWK]
  }

  /// The keys to begin with.
  public struct Keys: Sendable {
    /// Signs tokens.
    public var signing: JWK
    /// Decrypts what clients encrypt.
    public var encryption: JWK
    /// What rotation takes next, in order.
    public var spares: [JWK]
    /// Signs and encrypts what must not verify or decrypt.
    public var foreign: JWK
    /// Signs the tokens that a provider keeps apart.
    public var second: JWK
    /// What rotation takes in its place, in order.
    public var secondSpares: [JWK]

    /// Keys for signing and encryption, spares for rotation, and one that is nobody's.
    public init(
      signing: JWK, encryption: JWK, spares: [JWK], foreign: JWK, second: JWK, secondSpares: [JWK]
    ) {
      (self.signing, self.encryption) = (signing, encryption)
      (self.spares, self.foreign) = (spares, foreign)
      (self.second, self.secondSpares) = (second, secondSpares)
    }
  }

  private let load: @Sendable () -> Keys
  private let state = Mutex<(keys: Keys, state: State)?>(nil)
  private let rotated = Atomic<Int>(0)

  /// A ring whose keys are loaded when one is first needed, so that start-up does not wait for them.
  public init(_ load: @escaping @Sendable () -> Keys) {
    self.load = load
  }

  /// A ring that begins with the same keys as this one began, for another sandbox.
  public func copy() -> KeyRing { KeyRing(load) }

  /// The key that signs tokens now.
  public var signing: JWK { with { $0.state.signing } }

  /// The key that clients encrypt to.
  public var encryption: JWK { with { $0.keys.encryption } }

  /// A key that is published nowhere.
  public var foreign: JWK { with { $0.keys.foreign } }

  /// The signing keys to publish, the current one first.
  public var publishedSigning: [JWK] { with { $0.state.published } }

  /// The key that signs the tokens which a provider keeps apart.
  public var second: JWK { with { $0.state.second[0] } }

  /// Those keys to publish, the current one first.
  public var publishedSecond: [JWK] { with { $0.state.second } }

  /// The `kid` of the key that signs now.
  public var signingIdentifier: String { signing.kid ?? "" }

  /// The `kid`s of the published signing keys, the current one first.
  public var publishedIdentifiers: [String] { publishedSigning.map { $0.kid ?? "" } }

  /// How often the signing key was rotated; prepared key sets are stale when it changes.
  public var rotations: Int { rotated.load(ordering: .acquiring) }

  /// Signs with the next spare keys from now on; keys that signed before stay published.
  ///
  /// Returns whether a spare was left.
  @discardableResult
  public func rotateSigning() -> Bool {
    with { ring in
      guard !ring.state.spares.isEmpty else { return false }
      ring.state.signing = ring.state.spares.removeFirst()
      ring.state.published.removeAll { $0.kid == ring.state.signing.kid }
      ring.state.published.insert(ring.state.signing, at: 0)
      if !ring.state.secondSpares.isEmpty {
        ring.state.second.insert(ring.state.secondSpares.removeFirst(), at: 0)
      }
      rotated.add(1, ordering: .releasing)
      return true
    }
  }

  /// Publishes the next spare key beside the current one without signing with it: the first of two steps.
  ///
  /// Returns whether a spare was left. Published already, it is simply the one that `rotateSigning` takes.
  @discardableResult
  public func publishNext() -> Bool {
    with { ring in
      guard let next = ring.state.spares.first else { return false }
      if !ring.state.published.contains(where: { $0.kid == next.kid }) {
        ring.state.published.append(next)
        rotated.add(1, ordering: .releasing)
      }
      return true
    }
  }

  private func with<Value: Sendable>(_ body: (inout (keys: Keys, state: State)) -> Value) -> Value {
    state.withLock { state in
      var ring =
        state
        ?? {
          let keys = load()
          return (
            keys,
            State(
              signing: keys.signing, published: [keys.signing], spares: keys.spares, second: [keys.second],
              secondSpares: keys.secondSpares)
          )
        }()
      defer { state = ring }
      return body(&ring)
    }
  }
}
