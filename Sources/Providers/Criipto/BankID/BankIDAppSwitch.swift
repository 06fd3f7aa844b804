import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// 200 with the links that open the BankID app, and the URLs of the order (§1.5, §2.2).
  func appSwitchAnswer(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, _ platform: LoginHint.AppSwitch
  ) -> Response {
    let request = login.detail.request
    let links = LaunchLinks(autoStartToken: order.autoStartToken, platform: platform, of: request)
    let hasNullPollURL = platform != .browser && request.switches.orders.hasNullPollURL
    let url = bankIDURL(login)
    var body: JSONObject = [
      "launchLinks": [
        "universalLink": .string(links.universalLink),
        "customFileHandlerUrl": .string(links.customFileHandlerURL),
      ],
      "cancelUrl": .string("\(url)/cancel"), "completeUrl": .string(completeURL(login)),
    ]
    if platform == .browser { body["pollUrl"] = .string("\(url)/poll") }
    if hasNullPollURL { body["pollUrl"] = .null }
    return .uncached(.ok, .object(body))
  }

  /// 200 with the first QR code, for a client that shows it itself (§1.5, QR variant).
  func qrCodeAnswer(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, at now: Instant
  ) -> Response {
    .uncached(
      .ok,
      [
        "initialQrCode": .string(qrData(order, of: login, at: now)),
        "pollUrl": .string("\(bankIDURL(login))/poll"),
      ])
  }
}
