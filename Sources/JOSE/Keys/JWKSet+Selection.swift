import Crypto

/// Why no key of a set was chosen.
package enum KeySelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No key has this name; the names that exist. The set may be out of date: fetch it again.
  case unknownKid(String, known: [String])
  /// Keys have this name, but none can serve: why the first cannot.
  case unsuitable(kid: String, KeyMismatch)
  /// The token names no key and none of the set can serve.
  case noneSuitable(use: String, algorithm: String)
  /// The token names no key and several can serve (OpenID Connect Core §10.1 requires a `kid` then); their
  /// names.
  case ambiguous([String])

  /// A sentence for the developer who has to find the mistake.
  package var description: String {
    switch self {
    case .unknownKid(let kid, let known) where known.isEmpty:
      "no key has the kid \"\(kid)\"; no key of the set has a kid"
    case .unknownKid(let kid, let known):
      "no key has the kid \"\(kid)\"; the set has \(known.map { "\"\($0)\"" }.joined(separator: ", "))"
    case .unsuitable(let kid, let mismatch): "the key \"\(kid)\" cannot be used: \(mismatch)"
    case .noneSuitable(let use, let algorithm): "the set has no key for \"use\":\"\(use)\" and \(algorithm)"
    case .ambiguous(let kids):
      "the token has no kid and \(kids.count) keys are possible: "
        + kids.map { "\"\($0)\"" }.joined(separator: ", ")
    }
  }
}

extension JWKSet {
  /// The key that a token means.
  ///
  /// - With a `kid`, only keys of that name count, compared byte for byte; the first that can serve is taken.
  /// - Without one, every key that can serve counts, and there must be exactly one.
  /// - A key can serve if its type fits the algorithm, an RSA key has 2048 bits, its `use` is absent or equal, and
  ///   its `alg` is absent or equal. Two differences of `alg` are forgiven for encryption: within the RSA-OAEP
  ///   family, because published sets name one of the two while both are accepted, and a content encryption for
  ///   `dir`, because RFC 7520 §5.6 writes it so.
  ///
  /// - Parameters:
  ///   - use: `sig` or `enc`.
  ///   - alg: the JWA name of a signature or key management algorithm.
  package func select(kid: String?, use: String, alg: String) throws(KeySelectionError) -> JWK {
    guard let kid else {
      let possible = candidates(use: use, alg: alg)
      guard let first = possible.first else { throw .noneSuitable(use: use, algorithm: alg) }
      guard possible.count == 1 else { throw .ambiguous(possible.map { $0.kid ?? "" }) }
      return first
    }
    let named = keys.filter { $0.kid.map { Array($0.utf8) == Array(kid.utf8) } ?? false }
    guard let first = named.first else { throw .unknownKid(kid, known: keys.compactMap(\.kid)) }
    if let key = named.first(where: { $0.mismatch(use: use, alg: alg) == nil }) { return key }
    throw .unsuitable(
      kid: kid, first.mismatch(use: use, alg: alg) ?? .use(expected: use, actual: first.use ?? ""))
  }

  /// All keys that can serve, in the order of the set.
  package func candidates(use: String, alg: String) -> [JWK] {
    keys.filter { $0.mismatch(use: use, alg: alg) == nil }
  }
}

extension JWK {
  /// Why the key cannot serve, or nil if it can.
  package func mismatch(use: String, alg: String) -> KeyMismatch? {
    if let mismatch = key.mismatch(alg: alg) { return mismatch }
    if let own = self.use, own != use { return .use(expected: use, actual: own) }
    guard let own = self.alg, own != alg else { return nil }
    let family = ["RSA-OAEP", "RSA-OAEP-256"]
    let isForgiven =
      family.contains(own) && family.contains(alg) || alg == "dir" && ContentEncryption(rawValue: own) != nil
    return isForgiven ? nil : .algorithm(expected: alg, actual: own)
  }
}

extension Key {
  /// Why the key is of a wrong type or size for an algorithm, or nil if it fits.
  func mismatch(alg: String) -> KeyMismatch? {
    if let algorithm = JWSAlgorithm(rawValue: alg) { return algorithm.mismatch(self) }
    if let algorithm = JWEAlgorithm(rawValue: alg) { return algorithm.mismatch(self) }
    return .type(algorithm: alg, key: kind)
  }
}
