import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// 200 with the links that open the BankID app, and the addresses of the order (§1.5, §2.2).
  func appSwitchAnswer(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, _ platform: LoginHint.AppSwitch
  ) -> Response {
    let request = login.detail.request
    var links = LaunchLinks(
      autoStartToken: order.autoStartToken, platform: platform, redirectURI: request.redirectURI,
      resumeURL: request.hint.resumeURL)
    if platform == .browser, login.detail.switches[.redirect].word == "absent" { links.redirect = nil }
    let url = bankIDURL(login)
    var body: JSONObject = [
      "launchLinks": [
        "universalLink": .string(links.universalLink),
        "customFileHandlerUrl": .string(links.customFileHandlerURL),
      ],
      "cancelUrl": .string("\(url)/cancel"), "completeUrl": .string("\(url)/complete"),
    ]
    if platform == .browser {
      body["pollUrl"] = .string("\(url)/poll")
    } else if login.detail.switches[.pollURL].word == "null" {
      body["pollUrl"] = .null
    }
    return .unstored(.ok, .object(body))
  }

  /// 200 with the first QR code, for a page that shows it by itself (§1.5, QR variant).
  func qrCodeAnswer(_ login: Transaction<CriiptoLogin>, _ order: BankIDOrder) -> Response {
    .unstored(
      .ok,
      [
        "initialQrCode": .string(order.qrData(at: sandbox.environment.clock.now)),
        "pollUrl": .string("\(bankIDURL(login))/poll"),
      ])
  }
}
