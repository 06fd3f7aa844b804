package import Flow

extension Transaction where Detail: OpenIDLogin {
  /// A sighting that the client refused, if it got a code and never redeemed it.
  package func unredeemedCode(at now: Instant) -> Sighting? {
    guard detail.grant.code != nil, detail.grant.sent != nil, detail.grant.redeemed == nil else { return nil }
    return Sighting(.refused, .traffic, "the code was never redeemed", at: now)
  }
}
