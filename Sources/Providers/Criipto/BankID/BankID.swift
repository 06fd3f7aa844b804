import Flow
import HTTP
import JSON
import ProviderKit

/// Swedish BankID: launch links for an app on the same device, an animated QR code for one on another (§1.5, §1.6, §3).
///
/// `BankIDOrder` and `AnimatedQR` (in `Login/`) are the state of an order and its QR code.
///
///     BankIDStart                 begins or refuses an order
///     LaunchLinks                 links for an app on the same device
///     BankIDAppSwitch             the JSON answers of the authorize call
///     BankIDCalls                 pollUrl, completeUrl, cancelUrl
///     BankIDPages, BankIDApp      the hosted page, and the page that stands for the app
///     BankIDEvidence              what the person signed
enum BankID: EIDMethod {
  static func patience(_ switches: CriiptoSwitches) -> Duration { switches.orders.patience }

  static func answer(
    _ login: Transaction<CriiptoLogin>, _ call: Call, at criipto: Criipto
  ) -> Outcome {
    guard let order = login.bankIDOrder else { return .answer(criipto.expired(login, for: call)) }
    switch order.answer {
    case .appSwitch(let platform): return .answer(Answer(criipto.appSwitchAnswer(login, order, platform)))
    case .qrCode: return .answer(Answer(criipto.qrCodeAnswer(login, order, at: call.now)))
    case .page: return criipto.proceedOnBankIDPage(login, order, call)
    }
  }

  static func expiry(of login: Transaction<CriiptoLogin>, authenticated: Instant, issued: Instant) -> Instant
  {
    issued + login.detail.switches[BankIDLifetime.token]
  }

  static func headlessData(
    of login: Transaction<CriiptoLogin>, at now: Instant, _ criipto: Criipto
  ) -> HeadlessData? {
    guard let order = login.bankIDOrder else { return nil }
    return HeadlessData(
      qrData: criipto.qrData(order, of: login, at: now), autoStartToken: order.autoStartToken,
      hintCode: login.pendingState(at: now))
  }
}

extension Criipto {
  /// Changes the BankID order of a login, and wakes the calls that wait for it.
  func changeOrder(_ handle: String, _ change: @Sendable (inout BankIDOrder) -> Void) {
    logins.update(handle) { login in
      guard case .bankID(var order) = login.detail.method else { return }
      change(&order)
      login.detail.method = .bankID(order)
    }
    sandbox.waiters.touch(handle)
  }

  /// The text of an order's QR code, even if the order shows none.
  func qrData(_ order: BankIDOrder, of login: Transaction<CriiptoLogin>, at now: Instant) -> String {
    if let data = order.qrData(at: now) { return data }
    let names = BankID.names(login.ordinal, renewal: order.renewals, at: self)
    return names.qr?.data(second: order.second(at: now)) ?? ""
  }

  func bankIDURL(_ login: Transaction<CriiptoLogin>) -> String {
    "\(login.detail.domain)/bankid/\(login.identifier)"
  }

  func completeURL(_ login: Transaction<CriiptoLogin>) -> String { "\(bankIDURL(login))/complete" }
}
