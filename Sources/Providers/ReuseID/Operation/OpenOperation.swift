import Flow
import HTTP
import OpenID
import ProviderKit

extension ReuseID {
  /// The operation that a valid request asks to begin.
  struct Start: Sendable {
    var purpose: Operation.Purpose
    var channel: Operation.Channel
    var endpoint: ReuseIDEndpoint
    /// `nil` for a device that will be activated.
    var device: Device?
    /// What the client calls the user.
    var externalReference: String?
    var documents = DocumentOptions()
    var contexts = Operation.Contexts()
    var request: OpenIDRequest?
    var level = AuthenticationLevel.twoFactor
    /// The method that the request demands.
    var method: AuthenticationMethod?
    /// The name of a device to be registered.
    var deviceName: String?
    var pushPayload: String?
    /// True if a push message tells the phone.
    var isPushed = true
    /// How long the app has; `nil` if the request does not say.
    var patience: Duration?
    /// For scenario conditions.
    var parameters: [String: String] = [:]
    var findings: [Finding] = []
  }

  /// Begins an operation: chooses its scenario, and replaces the device's pending operation.
  func begin(
    _ start: Start, of client: ReuseIDClient, as identifier: String, _ call: Call
  ) throws(UnknownScenario) -> OpenedOperation {
    var findings = start.findings
    let named = start.device.flatMap { person($0.person) } ?? named(start.externalReference)
    let choice = try ledger.choose(
      facts(start, identifier, named), for: identifier,
      asked: AskedScenario.find(call.request, start.parameters))
    let switches = Switches(client: client.quirks, scenario: choice.scenario, standards: Self.standards)
    if let device = start.device {
      findings += replace(device, at: call.now)
      if device.isLocked || device.isLockedByAdmin || switches[quirk: .deviceLock].word != "none" {
        findings.append(Finding(StartRules.deviceLocked))
      }
    }
    let (script, steps) = script(choice.decision, start, switches)
    let patience = start.patience ?? switches[lifetime: .session]
    let deadline = call.now + patience
    let opened = ledger.open(
      choice, client: identifier, person: ledger.person(choice.decision, named: named), at: start.endpoint,
      now: call.now,
      script: script, patience: patience, remembrance: switches[lifetime: .result], findings: findings,
      identifier: { uuid($0, "transaction") },
      handles: { $0.detail.handles }
    ) { ordinal, _ in
      var operation = Operation(
        purpose: start.purpose, channel: start.channel, user: start.device?.user ?? uuid(ordinal, "user"),
        externalReference: start.device?.externalReference ?? start.externalReference,
        device: start.device?.identifier ?? uuid(ordinal, "device"), documents: start.documents,
        switches: switches, session: uuid(ordinal, "session"),
        activationCode: start.purpose.isActivation ? activationCode(ordinal, switches) : nil,
        pushSession: pushSession(ordinal), deadline: deadline)
      (operation.contexts, operation.request) = (start.contexts, start.request)
      (operation.level, operation.wantedMethod) = (start.level, start.method)
      (operation.pushPayload, operation.isPushed) = (start.pushPayload, start.isPushed)
      operation.deviceName = start.deviceName
      if start.channel == .ciba { operation.grant.backchannel = backchannelRequest(ordinal) }
      // The app asks for the steps of the authentication; the verifying provider gets the others.
      operation.answers = steps.filter { ReuseIDVerb(rawValue: $0.verb)?.conduct == nil }
      operation.conduct = steps.compactMap { ReuseIDVerb(rawValue: $0.verb)?.conduct }
      operation.retriesLeft =
        ["none": 0, "once": 1, "twice": 2][switches[quirk: .verificationRetries].word] ?? 0
      return operation
    }
    let transaction = opened.transaction
    devices.update(transaction.detail.device) { $0.current = transaction.identifier }
    return (opened, findings)
  }

  /// A new operation, and the findings of the call that began it.
  typealias OpenedOperation = (opened: OpenedTransaction<Operation>, findings: [Finding])

  /// What the person does: timed if a simulated handset runs, otherwise each time the app asks.
  private func script(
    _ decision: Decision, _ start: Start, _ switches: Switches
  ) -> (PhoneScript, steps: [PhoneStep]) {
    let isSimulated =
      switch switches[quirk: .handset].word {
      case "simulated": true
      case "app": false
      default: start.channel == .browser || start.channel == .ciba
      }
    let approval =
      start.purpose.isVerified ? [PhoneStep("approve"), PhoneStep("verify")] : [PhoneStep("approve")]
    // A device to be activated cannot act without the app.
    guard isSimulated, !start.purpose.isActivation else {
      guard case .steps(let steps)? = decision.scenario?.phone else { return (.manual, []) }
      return (.manual, steps)
    }
    return (ledger.script(decision, standard: .steps(approval)), [])
  }

  /// A device has one operation: a newer one replaces it (§3).
  private func replace(_ device: Device, at now: Instant) -> [Finding] {
    guard let current = device.current, let older = settled(current, at: now), !older.detail.phase.isFinal
    else { return [] }
    end(current, .replaced, at: now)
    return [Finding(StartRules.replaced, current)]
  }

  private func facts(_ start: Start, _ client: String, _ person: Person?) -> Facts {
    var facts = Facts(start.parameters)
    facts["is.client"] = client
    facts["is.person"] = person?.key
    facts["is.device"] = start.device?.identifier
    facts["is.flow"] = start.purpose.rawValue
    facts["is.channel"] = start.channel.rawValue
    return facts
  }

  /// The person whose key or e-mail address the client uses as its name for the user.
  private func named(_ reference: String?) -> Person? {
    guard let reference else { return nil }
    let world = sandbox.library.world
    return world.people[reference] ?? world.person { $0.email == reference }
  }

  /// The length is not fixed: the configuration's default is 6 digits, the API's example has 10 (§4 14).
  private func activationCode(_ ordinal: Int, _ switches: Switches) -> String {
    sandbox.environment.identifier(
      length: Int(switches[quirk: .activationCodeLength].word) ?? 10, from: Alphabet("0123456789"),
      ordinal: ordinal,
      purpose: "reuseid/activation_code")
  }

  private func pushSession(_ ordinal: Int) -> Int {
    sandbox.environment.bytes(4, ordinal: ordinal, purpose: "reuseid/push").reduce(0) {
      ($0 << 8 | Int($1)) & 0x3FFF_FFFF
    }
  }
}

extension ReuseIDVerb {
  /// Its meaning for the verifying provider; `nil` for a step of the authentication.
  fileprivate var conduct: IdentityVerifications.Conduct? {
    switch self {
    case .verify: .completes
    case .failVerification: .fails
    case .cancelVerification: .leaves
    case .open, .approve, .wrongPIN, .reject, .cancel, .ignore: nil
    }
  }
}

extension ReuseID.Operation {
  /// Further handles under which it is found from the start.
  fileprivate var handles: [String] {
    [session] + (activationCode.map { ["code:\($0)"] } ?? [])
      + (grant.backchannel.map { [$0.handle] } ?? [])
  }
}
