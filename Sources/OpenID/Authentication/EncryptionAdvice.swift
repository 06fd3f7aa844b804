package import Flow
package import JOSE

extension OpenIDProvider {
  /// What to say of the algorithms of a token that a client encrypted.
  package static func advice(on jwe: JWE) -> [Finding] {
    let (listed, rules) = (profile.listedEncryption, profile.rules)
    return (listed.keys.contains(jwe.algorithm) ? [] : rules.advice(.keyEncryptionUnlisted, jwe.algorithm))
      + (listed.contents.contains(jwe.encryption)
        ? [] : rules.advice(.contentEncryptionUnlisted, jwe.encryption))
  }
}
