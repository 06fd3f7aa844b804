import JOSE
import ProviderKit

extension Itsme {
  /// The public keys of a client (§1.2).
  func keys(
    of client: ItsmeClient, wanting kid: String?, for call: Call
  ) throws(DocumentNeeded) -> Result<JWKSet, KeysUnavailable> {
    guard let keys = client.keys else { return .success(Itsme.standardClientKeys) }
    return try sandbox.keys(keys, wanting: kid, for: call)
  }

  /// The default client's key set: one key to sign with, one to encrypt to (guide §2).
  static let standardClientKeys = JWKSet([TestKeys.clientSignature.jwk, TestKeys.clientEncryption.jwk])
}
