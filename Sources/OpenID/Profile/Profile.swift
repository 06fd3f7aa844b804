package import HTTP

/// What a vendor makes of OpenID Connect, where that is a value.
package struct Profile: Sendable {
  /// The rules with its prefix, its sections, and its words.
  package var rules: RuleBook
  package var authentication = ClientAuthentication()
  package var encryption = EncryptionPolicy()
  package var listedEncryption = ListedEncryption()
  /// True if a client without keys signs with those of the test key set.
  package var lendsTestKeys = false
  /// True if a client's key set may come from a server of a private network that vouches for itself; that is reported.
  package var takesSelfSignedKeySets = false
  /// How long the server of a client's key set may take, and how long it should.
  package var keySetTime: (longest: Duration, usual: Duration) = (.seconds(1), .seconds(1))
  /// True if a client's key must say that it is for encryption, unless it is the only one.
  package var demandsKeyUse = false
  /// What it says of authorization requests that are not in order.
  package var texts = AuthorizationTexts()
  /// What it says of token requests that are not in order.
  package var tokenTexts = TokenTexts()
  /// What it says of codes that cannot be exchanged.
  package var grantTexts = GrantTexts()
  /// What it makes of logins over the back channel.
  package var backchannel = BackchannelPolicy()
  /// The status for clients that poll without authenticating; `nil` for the usual one.
  package var unauthenticatedPollStatus: Status?
  /// True if code and redirect_uri must be in the form at all; else a missing one is a wrong one.
  package var demandsFields = true
  /// The scheme of the challenge to clients that did not authenticate (RFC 6749 §5.2).
  package var challenge = Challenge.always(realm: "")
  /// How far clocks may be apart, in seconds.
  package var leeway: Int64 = 180

  package init(rules: RuleBook) { self.rules = rules }

  /// When a client that did not authenticate is answered 401 with a challenge, and not 400.
  package enum Challenge: Sendable {
    case always(realm: String)
    /// When it used the Authorization header, as RFC 6749 §5.2 demands.
    case ofHeader(realm: String)
    /// Never: all is 400.
    case never
  }
}
