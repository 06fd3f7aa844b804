import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// 200 with the links that open the BankID app, and the addresses of the order (§1.5, §2.2).
  func appSwitchAnswer(
    _ login: Transaction<CriiptoLogin>, _ order: BankIDOrder, _ platform: LoginHint.AppSwitch
  ) -> Response {
    let (request, domain, identifier) = (login.detail.request, login.detail.domain, login.identifier)
    let links = LaunchLinks(autoStartToken: order.autoStartToken, platform: platform, of: request)
    let hasNullPollURL = platform != .browser && request.application.switches.orders.hasNullPollURL
    // Each address is written piece by piece, which costs less than to put it together before.
    var body = JSONText()
    body.addObject("launchLinks") { members in
      members.addText("universalLink") { links.write(LaunchLinks.universal, to: &$0) }
      members.addText("customFileHandlerUrl") { links.write(LaunchLinks.custom, to: &$0) }
    }
    body.addText("cancelUrl") { Self.writeBankIDURL(domain, identifier, "/cancel", to: &$0) }
    body.addText("completeUrl") { Self.writeBankIDURL(domain, identifier, "/complete", to: &$0) }
    if platform == .browser {
      body.addText("pollUrl") { Self.writeBankIDURL(domain, identifier, "/poll", to: &$0) }
    } else if hasNullPollURL {
      body.add("pollUrl", JSON.null)
    }
    return .unstored(.ok, body.bytes())
  }

  /// An address of an order.
  private static func writeBankIDURL(
    _ domain: String, _ identifier: String, _ end: String, to text: inout JSONText
  ) {
    text.write(domain)
    text.write("/bankid/")
    text.write(identifier)
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
