import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension BankID {
  static func start(_ start: MethodStart, at criipto: Criipto) throws(MethodRefusal) -> MethodState {
    let flow = BankIDFlow(start.requested)
    let answer = BankIDAnswer(flow, start.request, isHeadless: start.isHeadless)
    let mode = start.request.responseMode
    if case .appSwitch = answer, [.formPost, .postMessage].contains(mode) {
      throw refusal(
        "response_mode \(mode.rawValue) is not supported", BankIDRules.formPost, mode.rawValue, start)
    }
    if let message = start.request.hint.encodedMessage, message.utf8.count > messageLimit(start.request.hint)
    {
      throw refusal(
        "invalidParameters", BankIDRules.messageTooLong, "\(message.utf8.count) characters", start)
    }
    let number = start.request.hint.personalDigits
    if let number { try takeLock(of: number, start, at: criipto) }
    let names = Self.names(start.ordinal, showsQR: !answer.opensApp, at: criipto)
    return .bankID(
      BankIDOrder(
        flow: flow, answer: answer, isHosted: answer == .page && !start.isHeadless, started: start.now,
        personalNumber: number, names: names, limits: start.switches.orders.limits,
        address: start.caller.address, isApprovedWhenOpened: waitsForApp(start, answer),
        namesUnknownPerson: start.namesUnknownPerson))
  }

  /// True if the person approves only once the link is opened or the code scanned (guide, steps 2 to 4): the client
  /// gets these, and neither a story nor a human decides what the person does.
  private static func waitsForApp(_ start: MethodStart, _ answer: BankIDAnswer) -> Bool {
    start.isUnscripted && (answer != .page || start.isHeadless)
      && start.switches[.appAnswers].word == "when_opened"
  }

  /// The tokens of a login's order.
  ///
  /// - Parameters:
  ///   - renewal: counts the orders that replaced the first.
  ///   - showsQR: false saves making a QR code that is not shown.
  static func names(
    _ ordinal: Int, renewal: Int = 0, showsQR: Bool = true, at criipto: Criipto
  ) -> BankIDNames {
    let purpose = renewal == 0 ? "criipto/bankid" : "criipto/bankid/\(renewal)"
    let random = criipto.sandbox.environment.bytes(showsQR ? 48 : 16, ordinal: ordinal, purpose: purpose)
    return BankIDNames(autoStartToken: UUIDText(random).text, qr: showsQR ? AnimatedQR(random) : nil)
  }

  static func advice(_ start: MethodStart) -> [Finding] {
    let hint = start.request.hint
    var findings: [Finding] = []
    // Without a browser it is the client's backend that asks, whatever the platform of the app.
    if let platform = hint.appSwitch, !start.isHeadless {
      if BankIDFlow(start.requested) != .sameDevice {
        findings.append(Finding(BankIDRules.appSwitchIgnored, start.requested.urn))
      }
      if let caller = start.caller.platform, platform != .browser, platform != caller {
        findings.append(
          Finding(BankIDRules.wrongPlatform, "appswitch:\(platform.rawValue) from \(caller.rawValue)"))
      }
    }
    if let sent = hint.personalNumber, hint.personalDigits?.utf8.count != 12 {
      findings.append(Finding(BankIDRules.personalNumberMalformed, sent))
    }
    return findings
  }

  /// Refuses the order if one for the same number is open (§3, Blocked SSN); a switch ends the open one too, as BankID
  /// does.
  static func takeLock(
    of number: String, _ start: MethodStart, at criipto: Criipto
  ) throws(MethodRefusal) {
    guard let open = criipto.logins.find(BankIDOrder.lockHandle(number)), open.identifier != start.identifier,
      open.bankIDOrder?.personalNumber == number, open.bankIDStatus(at: start.now)?.isPending == true
    else { return }
    if start.switches[.ssnLock].word == "abort_old" {
      let now = start.now
      criipto.changeOrder(open.identifier) { $0.aborted = now }
    }
    throw refusal("alreadyInProgress", BankIDRules.orderLeftOpen, number, start)
  }

  /// Does not redirect: the client expects JSON or a text with status 400 (§5 #4).
  private static func refusal(
    _ text: String, _ rule: Rule, _ detail: String, _ start: MethodStart
  ) -> MethodRefusal {
    MethodRefusal(response: Criipto.bankIDText(text, start.switches), findings: [Finding(rule, detail)])
  }

  private static func messageLimit(_ hint: LoginHint) -> Int { hint.action == "sign" ? 40_000 : 1_500 }
}
