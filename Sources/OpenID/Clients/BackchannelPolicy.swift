/// How a vendor handles logins that a client begins over the back channel (OpenID Connect CIBA Core).
package struct BackchannelPolicy: Sendable {
  /// The policy of signed requests, if all parameters must be in one (§7.1.1); `nil` if they are fields of the form.
  package var requestObject: RequestObjectPolicy?
  /// How requests say who is to log in.
  package var hint = Hint.any
  /// The bounds to which a requested expiry is limited; `nil` if the request decides.
  package var expiry: ClosedRange<Duration>?

  package init() {}

  package enum Hint: Sendable {
    /// One of the three hints of §7.1, whose contents are the vendor's.
    case any
    /// A `login_hint_token` that is a JWT; it may also be its claims alone, which is reported.
    case token(orClaims: Bool)
  }
}

/// How a client learns the outcome of a login over the back channel (CIBA Core §5).
package enum BackchannelDelivery: Sendable, Hashable {
  /// It polls until there is one.
  case poll
  /// It is notified at this URL when to ask.
  case ping(String)
}
