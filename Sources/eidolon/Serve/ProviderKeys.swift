import Crypto
import JOSE
import ProviderKit

/// The keys that the emulated providers sign with and decrypt with.
struct ProviderKeys {
  let ring: KeyRing
  /// Lines for the log about keys that were made.
  let remarks: [String]

  /// As the real providers use.
  private static let bits = 2048

  init(_ source: ServeOptions.KeySource) throws(RunFailure) {
    switch source {
    case .testKeys:
      (ring, remarks) = (KeyRing(), [])
    case .fresh:
      ring = Self.ring(
        signing: try Self.generate(), encryption: try Self.generate(), second: try Self.generate())
      remarks = ["new keys were made; they end with the program"]
    case .folder(let path):
      try Self.makeFolder(path)
      var made: [String] = []
      ring = Self.ring(
        signing: try Self.stored("\(path)/signing.pem", &made),
        encryption: try Self.stored("\(path)/encryption.pem", &made),
        second: try Self.stored("\(path)/signing-second.pem", &made))
      remarks = made.isEmpty ? [] : ["new keys were made: \(made.joined(separator: ", "))"]
    }
  }

  private static func ring(signing: PrivateKey, encryption: PrivateKey, second: PrivateKey) -> KeyRing {
    var signing = JWK(.privateKey(signing), use: "sig", alg: "RS256")
    var encryption = JWK(.privateKey(encryption), use: "enc", alg: "RSA-OAEP")
    // With the test keys' kids, a client that cached those would see broken signatures.
    signing.kid = signing.thumbprint
    encryption.kid = encryption.thumbprint
    var second = JWK(.privateKey(second), use: "sig", alg: "RS256")
    second.kid = second.thumbprint
    let keys = KeyRing.Keys(
      signing: signing, encryption: encryption, spares: TestKeys.spares.dropLast().map(\.jwk),
      foreign: TestKeys.spares[TestKeys.spares.count - 1].jwk, second: second,
      secondSpares: [TestKeys.secondSpare.jwk])
    return KeyRing { keys }
  }

  // MARK: Files

  private static func makeFolder(_ path: String) throws(RunFailure) {
    do { try File.makeFolder(path) } catch { throw RunFailure("--keys \(error)") }
  }

  private static func stored(_ path: String, _ made: inout [String]) throws(RunFailure) -> PrivateKey {
    guard !File.exists(path) else { return try read(path) }
    let key = try generate()
    let text: String
    do { text = try key.pem() } catch { throw RunFailure("\(path): \(error)") }
    do { try File.writeSecret(text, to: path) } catch { throw RunFailure("\(error)") }
    made.append(path)
    return key
  }

  private static func read(_ path: String) throws(RunFailure) -> PrivateKey {
    let text: String
    do { text = try File.readText(path) } catch { throw RunFailure("\(error)") }
    let key: PrivateKey
    do { key = try PrivateKey(pem: text) } catch { throw RunFailure("\(path): \(error)") }
    guard case .rsa = key.type else { throw RunFailure("\(path): an RSA key is needed, this is \(key.type)") }
    return key
  }

  private static func generate() throws(RunFailure) -> PrivateKey {
    do { return try PrivateKey.generate(rsaBits: bits) } catch { throw RunFailure("\(error)") }
  }
}
