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
    let terms = login.detail.switches.orders
    if platform == .browser, terms.leavesRedirectOut { links.redirect = nil }
    let (query, url) = (links.query, bankIDURL(login))
    var body = JSONText()
    body.addObject("launchLinks") { members in
      members.add("universalLink", LaunchLinks.universal, query)
      members.add("customFileHandlerUrl", LaunchLinks.custom, query)
    }
    body.add("cancelUrl", url, "/cancel")
    body.add("completeUrl", url, "/complete")
    if platform == .browser {
      body.add("pollUrl", url, "/poll")
    } else if terms.hasNullPollURL {
      body.add("pollUrl", JSON.null)
    }
    return .unstored(.ok, body.bytes())
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
