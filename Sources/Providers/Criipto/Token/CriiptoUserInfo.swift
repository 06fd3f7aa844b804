import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Criipto {
  /// The userinfo endpoint, in the format of the client's strategy (§1.7).
  func userinfo(_ owned: OwnedCall<CriiptoLogin>) throws(DocumentNeeded) -> Outcome {
    let call = owned.call
    return try resource(owned) { login throws(Interruption) in
      let client = login.detail.client
      guard client.userinfo != .fromTokenEndpoint else {
        throw .refused(OpenIDRefusal(.invalidToken, CriiptoRules.wrongStrategy, "", Criipto.unknownCode))
      }
      guard case .authenticated(let moment) = login.phase(at: call.now) else {
        throw .refused(
          OpenIDRefusal(.invalidToken, Self.book[.accessTokenUnknown], "", Criipto.unknownCode))
      }
      let claims = personClaims(
        of: login, authenticated: moment + (call.time.written - call.now),
        in: CriiptoClaims.frame(of: login, issuer: issuer(call.publicBase)))
      guard client.userinfo != .plainJSON else { return .uncached(.ok, .object(claims)) }
      let recipients =
        client.userinfo == .signedAndEncryptedJWT
        ? try recipients(client, missing: Self.book[.encryptionKeyMissing], call) : []
      return try signed(claims, of: login, to: recipient(of: login, among: recipients))
    }
  }

  private func signed(
    _ claims: JSONObject, of login: Transaction<CriiptoLogin>, to recipient: JWK?
  ) throws(Interruption) -> Response {
    do throws(TokenRecipe.Problem) {
      return .token(try make(claims, "userinfo", of: login, to: recipient))
    } catch {
      throw .refused(OpenIDRefusal(.serverError, Self.book[.encryptionKeyMissing], "\(error)", "\(error)"))
    }
  }
}
