package import Flow

extension Transaction where Detail: OpenIDLogin {
  /// A sighting that the client refused, if it got a code and let it expire.
  package func unredeemedCode(at now: Instant) -> Sighting? {
    guard detail.grant.code != nil, let sent = detail.grant.sent, detail.grant.redeemed == nil,
      now >= Swift.min(sent + detail.codeLifetime, ends)
    else { return nil }
    return Sighting(.refused, .traffic, "the code was never redeemed", at: now)
  }
}
