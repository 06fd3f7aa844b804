import JOSE

struct NamedKey: Sendable {
  let jwk: JWK
  /// Such as `the provider's test key`.
  let owner: String

  var text: String { jwk.kid.map { "\(owner), kid \"\($0)\"" } ?? owner }
}

/// The keys that `eidolon decode` tries: those of the files given, then the shipped test keys.
struct KnownKeys: Sendable {
  let keys: [NamedKey]

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

  /// The keys with a token's `kid` first.
  func ordered(by kid: String?) -> [NamedKey] {
    guard let kid else { return keys }
    return keys.filter { $0.jwk.kid == kid } + keys.filter { $0.jwk.kid != kid }
  }
}
