package import Flow

/// The state of a login's code, and of the tokens that it is exchanged for.
package struct CodeGrant: Sendable {
  /// The code that was sent to the client.
  package var code: String?
  /// Another provider's code that was sent instead, and is accepted like its own.
  var substitutedCode: String?
  /// The later login whose story sent this code in place of its own.
  var borrower: String?
  /// When it was sent, or the client got another answer.
  package var sent: Instant?
  package var redeemed: Instant?
  package var accessToken: String?
  package var issued: Instant?
  package var issues = 0
  /// The refresh token, if the vendor has them.
  package var refreshToken: String?
  /// True if the code was used again after it was exchanged.
  package var isReused = false
  /// True if the code was used too late.
  package var isLate = false
  /// The request over the back channel, if a client without browser made it.
  package var backchannel: BackchannelRequest?
  /// True if the client has read userinfo, or its equivalent.
  package var hasReadUserinfo = false

  /// The tokens that the client revoked.
  private(set) var revoked: Set<String> = []

  package init() {}

  func isCode(_ handle: String) -> Bool { code == handle || substitutedCode == handle }

  /// True if the client revoked one of its tokens.
  package var isRevoked: Bool { !revoked.isEmpty }

  /// Makes a token invalid; with a refresh token the access token too (RFC 7009 §2.1).
  mutating func revoke(_ token: String) {
    revoked.insert(token)
    if token == refreshToken, let accessToken { revoked.insert(accessToken) }
  }
}

/// What a provider keeps of a login: the detail of its transaction.
package protocol OpenIDLogin: Sendable {
  /// The state of its code.
  var grant: CodeGrant { get set }
  /// Where the answer to the client goes.
  var redirectURI: String { get }
  /// The same as the client wrote it, if the vendor took a part away.
  var writtenRedirectURI: String? { get }
  /// Returned unchanged.
  var state: String? { get }
  /// Copied into the id_token.
  var nonce: String? { get }
  /// The proof key of the code.
  var proofKey: ProofKey? { get }
  /// False if the client asked for tokens of the front channel alone.
  var wantsCode: Bool { get }
  /// How long ago the person may have authenticated, in seconds (`max_age`); `nil` if the client did not say.
  var maximumAge: Int? { get }
  /// True if the client asked for a level of assurance or an eID.
  var asksLevel: Bool { get }
  /// The issuer at the address under which the login began.
  var issuer: String { get }
  /// How long the code can be exchanged.
  var codeLifetime: Duration { get }
  /// How long after the exchange tokens can be refreshed; `nil` if they cannot.
  var refreshLifetime: Duration? { get }
}

extension OpenIDLogin {
  package var writtenRedirectURI: String? { nil }
  package var wantsCode: Bool { true }
  package var asksLevel: Bool { false }
  package var refreshLifetime: Duration? { nil }
}

/// A login that keeps its request as the engine read it.
package protocol CodeFlowLogin: OpenIDLogin {
  /// What was asked for.
  var asked: CodeRequest { get }
}

extension CodeFlowLogin {
  package var redirectURI: String { asked.redirectURI }
  package var state: String? { asked.state }
  package var maximumAge: Int? { asked.maximumAge }
  package var nonce: String? { asked.nonce }
  package var proofKey: ProofKey? { asked.proofKey }
  package var issuer: String { asked.issuer }
}

extension Transaction where Detail: OpenIDLogin {
  /// True if a handle is the login's code, refresh token or backchannel request, and not another of its handles.
  package func isGrant(_ handle: String) -> Bool {
    let grant = detail.grant
    return grant.isCode(handle) || grant.refreshToken == handle || grant.backchannel?.handle == handle
  }

  /// True if a handle is the login's access token.
  package func isAccessToken(_ handle: String) -> Bool { detail.grant.accessToken == handle }
}
