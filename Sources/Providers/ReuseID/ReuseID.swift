import Flow
import HTTP
import OpenID
package import ProviderKit

/// The provider, for the registry.
package let reuseID: any Provider.Type = ReuseID.self

/// Signicat ReuseID with MobileID (Encap) operation contexts, by the vendor's step-up guide and `contracts/reuseid.md`.
///
/// Sections in comments (§1a) are the contract's; the guide's are cited by the rules in `Rules/`.
///
///     Vocabulary/   the words of scenarios and the catalog
///     Rules/        what a relying party can get wrong
///     Devices/      the phones that are registered
///     Operation/    what a sandbox keeps, and the course of an operation from start to end
///     Backend/      what the relying party's server calls: start, status, results
///     OnPremises/   the REST API of a MobileID server on the customer's own premises
///     MobileID/     what its app calls; stands for the mobile library
///     OpenID/       plain MobileID over OpenID Connect, in browsers, in apps, and over the back channel
///
/// Each folder uses only those above it; this file puts them together. What `Operation/` keeps is nested in the class,
/// because its words (operation, phase, realm) are common ones.
extension ReuseID: Provider {
  typealias EndpointName = ReuseIDEndpoint

  static let realHosts = ["signicat.com", "signicat.dev", "encapsecurity.com"]

  static let rules: [Rule] =
    StartRules.placed + VerificationRules.placed + AppRules.placed + OpenIDRules.placed
    + OpenIDRules.book.all

  static var endpoints: [Endpoint<ReuseID>] {
    backendEndpoints + openIDEndpoints + onPremisesEndpoints + appEndpoints
  }

  static func entry(base: String) -> String { "\(base)/auth/open/.well-known/openid-configuration" }

  static func settings(base: String) -> ProviderSettings {
    let (user, device) = ("7f1994f0-5fed-4e0f-a8e2-64da520a09cb", "3d1f7a52-9c4e-4b0a-8f6d-2e5b8c7a9014")
    return ProviderSettings(
      title: "ReuseID", entry: Self.entry(base: base),
      values: [
        ("API", base),
        ("token endpoint", "\(base)/auth/open/connect/token"),
        ("client_id", "eidolon-demo"),
        ("client_secret", "demo-secret"),
        ("scope of the API", "signicat-api"),
        ("app", "\(base)/mobileid/eidolon-app"),
        ("userId", user),
        ("deviceId", device),
        ("PIN", "2580"),
        ("acr_values", "idp:mobileid"),
        ("login_hint", "userId:\(user) deviceId:\(device)"),
        ("redirect_uri", "http://localhost:9000/cb"),
      ])
  }

  var ledgers: [any Ledger] { [ledger] }

  func unlock() { devices.resetWorldDevices() }

  var kept: [any Restorable] {
    [devices.state, tokens.state, verified.state, exchanges, traces]
  }
}
