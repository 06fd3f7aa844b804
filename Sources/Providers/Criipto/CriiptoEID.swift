/// The eIDs behind the provider, by the word of the claim `identityscheme` (§2.5).
enum EID: String, Sendable, CaseIterable {
  case bankID = "sebankid"
  case mitID = "dkmitid"
  case mock
}

/// A value of `acr_values`: which eID, and in which of its flows or levels (§1.3).
struct RequestedEID: Sendable, Hashable {
  /// The value as it was sent; the claim `authenticationtype` repeats it.
  let urn: String
  /// The eID that it names.
  let eid: EID

  /// The eID of a value; `nil` when there is none such.
  init?(_ urn: String) {
    guard let eid = RequestedEID.known[urn] else { return nil }
    (self.urn, self.eid) = (urn, eid)
  }

  /// The values that are let in, the undocumented spellings of clients among them (§1.3).
  static let known: [String: EID] = [
    "urn:grn:authn:se:bankid": .bankID,
    "urn:grn:authn:se:bankid:same-device": .bankID,
    "urn:grn:authn:se:bankid:another-device": .bankID,
    "urn:grn:authn:se:bankid:another-device:qr": .bankID,
    "urn:grn:authn:se:bankid:qr": .bankID,
    "urn:grn:authn:dk:mitid": .mitID,
    "urn:grn:authn:dk:mitid:low": .mitID,
    "urn:grn:authn:dk:mitid:substantial": .mitID,
    "urn:grn:authn:dk:mitid:high": .mitID,
    "urn:grn:authn:dk:mitid:business": .mitID,
    "urn:grn:authn:mock": .mock,
  ]

  /// The values that discovery lists, in its order (§2.1); the selection page offers the same.
  static let published = [
    "urn:grn:authn:dk:mitid:low", "urn:grn:authn:dk:mitid:substantial", "urn:grn:authn:dk:mitid:high",
    "urn:grn:authn:dk:mitid:business", "urn:grn:authn:se:bankid:another-device:qr",
    "urn:grn:authn:se:bankid:same-device",
  ]
}
