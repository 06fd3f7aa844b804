import HTTP
import ProviderKit

extension ReuseID {
  /// The two sets of addresses.
  enum Realm: CaseIterable, Sendable {
    /// `https://<domain>/auth/open/connect/…`
    case today
    /// `https://<domain>/oidc/…`, which apps call with `Accept: application/json`.
    case older

    /// The realm of the token endpoint that was called: each answers with its own issuer.
    init(_ call: Call) {
      self = call.request.target.path.hasSuffix("\(Realm.older.prefix)/token") ? .older : .today
    }

    var issuer: String { self == .today ? "/auth/open" : "/oidc" }
    var prefix: String { self == .today ? "/auth/open/connect" : "/oidc" }
  }
}
