/// What a vendor makes of logins that a client begins over the back channel (OpenID Connect CIBA Core).
package struct BackchannelPolicy: Sendable {
  /// What a signed request must be like, where all parameters must stand in one (§7.1.1); `nil` where they are fields of the form.
  package var requestObject: RequestObjectPolicy?
  /// How requests say who is to log in.
  package var hint = Hint.any
  /// The bounds within which a requested expiry counts, where it is but a wish; `nil` where it counts as it is.
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
  /// It asks until there is one.
  case poll
  /// It is told when to ask, at this URL.
  case ping(String)
}
