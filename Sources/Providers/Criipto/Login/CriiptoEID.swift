/// The eIDs, with their values of the claim `identityscheme` (§2.5).
enum EID: String, Sendable, CaseIterable {
  case bankID = "sebankid"
  case mitID = "dkmitid"
  case mock
}

/// A value of `acr_values`: an eID in one of its flows or levels (§1.3), including undocumented spellings of clients.
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

  init?(_ urn: String) { self.init(rawValue: urn) }

  /// Decodes the base64 that a path begins with (§1.1): standard alphabet with padding; base64url is accepted too.
  init?(path part: String) {
    guard let urn = LoginHint.decoded(part) else { return nil }
    self.init(urn)
  }

  /// The value on the wire, and of the claim `authenticationtype`.
  var urn: String { rawValue }

  var eid: EID {
    switch self {
    case .bankIDSameDevice, .bankIDAnotherDeviceQR, .bankIDAnotherDevice, .bankIDQR, .bankID: .bankID
    case .mitIDLow, .mitIDSubstantial, .mitIDHigh, .mitIDBusiness, .mitID: .mitID
    case .mock: .mock
    }
  }

  /// The values that discovery lists, in its order (§2.1), and that the selection page offers by default.
  static let published: [RequestedEID] = [
    .mitIDLow, .mitIDSubstantial, .mitIDHigh, .mitIDBusiness, .bankIDAnotherDeviceQR, .bankIDSameDevice,
  ]
}
