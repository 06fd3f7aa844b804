import OpenID
import Flow
import ProviderKit

/// A valid authentication request, with its request object merged and its values normalised.
struct ItsmeV2Request: Sendable {
  let redirectURI: String
  let service: String
  let kind: Service.Kind?
  /// The scopes that request claims.
  let scopes: Set<ItsmeV2Scope>
  let state: String?
  let nonce: String?
  let level: AuthenticationLevel
  /// True if the request asks for a level, so the id_token reports the one reached (N4).
  let asksLevel: Bool
  let claims: ItsmeV2ClaimsRequest
  /// What a Confirmation shows.
  var template: ConfirmationTemplate?
  let language: PageLanguage
  let proofKey: ProofKey?
  var maximumAge: Int?
  /// From `login_hint` (A19).
  let phone: PhoneNumber?
}
