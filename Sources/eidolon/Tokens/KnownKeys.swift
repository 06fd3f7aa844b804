import Crypto
import JOSE
import ProviderKit
import Registry

struct NamedKey: Sendable {
  let jwk: JWK
  /// Such as `the provider's test key`.
  let owner: String
  /// The `kid`s that tokens may use for it, its own first: some providers publish it under another.
  let names: [String]

  init(jwk: JWK, owner: String, names: [String] = []) {
    (self.jwk, self.owner) = (jwk, owner)
    self.names = (jwk.kid.map { [$0] } ?? []) + names
  }

  /// - Parameter kid: from the token's header.
  func text(_ kid: String?) -> String {
    let name = names.first { $0 == kid } ?? jwk.kid
    return name.map { "\(owner), kid \"\($0)\"" } ?? owner
  }
}

/// The keys that `eidolon decode` tries: those of the files given, then the shipped test keys.
struct KnownKeys: Sendable {
  let keys: [NamedKey]
  private let secret: String?

  /// - Parameter secret: the client's, from which the key of a `dir` encryption is derived.
  init(files: [KeyFile], secret: String? = nil) {
    self.secret = secret
    let given = files.flatMap { file in file.keys.map { NamedKey(jwk: $0, owner: "a key of \(file.path)") } }
    let shared = secret.map { NamedKey(jwk: JWK(.secret(Array($0.utf8))), owner: "the client's secret") }
    keys = given + (shared.map { [$0] } ?? []) + Self.testKeys
  }

  private static var testKeys: [NamedKey] {
    [
      provider(TestKeys.opSignature, "the provider's test key"),
      NamedKey(jwk: TestKeys.opEncryption.jwk, owner: "the provider's test key"),
      NamedKey(jwk: TestKeys.clientSignature.jwk, owner: "the default client's test key"),
      NamedKey(jwk: TestKeys.clientEncryption.jwk, owner: "the default client's test key"),
      provider(TestKeys.spareP256, "a spare test key"),
    ] + TestKeys.spares.map { provider($0, "a spare test key") }
  }

  /// A key that providers sign with, each under the name that it publishes.
  private static func provider(_ key: TestKey, _ owner: String) -> NamedKey {
    NamedKey(jwk: key.jwk, owner: owner, names: registry.compactMap { $0.keyIdentifier(key.jwk) })
  }

  /// The keys that may decrypt a token, those with its `kid` first.
  func decrypting(_ token: JWE) -> [NamedKey] {
    guard token.algorithm == "dir", let secret else { return ordered(by: token.kid) }
    let content = ContentEncryption(rawValue: token.encryption) ?? .a256gcm
    let derived = JWK(.encrypting(with: secret, for: content))
    return [NamedKey(jwk: derived, owner: "the key made of the client's secret")] + ordered(by: token.kid)
  }

  /// The keys with a token's `kid` first.
  func ordered(by kid: String?) -> [NamedKey] {
    guard let kid else { return keys }
    return keys.filter { $0.names.contains(kid) } + keys.filter { !$0.names.contains(kid) }
  }
}
