import Flow
import HTTP
import JSON
import ProviderKit

extension Criipto {
  /// The endpoints of BankID.
  var bankIDEndpoints: [Endpoint] {
    [
      Endpoint(
        BankIDEndpoint.poll.rawValue, [.get, .options], "/bankid/{order}/poll", answer: shared { $0.poll($1) }
      ),
      // May end in the signature of an id_token.
      Endpoint(
        BankIDEndpoint.complete.rawValue, [.get, .options], "/bankid/{order}/complete", .heavy,
        answer: shared { $0.complete($1) }),
      Endpoint(
        BankIDEndpoint.cancel.rawValue, [.get, .options], "/bankid/{order}/cancel",
        answer: shared { $0.cancel($1) }),
      Endpoint(BankIDEndpoint.qr.rawValue, [.get], "/bankid/{order}/qr.png", answer: qrPicture),
      Endpoint(BankIDEndpoint.page.rawValue, [.get, .post], "/bankid/{order}", .heavy, answer: bankIDPage),
      Endpoint(BankIDEndpoint.app.rawValue, [.get, .post], "/bankid-app", answer: bankIDApp),
    ]
  }

  /// Whether an order is done (§1.6, poll; §2.4).
  private func poll(_ call: Call) -> Outcome {
    let noted = order(at: BankIDEndpoint.poll, call)
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let login = noted.transaction, let order = login.bankIDOrder else { return .answer(unknownOrder()) }
    var exchange = CriiptoExchange(call: call, faults: noted.faults)
    let now = sandbox.environment.clock.now
    let status = order.status(login.timeline, at: now)
    guard !order.isPurged(status, at: now) else { return .answer(purged(login, exchange)) }
    let response =
      switch status {
      case .pending(let hint): pending(order, hint, of: login, at: now)
      case .complete: completeTarget(login)
      case .failed(.startFailed, _):
        BankID.bankIDText(BankIDHint.startFailed.collectFailed, login.detail.switches)
      case .failed(let hint, _):
        login.detail.switches[.errorChannel].word == "text"
          ? BankID.bankIDText(
            hint == .userCancel ? "access_denied" : hint.collectFailed, login.detail.switches)
          : target(authorizationAnswer(of: login, &exchange).queryLocation)
      case .cancelledByClient: BankID.bankIDText(Criipto.cancelledText, login.detail.switches)
      }
    return .answer(exchange.answer(response, of: login.identifier))
  }

  /// 202: with the present QR code where one is shown, else an empty object for QR clients and `null` for others.
  private func pending(
    _ order: BankIDOrder, _ hint: BankIDHint, of login: Transaction<CriiptoLogin>, at now: Instant
  ) -> Response {
    guard order.flow == .qr else { return Criipto.pendingAnswer }
    guard hint == .outstandingTransaction else { return .unstored(202, .object([:])) }
    return .unstored(202, ["qrCode": .string(qrData(order, of: login, at: now))])
  }

  /// The answer that same-device clients get most often, with its head written once.
  private static let pendingAnswer = Response.unstored(202, .null).prepared()

  private func target(_ url: String) -> Response { .unstored(.ok, ["targetUrl": .string(url)]) }

  /// The same for a completed order, written without values: a page may ask for it again and again.
  private func completeTarget(_ login: Transaction<CriiptoLogin>) -> Response {
    var body = JSONText()
    body.addText("targetUrl") { text in
      text.write(login.detail.domain)
      text.write("/bankid/")
      text.write(login.identifier)
      text.write("/complete")
    }
    return .unstored(.ok, body.bytes())
  }

  /// The answer of a finished order, once (§1.6, complete; §2.3).
  private func complete(_ call: Call) -> Outcome {
    let noted = order(at: BankIDEndpoint.complete, call)
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let login = noted.transaction, let order = login.bankIDOrder else { return .answer(unknownOrder()) }
    var exchange = CriiptoExchange(call: call, faults: noted.faults)
    let now = sandbox.environment.clock.now
    let switches = login.detail.switches
    let status = order.status(login.timeline, at: now)
    guard !order.isPurged(status, at: now) else { return .answer(purged(login, exchange)) }
    switch status {
    case .pending:
      return .answer(exchange.answer(BankID.bankIDText(Criipto.notDoneText, switches), of: login.identifier))
    case .cancelledByClient:
      return .answer(
        exchange.answer(BankID.bankIDText(Criipto.cancelledText, switches), of: login.identifier))
    case .failed(let hint, _) where hint == .startFailed || switches[.completeError].word == "text":
      return .answer(exchange.answer(BankID.bankIDText(hint.collectFailed, switches), of: login.identifier))
    case .failed: return .answer(finish(login, exchange))
    case .complete:
      guard consume(login.identifier) else {
        note(BankIDRules.completedTwice, on: login, &exchange)
        return .answer(exchange.answer(BankID.bankIDText(Criipto.usedText, switches), of: login.identifier))
      }
      return .answer(finish(login, exchange))
    }
  }

  /// `true` for the first call alone.
  private func consume(_ handle: String) -> Bool {
    ledger.update(handle) { login -> Bool in
      guard case .bankID(var order) = login.detail.method, !order.isConsumed else { return false }
      order.isConsumed = true
      login.detail.method = .bankID(order)
      return true
    } ?? false
  }

  /// Ends an order that the person left; the same answer however often it is called (§1.6, §5 #5).
  private func cancel(_ call: Call) -> Outcome {
    let noted = order(at: BankIDEndpoint.cancel, call)
    if let instead = noted.answerInstead { return .answer(instead) }
    guard let login = noted.transaction else { return .answer(unknownOrder()) }
    let now = sandbox.environment.clock.now
    var exchange = CriiptoExchange(call: call, faults: noted.faults)
    if login.bankIDStatus(at: now)?.isPending == true {
      changeOrder(login.identifier) { $0.cancelledByClient = now }
      exchange.remarks.append("\(login.client) cancels the order")
    }
    return .answer(exchange.answer(.unstored(.ok, .object([:])), of: login.identifier))
  }

  // MARK: Orders

  /// The text of an order that is not finished: the one that clients look for (§1.6).
  static let notDoneText = "Native-app driven authentication is not done"
  static let cancelledText = "The login was cancelled"
  static let usedText = "The login was completed already"
  static let unknownText = "The login has ended or is not known"

  /// The order that an address names.
  func order(at endpoint: BankIDEndpoint, _ call: Call) -> NotedCall<CriiptoLogin> {
    let handle = call.parameters["order"] ?? ""
    return ledger.call(at: endpoint, of: handle, for: call) {
      $0.identifier == handle && $0.detail.method.isBankID
    }
  }

  /// 400 is the catch-all (§3, record purged).
  private func unknownOrder() -> Answer {
    var response = Response.text(.badRequest, Criipto.unknownText)
    response.headers.append("Cache-Control", "no-store")
    return Answer(response, findings: [Finding(BankIDRules.unknownOrder)])
  }

  private func purged(_ login: Transaction<CriiptoLogin>, _ known: CriiptoExchange) -> Answer {
    var exchange = known
    note(BankIDRules.unknownOrder, on: login, &exchange)
    return exchange.answer(
      BankID.bankIDText(Criipto.unknownText, login.detail.switches), of: login.identifier)
  }

  /// Notes a broken rule on a login and its answer.
  func note(
    _ rule: Rule, _ detail: String = "", on login: Transaction<CriiptoLogin>,
    _ exchange: inout CriiptoExchange
  ) {
    let finding = Finding(rule, detail)
    ledger.note([finding], on: login.identifier)
    exchange.findings.append(finding)
  }
}
