import OpenID

extension ReuseID {
  struct OpenIDRequest: Sendable {
    let realm: Realm
    /// The issuer for the address that the client called.
    let issuer: String
    var redirectURI = ""
    var responseMode = ResponseMode.query
    var state: String?
    var nonce: String?
    var scopes: Set<String>
    var proofKey: ProofKey?
    var maximumAge: Int?
    /// What a backchannel request asks for.
    var bindingMessage: String?
    var requestedExpiry: Int?
  }
}

extension ReuseID.Operation: OpenIDLogin {
  var redirectURI: String { request?.redirectURI ?? "" }
  var state: String? { request?.state }
  var nonce: String? { request?.nonce }
  var proofKey: ProofKey? { request?.proofKey }
  var maximumAge: Int? { request?.maximumAge }
  var issuer: String { request?.issuer ?? "" }
  var codeLifetime: Duration { switches[lifetime: .code] }
}
