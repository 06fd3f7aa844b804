import Crypto
import JOSE
import JSON

/// A token of the provider, decrypted and verified as far as possible.
struct OpenedToken: Sendable {
  private(set) var checks: [DemoCheck] = []
  /// The claims, even of a token that fails its checks; `nil` if they cannot be read.
  private(set) var claims: JSONObject?

  /// True if the key set has the key named by its header.
  private(set) var isKeyKnown = false

  private let name: String
  private let keys: JWKSet
  private let secret: String?
  private let switches: DemoSwitches

  /// - Parameters:
  ///   - decryption: the key to decrypt it; `nil` if nothing encrypted is expected.
  ///   - keys: the provider's; empty if they cannot be fetched.
  ///   - secret: the client's, if it has one.
  init(
    _ text: String, named name: String = "id_token", decrypting decryption: (() -> JWK)?, keys: JWKSet,
    secret: String? = nil, switches: DemoSwitches = DemoSwitches()
  ) {
    (self.name, self.keys, self.secret, self.switches) = (name, keys, secret, switches)
    guard let signed = decrypted(text, decryption) else { return }
    verify(signed)
    claims = (try? JSON(parsing: signed.payload))?.object
    if claims == nil {
      checks.append(DemoCheck("\(name) holds claims", false, "its payload is not a JSON object"))
    }
  }

  private mutating func decrypted(_ text: String, _ decryption: (() -> JWK)?) -> JWS? {
    let what = "\(name) is encrypted to this client"
    do throws(TokenError) {
      switch try CompactToken(parsing: text) {
      case .signed(let jws):
        if decryption != nil {
          checks.append(DemoCheck(what, false, "it is not encrypted", unless: .encryption))
        }
        return jws
      case .encrypted(let jwe):
        guard let key = decryption?() else {
          checks.append(
            DemoCheck("\(name) can be read", false, "it is encrypted, and this client has no key"))
          return nil
        }
        do throws(NestedTokenError) {
          let inner = try jwe.decryptNested(with: JWK(key.key))
          checks.append(DemoCheck(what, true, "\(jwe.algorithm), \(jwe.encryption)"))
          return inner
        } catch {
          let inner = (try? jwe.decrypt(with: JWK(key.key))) ?? []
          if switches.has(.innerSignature) { claims = (try? JSON(parsing: inner))?.object }
          if switches.has(.criticalHeader) { claims = Self.demanding(String(decoding: inner, as: UTF8.self)) }
          if claims == nil { checks.append(DemoCheck(what, false, "\(error)")) }
          return nil
        }
      }
    } catch {
      if switches.has(.criticalHeader) { claims = Self.demanding(text) }
      if claims == nil { checks.append(DemoCheck("\(name) is a token", false, "\(error)")) }
      return nil
    }
  }

  /// The claims of a token whose header demands an extension (RFC 7515 §4.1.11), which a careful relying party never
  /// reads.
  private static func demanding(_ text: String) -> JSONObject? {
    let parts = text.split(separator: ".").prefix(2).compactMap { part in
      (try? Base64URL.decode(String(part))).flatMap { (try? JSON(parsing: $0))?.object }
    }
    return parts.count == 2 && parts[0]["crit"] != nil ? parts[1] : nil
  }

  /// OpenID Connect Core §3.1.3.7 (6) to (8), RFC 7515 §4.1.11 and RFC 8725 §3.11.
  private mutating func verify(_ jws: JWS) {
    let isAgreed = jws.algorithm == "RS256"
    let isNone = jws.algorithm != "none" && jws.algorithm.lowercased() == "none"
    var excuses: [DemoSwitch] = isAgreed ? [] : [.algorithm]
    if isNone { excuses.append(.noneInOtherLetters) }
    if jws.algorithm == "HS256" { excuses += [.hmacWithPublicKey, .hmacWithSecret] }
    let type = jws.type ?? "JWT"
    checks += [
      DemoCheck("\(name) is signed as agreed", isAgreed, jws.algorithm, unless: excuses),
      DemoCheck("\(name) is a token of its kind", type.uppercased() == "JWT", type, unless: .tokenType),
      signature(jws, isNone),
    ]
  }

  private mutating func signature(_ jws: JWS, _ isNone: Bool) -> DemoCheck {
    let what = "\(name) is signed by the provider"
    isKeyKnown = (try? keys.select(kid: jws.kid, use: "sig", alg: jws.algorithm)) != nil
    if let mistaken = mistaken(jws, isNone) { return DemoCheck(what, true, mistaken) }
    do {
      let key = try keys.select(kid: jws.kid, use: "sig", alg: jws.algorithm)
      try jws.verify(with: key, allowing: [.rs256])
      let isNamed = jws.kid != nil || !switches.has(.keyIdentifierDemanded)
      return DemoCheck(what, isNamed, "\(jws.algorithm), key \(key.kid ?? "")", unless: .signature)
    } catch {
      return DemoCheck(what, false, "\(error)", unless: .signature)
    }
  }

  /// The mistake by which a relying party accepts the signature; `nil` if there is none.
  private func mistaken(_ jws: JWS, _ isNone: Bool) -> String? {
    let secret = secret.map { Key.secret(Array($0.utf8)) }
    let header = jws.header["jwk"].flatMap { try? JWK($0) }
    let named = keys.keys.first { $0.kid == jws.kid }
    let published = (named ?? keys.keys.first)?.key.publicKey.flatMap { try? $0.pem() }
    let others = keys.candidates(use: "sig", alg: "RS256").map(\.key)
    let excuses: [(DemoSwitch, Bool)] = [
      (.algorithm, jws.algorithm != "RS256"), (.noneInOtherLetters, isNone),
      (.strippedSignature, jws.signature.isEmpty && jws.algorithm == "RS256"),
      (.keySetMissing, keys.keys.isEmpty),
      (.hmacWithPublicKey, verifies(jws, published.map { .secret(Array($0.utf8)) }, .hs256)),
      (.hmacWithSecret, verifies(jws, secret, .hs256)), (.headerKey, verifies(jws, header?.key, .rs256)),
      (.keyUse, verifies(jws, named?.key, .rs256)),
      (.keyIdentifier, others.contains { verifies(jws, $0, .rs256) }),
    ]
    return excuses.first { switches.has($0.0) && $0.1 }?.0.title
  }

  private func verifies(_ jws: JWS, _ key: Key?, _ algorithm: JWSAlgorithm) -> Bool {
    guard let key else { return false }
    return (try? jws.verify(with: key, allowing: [algorithm])) != nil
  }
}
