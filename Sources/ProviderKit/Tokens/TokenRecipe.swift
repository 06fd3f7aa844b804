import Crypto
package import Flow
package import JOSE
package import JSON

/// A token before it is signed: its claims, and how it is protected.
///
/// The order (scenarios.md): built, the scenario's claims and header, signed and encrypted, then one defect last.
package struct TokenRecipe: Sendable {
  /// The header of the signature, with `alg` and `kid`.
  package var header: JSONObject
  package var claims: JSONObject
  /// `nil` for a token that is only signed.
  package var encryption: Encryption?
  /// False for a token that is only encrypted.
  package var isSigned = true
  /// Writes slashes in the payload as `\/`.
  package var escapesSlashes = false
  /// What some defects need.
  package var surroundings = Surroundings()

  /// What is known of a token's client and provider beside the token.
  package struct Surroundings: Sendable {
    /// The client's.
    package var secret: String?
    /// The provider's own encryption key, which its key set publishes.
    package var encryptionKey: JWK?
    /// The nonce of the client's previous login.
    package var earlierNonce: String?
    /// Why the client could not tell the tokens of its previous login from these; `nil` if it could.
    package var replayObstacle: String?
    /// False if the token comes without an access token.
    package var hasAccessToken = true
    /// The sandbox's latest login at another provider.
    package var elsewhere: LatestCodes.Entry?
    /// The emulator's address, below which the foreign key is served; `nil` if no document was fetched.
    package var home: String?

    package init() {}
  }

  package struct Encryption: Sendable {
    /// With `alg` and `enc`.
    package var header: JSONObject
    package var recipient: JWK
    /// The client secret that a direct encryption's key is derived from, if it is.
    private(set) var secret: String?

    package init(header: JSONObject, recipient: JWK) {
      (self.header, self.recipient) = (header, recipient)
    }

    /// A direct encryption with the key of a client's secret (OpenID Connect Core §10.2).
    package init(header: JSONObject, secret: String) {
      let encryption = header["enc"]?.string.flatMap { ContentEncryption(rawValue: $0) }
      self.init(
        header: header, recipient: JWK(.encrypting(with: secret, for: encryption ?? .a256gcm)))
      self.secret = secret
    }
  }

  package enum Problem: Error, Sendable, CustomStringConvertible {
    case signature(JWSError)
    case encryption(JWEError)

    package var description: String {
      switch self {
      case .signature(let error): "\(error)"
      case .encryption(let error): "\(error)"
      }
    }
  }

  package init(header: JSONObject, claims: JSONObject) {
    (self.header, self.claims) = (header, claims)
  }

  /// Applies the scenario's change and makes the token.
  ///
  /// - Parameters:
  ///   - key: signs the token.
  ///   - foreign: a key that is never published, for defects.
  ///   - randomBytes: gives content keys and initialization vectors.
  package func make(
    _ change: TokenChange?, key: JWK, foreign: JWK, randomBytes: (Int) -> [UInt8]
  ) throws(Problem) -> String {
    // A defect that cannot change this token is not applied.
    let defect = obstacle(to: change) == nil ? change?.defect.flatMap { TokenDefect(rawValue: $0) } : nil
    var (header, claims) = (header, claims)
    if let change {
      change.claims.override(&claims)
      change.header.override(&header)
    }
    defect?.apply(toClaims: &claims, surroundings)
    defect?.apply(toHeader: &header, foreign: foreign, surroundings)
    let payload = JSON.object(claims).bytes(escapingSlashes: escapesSlashes)
    guard isSigned, defect != .unsignedInside || encryption == nil else {
      return try encrypted(payload, defect, foreign, randomBytes)
    }
    let signed: String
    do throws(JWSError) {
      signed = try sign(payload, header, defect, key, foreign)
    } catch { throw .signature(error) }
    return encryption == nil || defect == .unencrypted
      ? signed : try encrypted(Array(signed.utf8), defect, foreign, randomBytes)
  }

  func isHMAC(_ header: JSONObject) -> Bool { header["alg"]?.string?.hasPrefix("HS") == true }

  private func sign(
    _ payload: [UInt8], _ header: JSONObject, _ defect: TokenDefect?, _ key: JWK, _ foreign: JWK
  ) throws(JWSError) -> String {
    switch defect {
    case .noAlgorithm, .noAlgorithmTitle, .noAlgorithmCapitals, .stripped:
      return JWS.unsecured(header: header, payload: payload)
    case .ellipticCurve where !isHMAC(self.header):
      return try JWS.sign(header: header, payload: payload, key: TestKeys.spareP256.jwk.key)
    case .encryptionKey:
      return try JWS.sign(
        header: header, payload: payload, key: surroundings.encryptionKey?.key ?? key.key)
    case .hmacWithSecret:
      let secret = surroundings.secret.map { Key.secret(Array($0.utf8)) }
      return try JWS.sign(header: header, payload: payload, key: secret ?? key.key)
    case .foreignKey, .keyInHeader, .keySetInHeader, .certificateInHeader, .certificateURLInHeader,
      .keyOfOtherLogin:
      return try JWS.sign(
        header: header, payload: payload, key: isHMAC(header) ? key.key.other : foreign.key)
    case .hmacWithPublicKey:
      // The confusion of RFC 8725 §2.1: a client that takes any algorithm verifies with the public key as the secret.
      let pem = try? key.key.publicKey?.pem()
      return try JWS.sign(
        header: header, payload: payload, key: pem.map { .secret(Array($0.utf8)) } ?? key.key)
    case .badSignature, .innerSignatureBroken:
      guard let algorithm = header["alg"]?.string.flatMap({ JWSAlgorithm(rawValue: $0) }) else {
        throw .noAlgorithm
      }
      // A well-formed signature, but over one more byte.
      let other = JWS.signingInput(header: header, payload: payload + [UInt8(ascii: " ")])
      let signature = try JWS.signature(over: other, algorithm: algorithm, key: key.key)
      return JWS.serialize(header: header, payload: payload, signature: signature)
    default:
      return try JWS.sign(header: header, payload: payload, key: key.key)
    }
  }

  private func encrypted(
    _ plaintext: [UInt8], _ defect: TokenDefect?, _ foreign: JWK, _ randomBytes: (Int) -> [UInt8]
  ) throws(Problem) -> String {
    guard let encryption else { return String(decoding: plaintext, as: UTF8.self) }
    var header = encryption.header
    // Without a token inside there is no content type to name (RFC 7519 §5.2).
    if defect == .missingContentType || defect == .unsignedInside { header["cty"] = nil }
    if defect == .compressed { header["zip"] = "DEF" }
    do throws(JWEError) {
      let token = try JWE.encrypt(
        header: header, plaintext: defect == .compressed ? deflated(plaintext) : plaintext,
        key: encryption.key(defect, foreign), randomBytes: randomBytes)
      guard defect == .unknownEncryption else { return token }
      header["enc"] = "A512GCM"
      // A client stops at the header, so the rest need not match it.
      let rest = token.drop { $0 != "." }
      return Base64URL.encode(JSON.object(header).bytes()) + rest
    } catch { throw .encryption(error) }
  }

  /// DEFLATE without any compression: stored blocks (RFC 1951 §3.2.4).
  private func deflated(_ bytes: [UInt8]) -> [UInt8] {
    var blocks: [UInt8] = []
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let length = UInt16(block.count)
      blocks.append(rest.isEmpty ? 1 : 0)
      for word in [length, ~length] { blocks += [UInt8(word & 0xFF), UInt8(word >> 8)] }
      blocks += block
    } while !rest.isEmpty
    return blocks
  }
}

extension TokenRecipe.Encryption {
  /// The key to encrypt to.
  fileprivate func key(_ defect: TokenDefect?, _ foreign: JWK) -> Key {
    guard case .secret(let bytes) = recipient.key else {
      return defect == .encryptedToWrongKey ? foreign.key : recipient.key
    }
    switch defect {
    case .encryptedToWrongKey: return recipient.key.other
    case .wrongDirectKey:
      guard let secret else { return recipient.key.other }
      let raw = Array(secret.utf8.prefix(bytes.count))
      return .secret(raw + [UInt8](repeating: 0, count: bytes.count - raw.count))
    default: return recipient.key
    }
  }
}

extension Key {
  /// For a secret, another of the same length; any other key unchanged.
  fileprivate var other: Key {
    guard case .secret(let bytes) = self else { return self }
    return .secret(bytes.map { ~$0 })
  }
}

extension JSONObject {
  /// Sets these members in `object`; `null` removes one.
  fileprivate func override(_ object: inout JSONObject) {
    for (name, value) in self { object[name] = value.isNull ? nil : value }
  }
}
