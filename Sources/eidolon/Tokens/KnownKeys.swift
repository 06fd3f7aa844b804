import JOSE

/// A key with what to call it.
struct NamedKey: Sendable {
  let jwk: JWK
  /// Whose it is, such as `the test key of the provider`.
  let owner: String

  /// The key in words.
  var text: String { jwk.kid.map { "\(owner), kid \"\($0)\"" } ?? owner }
}

/// The keys that `eidolon decode` tries: those of the given files, then the shipped test keys.
struct KnownKeys: Sendable {
  let keys: [NamedKey]

  /// The keys of files and the test keys.
  init(files: [KeyFile]) {
    let given = files.flatMap { file in file.keys.map { NamedKey(jwk: $0, owner: "a key of \(file.path)") } }
    keys = given + Self.testKeys
  }

  private static var testKeys: [NamedKey] {
    [
      NamedKey(jwk: TestKeys.opSignature.jwk, owner: "the provider's test key"),
      NamedKey(jwk: TestKeys.opEncryption.jwk, owner: "the provider's test key"),
      NamedKey(jwk: TestKeys.clientSignature.jwk, owner: "the default client's test key"),
      NamedKey(jwk: TestKeys.clientEncryption.jwk, owner: "the default client's test key"),
      NamedKey(jwk: TestKeys.spareP256.jwk, owner: "a spare test key"),
    ] + TestKeys.spares.map { NamedKey(jwk: $0.jwk, owner: "a spare test key") }
  }

  /// The keys with those first that a token's `kid` names.
  func ordered(by kid: String?) -> [NamedKey] {
    guard let kid else { return keys }
    return keys.filter { $0.jwk.kid == kid } + keys.filter { $0.jwk.kid != kid }
  }
}
