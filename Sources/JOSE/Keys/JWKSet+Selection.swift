import Crypto

package enum KeySelectionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No key has this `kid`; the set may be out of date, so fetch it again.
  case unknownKid(String, known: [String])
  /// Keys have this `kid`, but none is usable; the mismatch is that of the first.
  case unsuitable(kid: String, KeyMismatch)
  /// The token has no `kid` and no key is usable.
  case noneSuitable(use: String, algorithm: String)
  /// The token has no `kid` and several keys are usable, with these `kid`s; OpenID Connect Core §10.1 requires one then.
  case ambiguous([String])

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
  /// - With a `kid`, the first usable key that has it, compared byte for byte.
  /// - Without one, the only usable key; it is an error if there are several.
  /// - A key is usable if its type fits the algorithm, an RSA key has 2048 bits, its `use` is absent or equal, and its
  ///   `alg` is absent or equal. Two differences of `alg` are allowed for encryption: within the RSA-OAEP family,
  ///   because published sets name one of the two while both are accepted, and a content encryption for `dir`, because
  ///   RFC 7520 §5.6 writes it so.
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

  /// All usable keys, in the order of the set.
  package func candidates(use: String, alg: String) -> [JWK] {
    keys.filter { $0.mismatch(use: use, alg: alg) == nil }
  }
}

extension JWK {
  /// Nil if the key is usable.
  package func mismatch(use: String, alg: String) -> KeyMismatch? {
    if let mismatch = key.mismatch(alg: alg) { return mismatch }
    if let own = self.use, own != use { return .use(expected: use, actual: own) }
    guard let own = self.alg, own != alg else { return nil }
    let family = ["RSA-OAEP", "RSA-OAEP-256"]
    let isAllowed =
      family.contains(own) && family.contains(alg) || alg == "dir" && ContentEncryption(rawValue: own) != nil
    return isAllowed ? nil : .algorithm(expected: alg, actual: own)
  }
}

extension Key {
  /// Looks at type and size only; nil if they fit.
  func mismatch(alg: String) -> KeyMismatch? {
    if let algorithm = JWSAlgorithm(rawValue: alg) { return algorithm.mismatch(self) }
    if let algorithm = JWEAlgorithm(rawValue: alg) { return algorithm.mismatch(self) }
    return .type(algorithm: alg, key: kind)
  }
}
