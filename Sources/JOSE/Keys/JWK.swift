import Crypto
package import JSON

/// A key with its metadata (RFC 7517 §4).
package struct JWK: Sendable {
  package var key: Key
  package var kid: String?
  /// `sig`, `enc`, or another value of the set.
  package var use: String?
  package var alg: String?
  /// `key_ops`.
  package var keyOperations: [String]?

  package init(
    _ key: Key, kid: String? = nil, use: String? = nil, alg: String? = nil, keyOperations: [String]? = nil
  ) {
    self.key = key
    self.kid = kid
    self.use = use
    self.alg = alg
    self.keyOperations = keyOperations
  }

  /// True for a private key and for a secret.
  package var isPrivate: Bool {
    if case .publicKey = key { false } else { true }
  }

  /// Nil for a secret.
  package var publicJWK: JWK? {
    key.publicKey.map { JWK(.publicKey($0), kid: kid, use: use, alg: alg, keyOperations: keyOperations) }
  }

  /// `RSA`, `EC` or `oct`.
  package var keyType: String {
    switch key.publicKey?.type {
    case .rsa: "RSA"
    case .ec: "EC"
    case nil: "oct"
    }
  }

  /// For a secret, its metadata only.
  package var publicJSON: JSONObject { members(including: false) }

  /// With the private members: for files, and for key sets that are meant to be private.
  package var privateJSON: JSONObject { members(including: true) }

  /// SHA-256 in base64url (RFC 7638 §3).
  package var thumbprint: String {
    var required: JSONObject = [:]
    let all = members(including: true)
    // RFC 7638 §3.2 and §3.3: the required members in lexicographic order, without white space.
    for name in ["crv", "e", "k", "kty", "n", "x", "y"] { required[name] = all[name] }
    return Base64URL.encode(Digest.sha256(JSON.object(required).bytes()))
  }

  private func members(including isPrivate: Bool) -> JSONObject {
    var members: JSONObject = ["kty": .string(keyType)]
    let rsa = key.publicKey?.rsaComponents
    members["e"] = rsa.map { .base64URL($0.e) }
    members["use"] = use.map { .string($0) }
    members["kid"] = kid.map { .string($0) }
    members["alg"] = alg.map { .string($0) }
    members["key_ops"] = keyOperations.map { .array($0.map { .string($0) }) }
    members["n"] = rsa.map { .base64URL($0.n) }
    if let ec = key.publicKey?.ecComponents {
      members["crv"] = .string(ec.curve.rawValue)
      members["x"] = .base64URL(ec.x)
      members["y"] = .base64URL(ec.y)
    }
    guard isPrivate else { return members }
    switch key {
    case .publicKey: break
    case .secret(let bytes): members["k"] = .base64URL(bytes)
    case .privateKey(let key):
      let secret = key.rsaComponents
      members["d"] = (secret?.d ?? key.ecPrivateValue).map { .base64URL($0) }
      members["p"] = secret?.factors.map { .base64URL($0.p) }
      members["q"] = secret?.factors.map { .base64URL($0.q) }
      members["dp"] = secret?.factors.map { .base64URL($0.dp) }
      members["dq"] = secret?.factors.map { .base64URL($0.dq) }
      members["qi"] = secret?.factors.map { .base64URL($0.qi) }
    }
    return members
  }
}

extension JWK: Equatable {
  /// True for the same key with the same metadata.
  package static func == (left: JWK, right: JWK) -> Bool { left.privateJSON == right.privateJSON }
}

extension JSON {
  fileprivate static func base64URL(_ bytes: [UInt8]) -> JSON { .string(Base64URL.encode(bytes)) }
}
