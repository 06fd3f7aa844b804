/// The eIDs behind the provider, by the word of the claim `identityscheme` (§2.5).
enum EID: String, Sendable, CaseIterable {
  case bankID = "sebankid"
  case mitID = "dkmitid"
  case mock
}

/// A value of `acr_values`: which eID, and in which of its flows or levels (§1.3), the undocumented spellings of clients among
/// them.
enum RequestedEID: String, Sendable {
  case bankIDSameDevice = "urn:grn:authn:se:bankid:same-device"
  case bankIDAnotherDeviceQR = "urn:grn:authn:se:bankid:another-device:qr"
  case bankIDAnotherDevice = "urn:grn:authn:se:bankid:another-device"
  case bankIDQR = "urn:grn:authn:se:bankid:qr"
  case bankID = "urn:grn:authn:se:bankid"
  case mitIDLow = "urn:grn:authn:dk:mitid:low"
  case mitIDSubstantial = "urn:grn:authn:dk:mitid:substantial"
  case mitIDHigh = "urn:grn:authn:dk:mitid:high"
  case mitIDBusiness = "urn:grn:authn:dk:mitid:business"
  case mitID = "urn:grn:authn:dk:mitid"
  case mock = "urn:grn:authn:mock"

  /// The eID of a value; `nil` when there is none such.
  init?(_ urn: String) { self.init(rawValue: urn) }

  /// The base64 of a value in front of a path (§1.1): standard alphabet with padding; base64url is read too.
  init?(path part: String) {
    guard let urn = LoginHint.decoded(part) else { return nil }
    self.init(urn)
  }

  /// The value as it was sent; the claim `authenticationtype` repeats it.
  var urn: String { rawValue }

  /// The eID that it names.
  var eid: EID {
    switch self {
    case .bankIDSameDevice, .bankIDAnotherDeviceQR, .bankIDAnotherDevice, .bankIDQR, .bankID: .bankID
    case .mitIDLow, .mitIDSubstantial, .mitIDHigh, .mitIDBusiness, .mitID: .mitID
    case .mock: .mock
    }
  }

  /// The values that discovery lists, in its order (§2.1); the selection page offers the same.
  static let published: [RequestedEID] = [
    .mitIDLow, .mitIDSubstantial, .mitIDHigh, .mitIDBusiness, .bankIDAnotherDeviceQR, .bankIDSameDevice,
  ]
}
