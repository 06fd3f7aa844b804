import Flow
import HTTP
import JSON
import ProviderKit

/// Swedish BankID: launch links for an app on the same device, an animated QR code for one on another (§1.5, §1.6, §3).
///
///     BankIDOrder, BankIDHint     where an order stands
///     AnimatedQR, LaunchLinks     how the app gets it
///     BankIDStart                 what begins an order, and what refuses it
///     BankIDAppSwitch             the JSON answers of the authorize call
///     BankIDCalls                 pollUrl, completeUrl, cancelUrl
///     BankIDPages, BankIDApp      the hosted page, and the page that stands for the app
///     BankIDEvidence              what the person signed
enum BankID: EIDMethod {
  static let eid = EID.bankID

  static func patience(_ switches: CriiptoSwitches) -> Duration { switches.orders.patience }

  static func phase(of login: Transaction<CriiptoLogin>, at now: Instant) -> CriiptoLogin.Phase {
    switch login.bankIDStatus(at: now) {
    case .pending, nil: .pending
    case .complete(let moment): .authenticated(at: moment)
    case .failed(let hint, _):
      .failed(
        LoginFailure(
          hint == .userCancel ? login.detail.cancelError : "access_denied", hint.collectFailed,
          outcome: BankIDOutcome(hint).rawValue))
    case .cancelledByClient:
      .failed(
        LoginFailure(
          "access_denied", BankIDHint.cancelled.collectFailed,
          outcome: BankIDOutcome.cancelledByClient.rawValue))
    }
  }

  static func pendingState(of login: Transaction<CriiptoLogin>, at now: Instant) -> String {
    guard case .pending(let hint) = login.bankIDStatus(at: now) else { return "pending" }
    return hint.rawValue
  }

  static func answer(
    _ login: Transaction<CriiptoLogin>, _ exchange: consuming CriiptoExchange, at criipto: Criipto
  ) -> Outcome {
    guard let order = login.bankIDOrder else {
      let page = criipto.expiredPage(exchange.call)
      return .answer(exchange.answer(page, of: nil))
    }
    switch order.answer {
    case .appSwitch(let platform):
      return .answer(exchange.answer(criipto.appSwitchAnswer(login, order, platform), of: login.identifier))
    case .qrCode:
      return .answer(exchange.answer(criipto.qrCodeAnswer(login, order), of: login.identifier))
    case .page: return criipto.proceedOnBankIDPage(login, order, exchange)
    }
  }

  static func answerToApp(_ login: Transaction<CriiptoLogin>, at criipto: Criipto) -> Response? {
    guard let order = login.bankIDOrder, case .appSwitch(let platform) = order.answer else { return nil }
    return criipto.appSwitchAnswer(login, order, platform)
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
      hintCode: pendingState(of: login, at: now))
  }
}

extension Transaction where Detail == CriiptoLogin {
  /// The BankID order of a login.
  var bankIDOrder: BankIDOrder? {
    if case .bankID(let order) = detail.method { order } else { nil }
  }

  /// Where the BankID order of a login stands.
  func bankIDStatus(at now: Instant) -> BankIDStatus? { bankIDOrder?.status(timeline, at: now) }
}

extension Criipto {
  /// Changes the BankID order of a login, and wakes who waits for it.
  func changeOrder(_ handle: String, _ change: @Sendable (inout BankIDOrder) -> Void) {
    ledger.update(handle) { login in
      guard case .bankID(var order) = login.detail.method else { return }
      change(&order)
      login.detail.method = .bankID(order)
    }
    sandbox.waiters.touch(handle)
  }

  /// What the QR code of an order holds at a moment, also of one that shows none.
  func qrData(_ order: BankIDOrder, of login: Transaction<CriiptoLogin>, at now: Instant) -> String {
    if let data = order.qrData(at: now) { return data }
    let names = BankID.names(login.ordinal, renewal: order.renewals, at: self)
    return names.qr?.data(second: order.second(at: now)) ?? ""
  }

  /// Where a login's BankID order is served.
  func bankIDURL(_ login: Transaction<CriiptoLogin>) -> String {
    String(joining: login.detail.domain, "/bankid/", login.identifier)
  }

  /// Where an order is completed.
  func completeURL(_ login: Transaction<CriiptoLogin>) -> String { "\(bankIDURL(login))/complete" }
}
