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
    // Each address is written piece by piece, which costs less than to put it together before.
    var body = JSONText()
    body.addObject("launchLinks") { members in
      members.addText("universalLink") { links.write(LaunchLinks.universal, to: &$0) }
      members.addText("customFileHandlerUrl") { links.write(LaunchLinks.custom, to: &$0) }
    }
    body.addText("cancelUrl") { writeBankIDURL(login, "/cancel", to: &$0) }
    body.addText("completeUrl") { writeBankIDURL(login, "/complete", to: &$0) }
    if platform == .browser {
      body.addText("pollUrl") { writeBankIDURL(login, "/poll", to: &$0) }
    } else if terms.hasNullPollURL {
      body.add("pollUrl", JSON.null)
    }
    return .unstored(.ok, body.bytes())
  }

  /// An address of an order.
  private func writeBankIDURL(
    _ login: Transaction<CriiptoLogin>, _ end: String, to text: inout JSONText
  ) {
    text.write(login.detail.domain)
    text.write("/bankid/")
    text.write(login.identifier)
    text.write(end)
  }

  /// 200 with the first QR code, for a page that shows it by itself (§1.5, QR variant).
  func qrCodeAnswer(_ login: Transaction<CriiptoLogin>, _ order: BankIDOrder) -> Response {
    .unstored(
      .ok,
      [
        "initialQrCode": .string(qrData(order, of: login, at: sandbox.environment.clock.now)),
        "pollUrl": .string("\(bankIDURL(login))/poll"),
      ])
  }
}
