import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension Criipto {
  static var bankIDEndpoints: [Endpoint<Criipto>] {
    [
      Endpoint(
        .bankIDPoll, [.get, .options], "/bankid/{order}/poll", on: \.logins, by: .path("order"),
        where: isBankID, answer: poll
      ).inside(originRules),
      // Heavy because it may sign an id_token.
      Endpoint(
        .bankIDComplete, [.get, .options], "/bankid/{order}/complete", .heavy, on: \.logins,
        by: .path("order"), where: isBankID, answer: complete
      ).inside(originRules),
      Endpoint(
        .bankIDCancel, [.get, .options], "/bankid/{order}/cancel", on: \.logins, by: .path("order"),
        where: isBankID, answer: cancel
      ).inside(originRules),
      Endpoint(
        .bankIDQR, [.get], "/bankid/{order}/qr.png", on: \.logins, by: .path("order"), where: isBankID,
        answer: qrPicture),
      Endpoint(
        .bankIDPage, [.get, .post], "/bankid/{order}", .heavy, on: \.logins, by: .path("order"),
        where: isBankID, answer: bankIDPage),
      Endpoint(
        .bankIDApp, [.get, .post], "/bankid-app", on: \.logins, by: launchToken,
        where: { $0.bankIDOrder?.isLaunched(by: $1) ?? false }, answer: bankIDApp),
    ]
  }

  private static func isBankID(_ login: Transaction<CriiptoLogin>, _ handle: String) -> Bool {
    login.identifier == handle && login.detail.method.isBankID
  }

  /// `pollUrl` (§1.6, poll; §2.4).
  private func poll(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction, let order = login.bankIDOrder else { return .answer(unknownOrder()) }
    let status = order.status(login.timeline, at: owned.now)
    guard !order.isPurged(status, at: owned.now) else { return .answer(purged(login)) }
    switch status {
    case .pending(let hint): return .answer(Answer(pending(order, hint, of: login, at: owned.now)))
    case .complete: return .answer(Answer(target(completeURL(login))))
    case .cancelledByClient: return text(Criipto.cancelledText, login)
    case .failed(.startFailed, _):
      return text(BankIDHint.startFailed.collectFailed, login, notOpened(login, owned.call))
    case .failed(let hint, _) where login.detail.switches[.errorChannel].word == "text":
      return text(hint == .userCancel ? "access_denied" : hint.collectFailed, login)
    case .failed:
      guard let ending = ending(of: login, for: owned.call) else { return .answer(unknownOrder()) }
      return .answer(Answer(target(ending.answer.queryLocation), remarks: ending.remarks))
    }
  }

  /// 202 with the current QR code; with an empty object once it was scanned, and with `null` in other flows.
  private func pending(
    _ order: BankIDOrder, _ hint: BankIDHint, of login: Transaction<CriiptoLogin>, at now: Instant
  ) -> Response {
    guard order.flow == .qr else { return .uncached(202, .null) }
    guard hint == .outstandingTransaction else { return .uncached(202, .object([:])) }
    return .uncached(202, ["qrCode": .string(qrData(order, of: login, at: now))])
  }

  private func target(_ url: String) -> Response { .uncached(.ok, ["targetUrl": .string(url)]) }

  private func text(
    _ text: String, _ login: Transaction<CriiptoLogin>, _ findings: [Finding] = []
  ) -> Outcome {
    .answer(Answer(Criipto.bankIDText(text, login.detail.switches), findings: findings))
  }

  /// `completeUrl`: answers a finished order once (§1.6, complete; §2.3).
  private func complete(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction, let order = login.bankIDOrder else { return .answer(unknownOrder()) }
    let switches = login.detail.switches
    let status = order.status(login.timeline, at: owned.now)
    guard !order.isPurged(status, at: owned.now) else { return .answer(purged(login)) }
    switch status {
    case .pending: return text(Criipto.notDoneText, login, notOpened(login, owned.call))
    case .cancelledByClient: return text(Criipto.cancelledText, login)
    case .failed(let hint, _) where hint == .startFailed || switches[.completeError].word == "text":
      return text(hint.collectFailed, login, notOpened(login, owned.call))
    case .failed: return .answer(finish(login, owned.call))
    case .complete:
      guard consume(login.identifier) else {
        let finding = noted(BankIDRules.completedTwice, on: login)
        return .answer(Answer(Criipto.bankIDText(Criipto.usedText, switches), findings: [finding]))
      }
      return .answer(finish(login, owned.call))
    }
  }

  /// True for the first call only.
  private func consume(_ handle: String) -> Bool {
    logins.update(handle) { login -> Bool in
      guard case .bankID(var order) = login.detail.method, !order.isConsumed else { return false }
      order.isConsumed = true
      login.detail.method = .bankID(order)
      return true
    } ?? false
  }

  /// `cancelUrl`: ends an order that the person abandoned; repeated calls get the same answer (§1.6, §5 #5).
  private func cancel(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction else { return .answer(unknownOrder()) }
    var answer = Answer(.uncached(.ok, .object([:])))
    if login.bankIDStatus(at: owned.now)?.isPending == true {
      changeOrder(login.identifier) { $0.cancelledByClient = owned.now }
      answer.remarks = ["\(login.client) cancels the order"]
    }
    return .answer(answer)
  }

  // MARK: Orders

  /// Clients look for this text (§1.6).
  static let notDoneText = "Native-app driven authentication is not done"
  static let cancelledText = "The login was cancelled"
  static let usedText = "The login was completed already"
  static let unknownText = "The login has ended or is not known"

  /// Unknown and purged orders are answered with 400 (§3, record purged).
  private func unknownOrder() -> Answer {
    var response = Response.text(.badRequest, Criipto.unknownText)
    response.headers.append("Cache-Control", "no-store")
    return Answer(response, findings: [Finding(BankIDRules.unknownOrder)])
  }

  private func purged(_ login: Transaction<CriiptoLogin>) -> Answer {
    let finding = noted(BankIDRules.unknownOrder, on: login)
    return Answer(Criipto.bankIDText(Criipto.unknownText, login.detail.switches), findings: [finding])
  }
}
