import JOSE

/// What is wrong with a key set that a client published.
struct KeySetProblem {
  let rule: OpenIDRule
  /// What was seen.
  let seen: String

  /// Everything that is wrong.
  ///
  /// - Parameter earlier: what the client published before.
  static func of(_ set: JWKSet, after earlier: JWKSet?) -> [KeySetProblem] {
    let uses = { (use: String) in set.keys.contains { $0.use == use } }
    var problems: [KeySetProblem] = []
    let note = { (isThere: Bool, rule: OpenIDRule, seen: String) in
      if isThere { problems.append(KeySetProblem(rule: rule, seen: seen)) }
    }
    note(!uses("sig"), .clientKeysWithoutSigning, "")
    note(!uses("enc"), .clientKeysWithoutEncryption, "")
    let open = set.keys.filter(\.isPrivate)
    note(!open.isEmpty, .clientKeysPrivate, names(open))
    let others =
      set.keys.filter { $0.keyType != "RSA" }.map { "\($0.kid ?? "a key without kid") is \($0.keyType)" }
      + set.ignored.compactMap { ignored in
        if case .unsupportedType(let type) = ignored.reason {
          "\(ignored.kid ?? "a key without kid") is \(type)"
        } else {
          nil
        }
      }
    note(!others.isEmpty, .clientKeysNotRSA, others.joined(separator: ", "))
    let gone = (earlier?.keys ?? []).filter { old in
      old.use == "enc" && !set.keys.contains { $0.thumbprint == old.thumbprint }
    }
    note(!gone.isEmpty, .encryptionKeyReplaced, "\(names(gone)) is gone")
    return problems
  }

  private static func names(_ keys: [JWK]) -> String {
    keys.map { $0.kid ?? "a key without kid" }.joined(separator: ", ")
  }
}
