import Flow
import ProviderKit

extension BankID {
  static func advice(on login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto) -> [Finding] {
    criipto.notOpened(login, call)
  }
}

extension Criipto {
  /// True if whoever has the link opens the app, rather than a story.
  func isOpenedByHand(_ login: Transaction<CriiptoLogin>, _ order: BankIDOrder) -> Bool {
    login.timeline.isManual || order.isApprovedWhenOpened
  }

  /// The finding for a login that is waiting or has failed because its link was not opened, with the command to open
  /// it.
  func notOpened(_ login: Transaction<CriiptoLogin>, _ call: Call) -> [Finding] {
    guard let order = login.bankIDOrder, isOpenedByHand(login, order) else { return [] }
    let seen: String
    switch order.status(login.timeline, at: call.now) {
    case .pending(.outstandingTransaction), .pending(.noClient): seen = ""
    case .failed(.startFailed, _): seen = "this order is over; open the link of the next one in time"
    default: return []
    }
    let platform: LoginHint.AppSwitch =
      if case .appSwitch(let named) = order.answer { named } else { .browser }
    let links = LaunchLinks(
      autoStartToken: order.autoStartToken, platform: platform, of: login.detail.request)
    let command = PhoneLink.opening(links.universalLink, at: call.home)
    let finding = Finding(BankIDRules.notOpened.fixed(by: command), seen)
    logins.note([finding], on: login.identifier)
    return [finding]
  }
}
