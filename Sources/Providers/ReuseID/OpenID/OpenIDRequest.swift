import OpenID

extension ReuseID {
  /// What an OpenID client asked for.
  struct OpenIDRequest: Sendable {
    let realm: Realm
    /// The issuer at the address under which it asked.
    let issuer: String
    var redirectURI = ""
    var state: String?
    var nonce: String?
    var scopes: Set<String>
    var proofKey: ProofKey?
  }
}

extension ReuseID.Operation: OpenIDLogin {
  var redirectURI: String { request?.redirectURI ?? "" }
  var state: String? { request?.state }
  var nonce: String? { request?.nonce }
  var proofKey: ProofKey? { request?.proofKey }
  var issuer: String { request?.issuer ?? "" }
  var codeLifetime: Duration { switches[lifetime: .code] }
}
