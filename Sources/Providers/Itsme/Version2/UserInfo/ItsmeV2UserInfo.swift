import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension ItsmeV2 {
  /// The userinfo endpoint; its response is protected like the id_token, unless a switch says otherwise (U2, Z13).
  func userinfo(_ owned: OwnedCall<ItsmeV2Login>) throws(DocumentNeeded) -> Outcome {
    try resource(owned) { login throws(Interruption) in
      let switches = login.detail.switches
      let claims = userinfoClaims(of: login, owned.call)
      guard switches[v2: .userinfoProtection].word != "json" else {
        return .json(.ok, JSON.object(claims).bytes())
      }
      let token: String
      do throws(Interruption) {
        token = try protect(claims, as: .userinfo, of: login, owned.call)
      } catch .refused(let refusal) { throw refusal.finding.map { failed($0) } ?? .refused(refusal) }
      var response = Response.token(token)
      if switches[v2: .userinfoContentType].word == "json" {
        response.headers.set("Content-Type", "application/json;charset=UTF-8")
      }
      return response
    }
  }

  /// The claims of scopes and of `claims.userinfo`, with the times of a token (U3).
  private func userinfoClaims(of login: Transaction<ItsmeV2Login>, _ call: Call) -> JSONObject {
    let (issued, expiry) = times(of: "userinfo", for: login, lifetime: login.detail.switches[.idToken], call)
    var claims = about(login, call)
    projection(of: login, call).add(requestedData(of: login).userinfo, to: &claims)
    addTimes(issued, expiry, of: login, to: &claims)
    return claims
  }

  /// The challenge of RFC 6750 §3 with a realm (U5).
  func challenge(_ problem: BearerProblem, of login: Transaction<ItsmeV2Login>?) -> Response {
    let (status, error): (Status, String) =
      switch problem {
      case .missing: (.unauthorized, "")
      case .malformed: (.badRequest, ", error=\"invalid_request\"")
      case .unknown, .expired: (.unauthorized, ", error=\"invalid_token\"")
      }
    return Response(status, headers: ["WWW-Authenticate": "Bearer realm=\"itsme\"\(error)"])
  }
}
