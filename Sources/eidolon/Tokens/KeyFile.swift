import Crypto
import HTTP
import JOSE
import JSON

/// The keys of a file: PEM, a JWK or a JWK Set, recognized by its content.
struct KeyFile {
  let path: String
  /// At least one.
  let keys: [JWK]

  init(_ path: String) throws(FileError) {
    try self.init(path, content: try File.readText(path))
  }

  init(_ path: String, content: String) throws(FileError) {
    self.path = path
    do throws(KeyTextError) {
      keys = try Self.keys(in: content)
    } catch {
      throw FileError(path, error.reason)
    }
  }

  private struct KeyTextError: Error {
    let reason: String
  }

  private static func keys(in content: String) throws(KeyTextError) -> [JWK] {
    let text = content.trimmed
    guard text.hasPrefix("{") else {
      guard text.contains("-----BEGIN ") else {
        throw KeyTextError(reason: "is neither PEM nor a JWK nor a JWK Set")
      }
      return [try pem(content)]
    }
    let json: JSON
    do { json = try JSON(parsing: String(text)) } catch {
      throw KeyTextError(reason: "is not JSON: \(error)")
    }
    guard json["keys"] != nil else {
      do { return [try JWK(json)] } catch { throw KeyTextError(reason: "is not a JWK: \(error)") }
    }
    let set: JWKSet
    do { set = try JWKSet(json) } catch { throw KeyTextError(reason: "is not a JWK Set: \(error)") }
    if set.keys.isEmpty {
      throw KeyTextError(
        reason: set.ignored.first.map { "no key can be used: \($0.reason)" } ?? "the JWK Set is empty")
    }
    return set.keys
  }

  private static func pem(_ text: String) throws(KeyTextError) -> JWK {
    do throws(KeyError) {
      do {
        return JWK(.privateKey(try PrivateKey(pem: text)))
      } catch .notPrivate, .unexpectedPEM(_, _) {
        return JWK(.publicKey(try PublicKey(pem: text)))
      }
    } catch {
      throw KeyTextError(reason: "\(error)")
    }
  }

  /// The first key that can sign.
  func signingKey() throws(FileError) -> JWK {
    guard let key = keys.first(where: { $0.isPrivate && ($0.use ?? "sig") == "sig" }) else {
      throw FileError(path, "has no private key for signing")
    }
    return key
  }

  /// The first RSA key that tokens can be encrypted to.
  func encryptionKey() throws(FileError) -> JWK {
    guard let key = keys.first(where: { $0.keyType == "RSA" && ($0.use ?? "enc") == "enc" }) else {
      throw FileError(path, "has no RSA key for encryption")
    }
    return key
  }
}
