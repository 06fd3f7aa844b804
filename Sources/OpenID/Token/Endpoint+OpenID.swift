import Flow
package import HTTP
package import ProviderKit

// The endpoints whose calls carry what a login issued.

extension Endpoint where Owner: OpenIDProvider {
  /// A token endpoint: a call belongs to the login whose code, refresh token or backchannel request it redeems.
  ///
  /// - Parameter wrongMethod: the answer to other methods, of a vendor that has a rule about them.
  package static func token(
    _ name: Owner.EndpointName, _ path: String, wrongMethod: (@Sendable (Owner, Call) -> Answer)? = nil
  ) -> Endpoint {
    Endpoint(
      name, [.post], path, .heavy, wrongMethod: wrongMethod, on: \.logins, by: .grant,
      where: { $0.isGrant($1) },
      answer: { provider in { call throws(DocumentNeeded) in try provider.token(call) } })
  }

  /// A revocation endpoint: a call belongs to the login whose access or refresh token it revokes.
  package static func revocation(
    _ name: Owner.EndpointName, _ path: String,
    answer: @escaping @Sendable (Owner) -> (OwnedCall<Owner.Login>) throws(DocumentNeeded) -> Outcome = {
      provider in { call throws(DocumentNeeded) in try provider.revoke(call) }
    }
  ) -> Endpoint {
    Endpoint(
      name, [.post], path, .heavy, on: \.logins, by: .submitted("token"),
      where: { $0.isAccessToken($1) || $0.detail.grant.refreshToken == $1 }, answer: answer)
  }

  /// A resource that an access token opens: a call belongs to the login that the token was issued for.
  package static func resource(
    _ name: Owner.EndpointName, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    answer: @escaping @Sendable (Owner) -> (OwnedCall<Owner.Login>) throws(DocumentNeeded) -> Outcome
  ) -> Endpoint {
    Endpoint(
      name, methods, path, weight, on: \.logins, by: .bearer, where: { $0.isAccessToken($1) }, answer: answer)
  }

  /// The page of a login that waits for the person; once that is decided, it sends the browser back.
  package static func waitingPage(_ name: Owner.EndpointName, _ path: String) -> Endpoint {
    Endpoint(
      name, [.get], path, on: \.logins, by: .submitted("transaction"), where: { $0.identifier == $1 },
      answer: { provider in { provider.proceed($0.handle, $0.call) } })
  }
}
