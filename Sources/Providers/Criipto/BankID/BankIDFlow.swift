import OpenID

/// How the person gets from the client to the BankID app (§1.3).
enum BankIDFlow: Sendable, Hashable {
  /// The person chooses on a page.
  case choice
  /// A link opens the app on the same device.
  case sameDevice
  /// The app on another device scans an animated QR code.
  case qr
  /// The app on another device is told by personal number.
  case anotherDevice

  /// The flow of an acr value; one that does not say leaves the choice.
  init(_ eid: RequestedEID) {
    switch eid {
    case .bankIDSameDevice: self = .sameDevice
    case .bankIDAnotherDeviceQR, .bankIDQR: self = .qr
    case .bankIDAnotherDevice: self = .anotherDevice
    default: self = .choice
    }
  }
}

/// What the authorize call is answered with.
enum BankIDAnswer: Sendable, Hashable {
  /// The hosted page, or its outcome.
  case page
  /// JSON with launch links, for an app or page that opens the BankID app by itself (§1.5, trigger).
  case appSwitch(LoginHint.AppSwitch)
  /// JSON with a QR code, for a page that shows it by itself (§1.5, QR variant).
  case qrCode

  /// True if the client opens the app by a link, so that no QR code is shown.
  var opensApp: Bool { if case .appSwitch = self { true } else { false } }

  /// What a request gets.
  ///
  /// Same-device with `response_mode=json` and no platform is a page of the client's own (§5 #10).
  init(_ flow: BankIDFlow, _ request: CriiptoRequest, isHeadless: Bool) {
    switch flow {
    case _ where isHeadless: self = .page
    case .sameDevice where request.hint.appSwitch != nil:
      self = .appSwitch(request.hint.appSwitch ?? .browser)
    case .sameDevice where request.responseMode == .json: self = .appSwitch(.browser)
    case .qr where request.responseMode == .json: self = .qrCode
    default: self = .page
    }
  }
}
