@testable import TestWorlds
import Flow
import Testing

@testable import Criipto

@Suite struct `A BankID order` {
  static let start = Instant(seconds: 1_800_000_000)

  /// An order of a flow, with a personal number or without.
  static func order(_ flow: BankIDFlow = .sameDevice, number: String? = nil) -> BankIDOrder {
    BankIDOrder(
      flow: flow, answer: .page, isHosted: true, started: start, personalNumber: number,
      names: BankIDNames(
        autoStartToken: "token", qr: AnimatedQR(startToken: "qr", startSecret: "secret")),
      limits: BankIDLimits(
        start: .seconds(30), noClient: .seconds(5), appStart: .seconds(1), completeRecord: .seconds(180),
        failedRecord: .seconds(300)),
      address: "192.0.2.1")
  }

  /// What the order says at these seconds, when the person does this.
  func words(_ steps: [PhoneStep], of order: BankIDOrder = order(), at seconds: [Int64]) -> [String] {
    let timeline = Timeline(.steps(steps), reachingPhoneAt: Self.start, waitingFor: .seconds(180))
    return seconds.map { order.status(timeline, at: Self.start + .seconds($0)).word }
  }

  @Test func `goes from outstanding to complete as time goes by (contract 3)`() {
    let steps = [PhoneStep(after: .seconds(4), "open"), PhoneStep(after: .seconds(9), "approve")]
    #expect(
      words(steps, at: [0, 3, 4, 5, 8, 9, 500])
        == [
          "outstandingTransaction", "outstandingTransaction", "started", "userSign", "userSign", "complete",
          "complete",
        ])
  }

  @Test func `waits while the app asks about the phone call (contract 1_9, userCallConfirm)`() {
    let steps = [
      PhoneStep(after: .seconds(2), "open"), PhoneStep(after: .seconds(4), "confirm_call"),
      PhoneStep(after: .seconds(9), "approve"),
    ]
    #expect(
      words(steps, at: [3, 4, 8, 9]) == ["userSign", "userCallConfirm", "userCallConfirm", "complete"])
  }

  @Test func `is failed with startFailed when no app is opened for 30 seconds (contract 1_9)`() {
    #expect(
      words([], at: [29, 30, 179, 180]) == [
        "outstandingTransaction", "startFailed", "startFailed", "startFailed",
      ])
    // Too late is too late.
    let late = [PhoneStep(after: .seconds(30), "open"), PhoneStep(after: .seconds(31), "approve")]
    #expect(
      words(late, at: [29, 30, 31, 60]) == [
        "outstandingTransaction", "startFailed", "startFailed", "startFailed",
      ])
    let inTime = [PhoneStep(after: .milliseconds(29_999), "scan"), PhoneStep(after: .seconds(60), "approve")]
    #expect(words(inTime, at: [30, 31, 60]) == ["started", "userSign", "complete"])
  }

  @Test func `runs out after 180 seconds when the app was opened (contract 1_9)`() {
    #expect(
      words([PhoneStep(after: .seconds(2), "open")], at: [179, 180]) == ["userSign", "expiredTransaction"])
    #expect(
      words([PhoneStep("open"), PhoneStep(after: .seconds(180), "approve")], at: [180]) == [
        "expiredTransaction"
      ])
  }

  @Test func `with a personal number says noClient while no app picks it up (contract 3)`() {
    let order = Self.order(.sameDevice, number: "199007142384")
    #expect(
      words([], of: order, at: [4, 5, 29, 30]) == [
        "outstandingTransaction", "noClient", "noClient", "startFailed",
      ])
    // Nothing has to be opened where the app is told by number.
    let other = Self.order(.anotherDevice, number: "199007142384")
    #expect(words([], of: other, at: [30, 179, 180]) == ["noClient", "noClient", "expiredTransaction"])
  }

  @Test func `says userMrtd while the passport is read, and userSign after a wrong code`() {
    let steps = [
      PhoneStep(after: .seconds(1), "open"), PhoneStep(after: .seconds(3), "read_passport"),
      PhoneStep(after: .seconds(6), "wrong_pin"), PhoneStep(after: .seconds(8), "approve"),
    ]
    #expect(
      words(steps, at: [1, 3, 5, 6, 7, 8]) == [
        "started", "userMrtd", "userMrtd", "userSign", "userSign", "complete",
      ])
  }

  @Test(arguments: ["cancel", "reject"]) func `is failed with userCancel after`(_ verb: String) {
    #expect(
      words([PhoneStep(after: .seconds(3), verb)], at: [2, 3]) == ["outstandingTransaction", "userCancel"])
  }

  @Test(arguments: BankIDHint.failures) func `fails with`(_ hint: String) {
    let steps = [PhoneStep(after: .seconds(2), "fail", reason: hint)]
    #expect(words(steps, at: [1, 2, 200]) == ["outstandingTransaction", hint, hint])
  }

  @Test func `knows every failed word of BankID (contract 1_9)`() {
    #expect(
      BankIDHint.failures == [
        "expiredTransaction", "certificateErr", "userCancel", "cancelled", "startFailed",
        "notSupportedByUserApp",
        "transactionRiskBlocked", "userDeclinedCall",
      ])
    #expect(words([PhoneStep("fail")], at: [0]) == ["certificateErr"])
    #expect(words([PhoneStep("fail", reason: "mitid_core_client_error")], at: [0]) == ["certificateErr"])
  }

  @Test func `does not care for a person who only comes back to the client`() {
    let steps = [PhoneStep(after: .seconds(2), "return"), PhoneStep(after: .seconds(3), "ignore")]
    #expect(
      words(steps, at: [2, 29, 30]) == ["outstandingTransaction", "outstandingTransaction", "startFailed"])
  }

  @Test func `that the client cancelled, or another order ended, stays so`() {
    var order = Self.order()
    order.cancelledByClient = Self.start + .seconds(1)
    #expect(
      words([PhoneStep(after: .seconds(2), "approve")], of: order, at: [1, 2, 30]) == [
        "cancelled", "cancelled", "cancelled",
      ])
    var aborted = Self.order()
    aborted.aborted = Self.start + .seconds(1)
    let timeline = Timeline(.steps([]), reachingPhoneAt: Self.start, waitingFor: .seconds(180))
    #expect(
      aborted.status(timeline, at: Self.start + .seconds(9))
        == .failed(.cancelled, at: Self.start + .seconds(1)))
  }

  @Test func `is remembered 180 seconds after completion and 300 after failure (contract 1_9)`() {
    let order = Self.order()
    let complete = BankIDStatus.complete(at: Self.start)
    #expect(!order.isPurged(complete, at: Self.start + .milliseconds(179_999)))
    #expect(order.isPurged(complete, at: Self.start + .seconds(180)))
    for failed in [BankIDStatus.failed(.userCancel, at: Self.start), .cancelledByClient(at: Self.start)] {
      #expect(!order.isPurged(failed, at: Self.start + .milliseconds(299_999)))
      #expect(order.isPurged(failed, at: Self.start + .seconds(300)))
    }
    #expect(!order.isPurged(.pending(.userSign), at: Self.start + .seconds(9999)))
  }

  @Test func `says when it changes next by itself`() {
    let timeline = Timeline(
      .steps([PhoneStep(after: .seconds(40), "approve")]), reachingPhoneAt: Self.start,
      waitingFor: .seconds(180))
    let order = Self.order()
    #expect(order.next(timeline, after: Self.start) == Self.start + .seconds(30))
    #expect(order.next(timeline, after: Self.start + .seconds(30)) == Self.start + .seconds(40))
    #expect(order.next(timeline, after: Self.start + .seconds(180)) == nil)
    let named = Self.order(number: "199007142384")
    #expect(named.next(timeline, after: Self.start) == Self.start + .seconds(5))
    let opened = Timeline(
      .steps([PhoneStep(after: .seconds(2), "open")]), reachingPhoneAt: Self.start, waitingFor: .seconds(180))
    #expect(order.next(opened, after: Self.start + .seconds(2)) == Self.start + .seconds(3))
  }

  @Test func `shows another QR code each second, counted from its start`() {
    let order = Self.order(.qr)
    #expect(order.qrData(at: Self.start)?.hasPrefix("bankid.qr.0.") == true)
    #expect(order.qrData(at: Self.start + .milliseconds(999))?.hasPrefix("bankid.qr.0.") == true)
    #expect(order.qrData(at: Self.start + .seconds(17))?.hasPrefix("bankid.qr.17.") == true)
  }
}

@Suite struct `An animated QR code` {
  static let vector = AnimatedQR(
    startToken: "67df3917-fa0d-44e5-b327-edcc928297f8", startSecret: "d28db9a7-4cde-429e-a983-359be676944c")

  @Test(
    arguments: [
      (0, "dc69358e712458a66a7525beef148ae8526b1c71610eff2c16cdffb4cdac9bf8"),
      (1, "949d559bf23403952a94d103e67743126381eda00f0b3cbddbf7c96b1adcbce2"),
      (2, "a9e5ec59cb4eee4ef4117150abc58fad7a85439a6a96ccbecc3668b41795b3f3"),
    ] as [(Int64, String)])
  func `holds the HMAC of its second under the start secret (contract 1_9, test vector)`(
    _ second: Int64, _ code: String
  ) {
    #expect(
      Self.vector.data(second: second) == "bankid.67df3917-fa0d-44e5-b327-edcc928297f8.\(second).\(code)")
  }

  @Test func `is read back in its parts`() throws {
    let frame = try #require(AnimatedQR.Frame(Self.vector.data(second: 12)))
    #expect(frame.startToken == Self.vector.startToken && frame.second == 12)
    for wrong in [
      "", "bankid.a.1", "bankid.a.x.\(String(repeating: "0", count: 64))", "mitid.a.1.b", "bankid.a.1.b",
    ] {
      #expect(AnimatedQR.Frame(wrong) == nil, "\(wrong)")
    }
  }
}

@Suite struct `The launch links of BankID` {
  func links(_ platform: LoginHint.AppSwitch, _ uri: String = "myapp://callback", resume: String? = nil)
    -> LaunchLinks
  {
    LaunchLinks(autoStartToken: "t", platform: platform, redirectURI: uri, resumeURL: resume)
  }

  @Test func `return to the redirect URI on iOS, encoded once (contract 2_2)`() {
    #expect(
      links(.ios).universalLink == "https://app.bankid.com/?autostarttoken=t&redirect=myapp%3A%2F%2Fcallback")
    #expect(links(.ios).customFileHandlerURL == "bankid:///?autostarttoken=t&redirect=myapp%3A%2F%2Fcallback")
    let query = links(.ios, "https://app.example.test/cb?a=b&c=d e")
    #expect(query.redirect == "https%3A%2F%2Fapp.example.test%2Fcb%3Fa%3Db%26c%3Dd%20e")
  }

  @Test func `return to the resumeUrl where one is given`() {
    #expect(
      links(.ios, resume: "https://app.example.test/resume").redirect
        == "https%3A%2F%2Fapp.example.test%2Fresume")
  }

  @Test(arguments: [LoginHint.AppSwitch.android, .browser])
  func `say the word null on`(_ platform: LoginHint.AppSwitch) {
    #expect(links(platform).universalLink == "https://app.bankid.com/?autostarttoken=t&redirect=null")
    #expect(links(platform, resume: "https://app.example.test/resume").redirect == "null")
  }
}
