import Flow
package import HTTP

/// A vendor's settings of OpenID Connect, as far as they are values.
package struct Profile: Sendable {
  /// The rules with its prefix, sections and words.
  package var rules: RuleBook
  @Boxed package var authentication = ClientAuthentication()
  package var encryption = EncryptionPolicy()
  package var listedEncryption = ListedEncryption()
  /// True if a client without keys signs with those of the test key set.
  package var lendsTestKeys = false
  /// True if a client's key set may come from a server of a private network with a self-signed certificate; that is
  /// reported.
  package var acceptsSelfSignedKeySets = false
  /// The most that the server of a client's key set may take, and the most that it should.
  package var keySetTime: (longest: Duration, usual: Duration) = (.seconds(1), .seconds(1))
  /// True if a client's key must be marked for encryption, unless it is the only one.
  package var requiresKeyUse = false
  /// Its texts for refused authorization requests.
  @Boxed package var texts = AuthorizationTexts()
  /// Its texts for refused token requests.
  @Boxed package var tokenTexts = TokenTexts()
  /// Its texts for codes that cannot be exchanged.
  @Boxed package var grantTexts = GrantTexts()
  /// How it handles logins over the back channel.
  package var backchannel = BackchannelPolicy()
  /// The status for clients that poll without authenticating; `nil` for the usual one.
  package var unauthenticatedPollStatus: Status?
  /// What a poll is told until the person has decided.
  package var pendingText = "The person has not decided"
  /// True if code and redirect_uri are required; otherwise a missing one is treated as a wrong one.
  package var requiresFields = true
  /// The scheme of the challenge to clients that did not authenticate (RFC 6749 §5.2).
  package var challenge = Challenge.always(realm: "")
  /// The allowed clock skew, in seconds.
  package var leeway: Int64 = 180

  package init(rules: RuleBook) { self.rules = rules }

  /// When a client that did not authenticate gets 401 with a challenge instead of 400.
  package enum Challenge: Sendable {
    case always(realm: String)
    /// If it used the Authorization header, as RFC 6749 §5.2 requires.
    case ofHeader(realm: String)
    /// Never: it always gets 400.
    case never
  }
}
