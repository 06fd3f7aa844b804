package import Crypto
package import Flow
package import JOSE
import Synchronization

/// The keys of a sandbox: for signing tokens, for clients to encrypt to, and a foreign one for defects.
///
/// The default keys are fixed, public test keys, so that starting needs no key generation and key sets are stable
/// between runs.
package final class KeyRing: Sendable {
  private struct State {
    var signing: JWK
    var published: [JWK]
    var encryption: JWK
    var publishedEncryption: [JWK]
    var spares: [JWK]
    var second: [JWK]
    var secondSpares: [JWK]
    /// True once a token was signed with the second key.
    var isSecondUsed = false
    /// The `kid` of a spare that no other ring has either; a rotation uses it first.
    var unseen: String?
    /// The provider that publishes the foreign key too.
    var borrower: String?

    /// The spare that a rotation uses next: one already published for this use, else an unpublished one.
    func spare(for use: Use) -> Int? {
      if use == .signing, let index = spares.firstIndex(where: { $0.kid == unseen }) { return index }
      let (own, other) =
        use == .signing ? (published, publishedEncryption) : (publishedEncryption, published)
      let isIn = { (keys: [JWK]) in { (spare: JWK) in keys.contains { $0.kid == spare.kid } } }
      return spares.firstIndex(where: isIn(own)) ?? spares.firstIndex { !isIn(other)($0) }
    }
  }

  package enum Use: String, CaseIterable, Sendable {
    case signing = "sig"
    /// Clients encrypt to these keys.
    case encryption = "enc"
  }

  /// How many keys of a use stay published; the oldest go first.
  package static let publishedLimit = 16

  private let load: @Sendable () -> Keys
  /// Empty until a key is first needed, then one element, which is changed in place.
  private let rings = Mutex<[(keys: Keys, state: State)]>([])
  private let rotated = Atomic<Int>(0)
  /// The `kid`s of spares that were published before they became spares again.
  private let known = Mutex<Set<String?>>([])

  /// `load` is called when a key is first needed, so that starting does not wait for it.
  package init(_ load: @escaping @Sendable () -> Keys) {
    self.load = load
  }

  /// A new ring with the initial keys of this one, for another sandbox.
  package func copy() -> KeyRing { KeyRing(load) }

  package var signing: JWK { with { $0.state.signing } }

  package var encryption: JWK { with { $0.state.encryption } }

  /// The current key comes first.
  package var publishedEncryption: [JWK] { with { $0.state.publishedEncryption } }

  /// The published key with this `kid`, else the current one.
  package func decryption(of kid: String?) -> JWK {
    with { ring in
      ring.state.publishedEncryption.first { kid != nil && $0.kid == kid } ?? ring.state.encryption
    }
  }

  /// A key that is never published.
  package var foreign: JWK { with { $0.keys.foreign } }

  /// Lets one provider alone publish the foreign key, as if it were its own.
  package func publishForeign(to provider: String) {
    let isNew = with { ring in
      defer { ring.state.borrower = provider }
      return ring.state.borrower != provider
    }
    if isNew { rotated.add(1, ordering: .releasing) }
  }

  /// No provider publishes the foreign key any more.
  package func withdrawForeign() {
    let wasLent = with { ring in
      defer { ring.state.borrower = nil }
      return ring.state.borrower != nil
    }
    if wasLent { rotated.add(1, ordering: .releasing) }
  }

  /// The foreign key, if this provider publishes it.
  package func borrowed(by provider: String) -> JWK? {
    with { $0.state.borrower == provider ? $0.keys.foreign : nil }
  }

  /// The current key comes first.
  package var publishedSigning: [JWK] { with { $0.state.published } }

  /// Signs the tokens for which a provider has a second key.
  package var second: JWK {
    with { ring in
      ring.state.isSecondUsed = true
      return ring.state.second[0]
    }
  }

  /// The current key comes first.
  package var publishedSecond: [JWK] { with { $0.state.second } }

  package var signingIdentifier: String { signing.kid ?? "" }

  package var encryptionIdentifier: String { encryption.kid ?? "" }

  /// `kid`s, the current one first.
  package func publishedIdentifiers(_ use: Use) -> [String] {
    (use == .signing ? publishedSigning : publishedEncryption).map { $0.kid ?? "" }
  }

  /// Changes with the published keys, and so makes prepared key sets stale.
  package var rotations: Int { rotated.load(ordering: .acquiring) }

  /// Uses the next spare key from now on; earlier keys stay published.
  ///
  /// Generates a key, which takes long, once the spares are used up.
  package func rotate(_ use: Use) throws(KeyError) {
    // Another rotation may take the spare meanwhile.
    repeat { try provideSpare(use) } while !useSpare(use)
  }

  /// For a scenario's fault: never generates a key, and returns false once the spares are used up.
  package func rotateSigning() -> Bool { useSpare(.signing) }

  /// False if there is none.
  private func useSpare(_ use: Use) -> Bool {
    with { ring in
      guard let index = ring.state.spare(for: use) else { return false }
      let next = Self.key(ring.state.spares.remove(at: index), for: use)
      switch use {
      case .signing:
        ring.state.signing = next
        Self.publish(next, in: &ring.state.published, atFront: true)
        // Once its own spares are used up the second key takes the first's next one, so that a rotation always brings
        // a new key.
        let spares = ring.state.secondSpares
        ring.state.second.insert(spares.first ?? next, at: 0)
        ring.state.secondSpares = Array(spares.dropFirst())
        if ring.state.second.count > Self.publishedLimit { ring.state.second.removeLast() }
      case .encryption:
        ring.state.encryption = next
        Self.publish(next, in: &ring.state.publishedEncryption, atFront: true)
      }
      rotated.add(1, ordering: .releasing)
      return true
    }
  }

  /// Publishes the next spare key without using it; `rotate` then uses it.
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

  /// Starts again with the initial keys.
  func startOver() { putBack([]) }

  /// Restores current and published keys and spares.
  func saved() -> Restoration {
    let saved = rings.withLock { $0 }
    return { [weak self] in self?.putBack(saved) }
  }

  /// Replaces the ring by an earlier one, and notes which of its spares are published by now.
  private func putBack(_ earlier: [(keys: Keys, state: State)]) {
    let before = rings.withLock { rings in
      defer { rings = earlier }
      return rings.first
    }
    if let before {
      let spares = earlier.first?.state.spares ?? before.keys.spares
      let kids = Set(before.state.published.map(\.kid)).intersection(spares.map(\.kid))
      known.withLock { $0.formUnion(kids) }
    }
    rotated.add(1, ordering: .releasing)
  }

  /// True if the current key was published before a reset or a snapshot put the spares back.
  var isSigningKnown: Bool {
    let kid = signing.kid
    return known.withLock { $0.contains(kid) }
  }

  /// Takes back the rotations that follow: the present keys sign and are published again, and no key is used twice.
  package func savedPublication() -> Restoration {
    let saved = with { $0.state }
    return { [weak self] in
      guard let self else { return }
      with { ring in
        var restored = saved
        (restored.spares, restored.secondSpares) = (ring.state.spares, ring.state.secondSpares)
        ring.state = restored
      }
      rotated.add(1, ordering: .releasing)
    }
  }

  /// Makes sure that the next rotation has keys that nobody can have: the spares are the same in every process.
  package func provideUnseen() throws(KeyError) {
    let (isThere, isSecondUsed) = with { ring in
      let kid = ring.state.unseen
      return (
        ring.state.spares.contains { $0.kid == kid } && !ring.state.published.contains { $0.kid == kid },
        ring.state.isSecondUsed
      )
    }
    guard !isThere else { return }
    let (key, second) = (try Self.generated(), isSecondUsed ? try Self.generated() : nil)
    with { ring in
      ring.state.spares.append(key)
      ring.state.unseen = key.kid
      if let second { ring.state.secondSpares.insert(second, at: 0) }
    }
  }

  /// Makes sure that the next rotation has a spare.
  ///
  /// Generates what is needed, outside of the lock, if no spare is left.
  package func provideSpare(_ use: Use) throws(KeyError) {
    if with({ $0.state.spare(for: use) == nil }) {
      let key = try Self.generated()
      with { $0.state.spares.append(key) }
    }
    if use == .signing, with({ $0.state.isSecondUsed && $0.state.secondSpares.isEmpty }) {
      let key = try Self.generated()
      with { $0.state.secondSpares.append(key) }
    }
  }

  private static func generated() throws(KeyError) -> JWK {
    var key = JWK(.privateKey(try PrivateKey.generate(rsaBits: 2048)), use: "sig", alg: "RS256")
    key.kid = key.thumbprint
    return key
  }

  private static func key(_ spare: JWK, for use: Use) -> JWK {
    var key = spare
    key.use = use.rawValue
    key.alg = use == .signing ? "RS256" : "RSA-OAEP"
    return key
  }

  /// False if the key was published already.
  @discardableResult
  private static func publish(_ key: JWK, in published: inout [JWK], atFront: Bool) -> Bool {
    let isKnown = published.contains { $0.kid == key.kid }
    if isKnown, !atFront { return false }
    published.removeAll { $0.kid == key.kid }
    published.insert(key, at: atFront ? 0 : published.count)
    // An announced key comes after the oldest.
    if published.count > publishedLimit {
      published.remove(at: atFront ? publishedLimit : publishedLimit - 1)
    }
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
