import HTTP
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The revocation endpoint (T12): accepts Basic and form, but refuses clients with keys.
  func revoke(_ owned: OwnedCall<ItsmeV2Login>) throws(DocumentNeeded) -> Outcome {
    try revoke(owned, takingSecrets: SecretPolicy(header: .taken)) { known throws(OpenIDRefusal) in
      guard known.client.hasSecret || known.client.isWildcard else {
        throw OpenIDRefusal(
          .invalidClient, Self.book[.revokeByKeyClient], known.identifier,
          "Clients with keys cannot revoke tokens")
      }
    }
  }

  /// True for a call of the revocation endpoint of either base.
  static func isRevocation(_ call: Call) -> Bool {
    ItsmeBase.allCases.contains { call.request.target.rawPath.hasSuffix($0.path(.revoke)) }
  }
}
