import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension Itsme {
  /// The userinfo endpoint; its answer is a JWT (§1.10).
  func userinfo(_ owned: OwnedCall<ItsmeLogin>) throws(DocumentNeeded) -> Outcome {
    try resource(owned) { login throws(Interruption) in
      let recipient: JWK?
      do throws(Interruption) {
        recipient = try self.recipient(of: .userinfo, for: login, owned.call)
      } catch .refused(let refusal) { throw refusal.finding.map { failed($0) } ?? .refused(refusal) }
      do throws(TokenRecipe.Problem) {
        return try userinfo(of: login, recipient, owned.call)
      } catch { throw failed(Finding(Self.book[.encryptionKeyMissing], "\(error)")) }
    }
  }

  /// Signed, nested, encrypted or plain; `application/jwt` unless plain (§5 #16, #17).
  private func userinfo(
    of login: Transaction<ItsmeLogin>, _ recipient: JWK?, _ call: Call
  ) throws(TokenRecipe.Problem) -> Response {
    let (request, switches) = (login.detail.request, login.detail.switches)
    var claims: JSONObject = [
      "sub": .string(Subject.of(login.person, at: login.client)),
      "iss": .string(issuer(call.publicBase)),
      "aud": .string(login.client),
    ]
    ClaimsProjection(person: login.person, switches: switches).add(
      request.scopes, keys: request.claims.userinfo, allowed: allowedClaims(of: login), to: &claims)
    let protection = login.detail.userinfoProtection
    guard protection != "json" else { return .json(.ok, JSON.object(claims).bytes()) }
    return .token(
      try protect(
        claims, as: .userinfo, of: login, recipient: recipient, isSigned: protection != "encrypted"))
  }

  /// No body, only the header (§1.10), with the scheme or, as the guide prints it, without (§5 #18).
  func challenge(_ problem: BearerProblem, of login: Transaction<ItsmeLogin>?) -> Response {
    let isLiteral = (login?.detail.switches ?? providerSwitches)[.authenticateHeader].word == "literal"
    let scheme = isLiteral ? "" : "Bearer "
    let (status, value): (Status, String) =
      switch problem {
      case .missing: (.unauthorized, "Bearer")
      case .malformed:
        (.badRequest, "Bearer error=\"invalid_request\", error_description=\"The request is malformed\"")
      case .unknown:
        (
          .unauthorized,
          "\(scheme)error=\"invalid_token\", error_description=\"The Access Token is not valid\""
        )
      // The text is that of the guide's example (§3.8).
      case .expired:
        (.unauthorized, "\(scheme)error=\"invalid_token\", error_description=\"The Access Token expired\"")
      }
    return Response(status, headers: ["WWW-Authenticate": value])
  }
}
