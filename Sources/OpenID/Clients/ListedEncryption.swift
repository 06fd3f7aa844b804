package import Flow
package import JOSE

/// The algorithms that discovery lists for tokens encrypted to the provider; further ones that it can read are reported.
package struct ListedEncryption: Sendable {
  package var keys: Set<String> = ["RSA-OAEP"]
  package var contents: Set<String> = ["A128CBC-HS256"]

  package init() {}
}

extension OpenIDProvider {
  /// What to say of the algorithms of a token that a client encrypted.
  package static func advice(on jwe: JWE) -> [Finding] {
    let (listed, rules) = (profile.listedEncryption, profile.rules)
    return (listed.keys.contains(jwe.algorithm) ? [] : rules.advice(.keyEncryptionUnlisted, jwe.algorithm))
      + (listed.contents.contains(jwe.encryption)
        ? [] : rules.advice(.contentEncryptionUnlisted, jwe.encryption))
  }
}
