import OpenID

/// How the person gets from the client to the BankID app (§1.3).
enum BankIDFlow: Sendable, Hashable {
  /// The person chooses on a page.
  case choice
  /// A link opens the app on the same device.
  case sameDevice
  /// The app on another device scans an animated QR code.
  case qr
  /// The app on another device gets the order by personal number.
  case anotherDevice

  init(_ eid: RequestedEID) {
    switch eid {
    case .bankIDSameDevice: self = .sameDevice
    case .bankIDAnotherDeviceQR, .bankIDQR: self = .qr
    case .bankIDAnotherDevice: self = .anotherDevice
    default: self = .choice
    }
  }
}

/// How the authorize call is answered.
enum BankIDAnswer: Sendable, Hashable {
  /// The hosted page, or the redirect that ends it.
  case page
  /// JSON with launch links, for a client that opens the BankID app itself (§1.5, trigger).
  case appSwitch(LoginHint.AppSwitch)
  /// JSON with a QR code, for a client that shows it itself (§1.5, QR variant).
  case qrCode

  /// True if the client opens the app by a link, so that no QR code is needed.
  var opensApp: Bool { if case .appSwitch = self { true } else { false } }

  init(_ flow: BankIDFlow, _ request: CriiptoRequest, isHeadless: Bool) {
    self = isHeadless ? .page : BankIDAnswer(flow, request.hint.appSwitch, request.responseMode)
  }

  /// The flow and answer that a request asks for; the rest of it may be malformed.
  init(_ parameters: AuthorizationParameters) {
    guard let eid = parameters.words("acr_values").lazy.compactMap({ RequestedEID($0) }).first else {
      self = .page
      return
    }
    self.init(
      BankIDFlow(eid), LoginHint(parameters["login_hint"]).appSwitch,
      parameters["response_mode"].flatMap { ResponseMode(rawValue: $0) })
  }

  /// Same-device with `response_mode=json` and no platform comes from a page of the client's own (§5 #10).
  private init(_ flow: BankIDFlow, _ platform: LoginHint.AppSwitch?, _ mode: ResponseMode?) {
    switch (flow, platform, mode) {
    case (.sameDevice, let platform?, _): self = .appSwitch(platform)
    case (.sameDevice, nil, .json): self = .appSwitch(.browser)
    case (.qr, _, .json): self = .qrCode
    default: self = .page
    }
  }
}
