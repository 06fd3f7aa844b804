package import Crypto
import Flow
package import JOSE
import Synchronization

/// The keys of a sandbox: what tokens are signed with, what clients encrypt to, and the key that is nobody's.
///
/// The default keys are fixed, public test keys, so start-up costs no key generation and key sets are stable between runs.
package final class KeyRing: Sendable {
  private struct State {
    /// The published keys of each use; the first of signing's is not always the one that signs.
    var signing: JWK
    var published: [JWK]
    var encryption: JWK
    var publishedEncryption: [JWK]
    var spares: [JWK]
    var second: [JWK]
    var secondSpares: [JWK]

    /// The index of the spare that a use takes next: the one that is published for it, else one published for nothing.
    func spare(for use: Use) -> Int? {
      let (own, other) =
        use == .signing ? (published, publishedEncryption) : (publishedEncryption, published)
      let isIn = { (keys: [JWK]) in { (spare: JWK) in keys.contains { $0.kid == spare.kid } } }
      return spares.firstIndex(where: isIn(own)) ?? spares.firstIndex { !isIn(other)($0) }
    }
  }

  /// What a key is for.
  package enum Use: String, CaseIterable, Sendable {
    /// Signs tokens.
    case signing = "sig"
    /// Decrypts what clients encrypt.
    case encryption = "enc"
  }

  /// How many keys of one use stay published; the oldest go first.
  package static let publishedLimit = 16

  /// The keys to begin with.
  package struct Keys: Sendable {
    /// Signs tokens.
    package var signing: JWK
    /// Decrypts what clients encrypt.
    package var encryption: JWK
    /// What rotation takes next, in order.
    package var spares: [JWK]
    /// Signs and encrypts what must not verify or decrypt.
    package var foreign: JWK
    /// Signs the tokens that a provider keeps apart.
    package var second: JWK
    /// What rotation takes in its place, in order.
    package var secondSpares: [JWK]

    /// Keys for signing and encryption, spares for rotation, and one that is nobody's.
    package init(
      signing: JWK, encryption: JWK, spares: [JWK], foreign: JWK, second: JWK, secondSpares: [JWK]
    ) {
      (self.signing, self.encryption) = (signing, encryption)
      (self.spares, self.foreign) = (spares, foreign)
      (self.second, self.secondSpares) = (second, secondSpares)
    }
  }

  private let load: @Sendable () -> Keys
  /// None before a key is first needed, then one, which is read and changed in its place.
  private let rings = Mutex<[(keys: Keys, state: State)]>([])
  private let rotated = Atomic<Int>(0)

  /// A ring whose keys are loaded when one is first needed, so that start-up does not wait for them.
  package init(_ load: @escaping @Sendable () -> Keys) {
    self.load = load
  }

  /// A ring that begins with the same keys as this one began, for another sandbox.
  package func copy() -> KeyRing { KeyRing(load) }

  /// The key that signs tokens now.
  package var signing: JWK { with { $0.state.signing } }

  /// The key that clients encrypt to.
  package var encryption: JWK { with { $0.state.encryption } }

  /// The encryption keys to publish, the current one first.
  package var publishedEncryption: [JWK] { with { $0.state.publishedEncryption } }

  /// The key that decrypts what names this `kid`: a published one, else the current one.
  package func decryption(of kid: String?) -> JWK {
    with { ring in
      ring.state.publishedEncryption.first { kid != nil && $0.kid == kid } ?? ring.state.encryption
    }
  }

  /// A key that is published nowhere.
  package var foreign: JWK { with { $0.keys.foreign } }

  /// The signing keys to publish, the current one first.
  package var publishedSigning: [JWK] { with { $0.state.published } }

  /// The key that signs the tokens which a provider keeps apart.
  package var second: JWK { with { $0.state.second[0] } }

  /// Those keys to publish, the current one first.
  package var publishedSecond: [JWK] { with { $0.state.second } }

  /// The `kid` of the key that signs now.
  package var signingIdentifier: String { signing.kid ?? "" }

  /// The `kid` of the key that clients encrypt to now.
  package var encryptionIdentifier: String { encryption.kid ?? "" }

  /// The `kid`s of the published keys of a use, the current one first.
  package func publishedIdentifiers(_ use: Use) -> [String] {
    (use == .signing ? publishedSigning : publishedEncryption).map { $0.kid ?? "" }
  }

  /// How often the signing key was rotated; prepared key sets are stale when it changes.
  package var rotations: Int { rotated.load(ordering: .acquiring) }

  /// Uses the next spare key from now on; keys that were used before stay published.
  ///
  /// Takes long once the spares are used up: then a key is made.
  package func rotate(_ use: Use) throws(KeyError) {
    try provideSpare(use)
    with { ring in
      guard let index = ring.state.spare(for: use) else { return }
      let next = Self.key(ring.state.spares.remove(at: index), for: use)
      switch use {
      case .signing:
        ring.state.signing = next
        Self.publish(next, in: &ring.state.published, atFront: true)
        if !ring.state.secondSpares.isEmpty {
          ring.state.second.insert(ring.state.secondSpares.removeFirst(), at: 0)
        }
      case .encryption:
        ring.state.encryption = next
        Self.publish(next, in: &ring.state.publishedEncryption, atFront: true)
      }
      rotated.add(1, ordering: .releasing)
    }
  }

  /// Publishes the next spare key beside the current one without using it: the first of two steps.
  ///
  /// Published already, it is simply the one that `rotate` takes.
  package func publishNext(_ use: Use) throws(KeyError) {
    try provideSpare(use)
    with { ring in
      guard let index = ring.state.spare(for: use) else { return }
      let next = Self.key(ring.state.spares[index], for: use)
      let isNew =
        switch use {
        case .signing: Self.publish(next, in: &ring.state.published, atFront: false)
        case .encryption: Self.publish(next, in: &ring.state.publishedEncryption, atFront: false)
        }
      if isNew { rotated.add(1, ordering: .releasing) }
    }
  }

  /// Signs with the next spare key from now on, as a scenario's fault does: none is made when the spares are used up.
  ///
  /// Returns whether a spare was left.
  @discardableResult
  package func rotateSigning() -> Bool {
    guard with({ $0.state.spare(for: .signing) != nil }) else { return false }
    return (try? rotate(.signing)) != nil
  }

  /// What puts the keys back to those of now, published ones and spares.
  func saved() -> Restoration {
    let saved = rings.withLock { $0 }
    return { [weak self] in
      guard let self else { return }
      rings.withLock { $0 = saved }
      rotated.add(1, ordering: .releasing)
    }
  }

  /// Makes a key where no spare is left, outside of the lock.
  private func provideSpare(_ use: Use) throws(KeyError) {
    guard with({ $0.state.spare(for: use) == nil }) else { return }
    var key = JWK(.privateKey(try PrivateKey.generate(rsaBits: 2048)), use: "sig", alg: "RS256")
    key.kid = key.thumbprint
    with { $0.state.spares.append(key) }
  }

  private static func key(_ spare: JWK, for use: Use) -> JWK {
    var key = spare
    key.use = use.rawValue
    key.alg = use == .signing ? "RS256" : "RSA-OAEP"
    return key
  }

  /// Returns whether the key was not published yet.
  @discardableResult
  private static func publish(_ key: JWK, in published: inout [JWK], atFront: Bool) -> Bool {
    let isKnown = published.contains { $0.kid == key.kid }
    if isKnown, !atFront { return false }
    published.removeAll { $0.kid == key.kid }
    published.insert(key, at: atFront ? 0 : published.count)
    if published.count > publishedLimit { published.removeLast(published.count - publishedLimit) }
    return !isKnown
  }

  private func with<Value: Sendable>(_ body: (inout (keys: Keys, state: State)) -> Value) -> Value {
    rings.withLock { rings in
      if rings.isEmpty {
        let keys = load()
        let state = State(
          signing: keys.signing, published: [keys.signing], encryption: keys.encryption,
          publishedEncryption: [keys.encryption], spares: keys.spares, second: [keys.second],
          secondSpares: keys.secondSpares)
        rings.append((keys, state))
      }
      return body(&rings[0])
    }
  }
}
