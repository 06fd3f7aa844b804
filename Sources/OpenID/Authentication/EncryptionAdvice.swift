package import Flow
package import JOSE
import ProviderKit

/// Why a token that a client encrypted cannot be read.
package struct UnreadableEncryption: Error, Sendable {
  /// The rule about encryption that was broken; `nil` if the token just does not decrypt.
  package let rule: OpenIDRule?
  /// What was seen.
  package let detail: String
}

extension OpenIDProvider {
  /// Decrypts a token that a client encrypted to the provider, and returns findings about its header.
  package func decrypt(
    _ jwe: JWE
  ) throws(UnreadableEncryption) -> (plaintext: [UInt8], advice: [Finding]) {
    let policy = Self.profile.encryption
    if Self.book.has(.encryptionRefused), !policy.algorithms.contains(where: { $0.rawValue == jwe.algorithm })
    {
      throw UnreadableEncryption(rule: .encryptionRefused, detail: jwe.algorithm)
    }
    guard jwe.kid != nil || !policy.requiresKeyIdentifier else {
      throw UnreadableEncryption(rule: .encryptionKeyUnnamed, detail: "")
    }
    let unknown = jwe.kid.flatMap { kid in
      sandbox.keys.publishedEncryption.contains { $0.kid == kid } ? nil : kid
    }
    if let unknown, policy.requiresKeyIdentifier, Self.book.has(.encryptionKeyUnknown) {
      throw UnreadableEncryption(rule: .encryptionKeyUnknown, detail: unknown)
    }
    let plaintext: [UInt8]
    do throws(JWEError) {
      plaintext = try jwe.decrypt(with: sandbox.keys.decryption(of: jwe.kid), allowing: policy.algorithms)
    } catch { throw UnreadableEncryption(rule: nil, detail: "\(error)") }
    let stray = unknown.map { Self.book.advice(.encryptionKeyUnknown, $0) } ?? []
    return (plaintext, stray + Self.advice(on: jwe) + Self.typeAdvice(jwe, plaintext))
  }

  /// Findings about the algorithms of a token that a client encrypted.
  private static func advice(on jwe: JWE) -> [Finding] {
    let listed = profile.listedEncryption
    let isOld = profile.encryption.oldAlgorithms.contains { $0.rawValue == jwe.algorithm }
    return (isOld ? book.advice(.encryptionOld, jwe.algorithm) : [])
      + (listed.keys.contains(jwe.algorithm) ? [] : book.advice(.keyEncryptionUnlisted, jwe.algorithm))
      + (listed.contents.contains(jwe.encryption)
        ? [] : book.advice(.contentEncryptionUnlisted, jwe.encryption))
  }

  /// If there is a token inside, `cty` must say so (RFC 7519 §5.2).
  private static func typeAdvice(_ jwe: JWE, _ plaintext: [UInt8]) -> [Finding] {
    guard plaintext.first != UInt8(ascii: "{"), jwe.contentType?.uppercased() != "JWT" else { return [] }
    return book.advice(.encryptedTypeMissing, jwe.contentType ?? "")
  }
}
