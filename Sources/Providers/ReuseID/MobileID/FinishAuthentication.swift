import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The person has answered: the app gets the post-operation context, or the error of the library (guide, "Post-operation
  /// context").
  func finishAuthentication(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    let operation = try begun(by: device, app)
    let method = try method(app, device, operation)
    try checkLock(device, method)
    try checkAnswer(app, device, operation, method)
    try authenticate(operation, with: method, at: app.now)
    devices.succeed(operation.detail, method)
    return (try finishResult(operation.identifier, app), operation.identifier)
  }

  /// The person is authenticated; of two concurrent calls the first counts.
  func authenticate(
    _ operation: Transaction<Operation>, with method: AuthenticationMethod, at now: Instant
  ) throws(MobileRefusal) {
    let isFirst = ledger.update(operation.identifier) { operation -> Bool in
      guard operation.detail.phase == .started else { return false }
      operation.authenticate(with: method, at: now)
      return true
    }
    guard isFirst == true else { throw MobileRefusal(.alreadyAuthenticated, AppRules.finishedTwice) }
  }

  /// Makes the finish result, and orders the verification that follows (§3).
  func finishResult(_ identifier: String, _ app: AppCall) throws(MobileRefusal) -> JSONObject {
    guard var operation = ledger.find(identifier) else { throw MobileRefusal(.unexpected, nil) }
    if operation.detail.purpose.isVerified {
      guard orderVerification(of: operation, for: app.call) != nil else {
        throw MobileRefusal(
          .serviceUnavailable, nil, detail: "No provider of this sandbox verifies identities")
      }
      operation = ledger.find(identifier) ?? operation
    }
    changed(operation)
    let context = operation.postContext?.forApp(
      urlSafe: operation.detail.switches[quirk: .contextEncoding].word == "url_safe")
    var members: JSONObject = [:]
    // 0 is a message, -1 nothing (§1b).
    if !operation.detail.switches[quirk: .minimal].isOn {
      members["response_type"] = .integer(context == nil ? -1 : 0)
    }
    members["post_operation_context"] = context
    return members
  }

  /// The operation that the app has begun and may finish now.
  private func begun(by device: Device, _ app: AppCall) throws(MobileRefusal) -> Transaction<Operation> {
    let named = try app.optionalText("session_id")
    guard let handle = named ?? device.inApp ?? device.current, let operation = settled(handle, at: app.now),
      operation.detail.device == device.identifier
    else {
      try checkLock(device)
      throw MobileRefusal(.noSession, AppRules.finishBeforeStart)
    }
    guard !operation.detail.purpose.isActivation else {
      throw MobileRefusal(.noSessionForPurpose, AppRules.wrongPurpose)
    }
    switch operation.detail.phase {
    case .started:
      guard operation.detail.switches[quirk: .sessionReplaced].isOn else { return operation }
      end(operation.identifier, .replaced, at: app.now)
      throw replaced(operation, on: device)
    case .created:
      try checkLock(device)
      throw MobileRefusal(.noSession, AppRules.finishBeforeStart)
    case .authenticated, .verifying, .completed:
      throw MobileRefusal(.alreadyAuthenticated, AppRules.finishedTwice)
    case .expired: throw expired(operation)
    case .replaced: throw replaced(operation, on: device)
    case .failed, .cancelled:
      try checkLock(device)
      throw MobileRefusal(.noSession, AppRules.noSession)
    }
  }

  /// The error that the real library returns, according to the vendor's sample; afterwards the app has no session
  /// (§1b).
  private func replaced(_ operation: Transaction<Operation>, on device: Device) -> MobileRefusal {
    devices.update(device.identifier) { device in
      if device.inApp == operation.identifier { device.inApp = nil }
    }
    return MobileRefusal(.unexpected, AppRules.sessionReplaced)
  }

  /// The method that the person used: known, active on the device, and strong enough (§1b).
  private func method(
    _ app: AppCall, _ device: Device, _ operation: Transaction<Operation>
  ) throws(MobileRefusal) -> AuthenticationMethod {
    let word = try app.text("auth_method")
    guard let method = AuthenticationMethod(word) else {
      throw MobileRefusal(.illegalAuthMethod, AppRules.methodNotAllowed, word)
    }
    guard device.methods.contains(method) else {
      throw MobileRefusal(.noMatchingAuthMethod, AppRules.methodNotActive, word)
    }
    if let wanted = operation.detail.wantedMethod, wanted != method {
      throw MobileRefusal(
        .illegalAuthMethod, AppRules.methodNotAllowed, "\(word); asked for is \(wanted.rawValue)")
    }
    guard operation.detail.level == .oneFactor || method.level == .twoFactor else {
      throw MobileRefusal(.illegalAuthFactor, AppRules.factorTooWeak, word)
    }
    return method
  }

  /// Lets the person answer as the scenario says, and checks the PIN if it is known.
  private func checkAnswer(
    _ app: AppCall, _ device: Device, _ operation: Transaction<Operation>, _ method: AuthenticationMethod
  ) throws(MobileRefusal) {
    var pin: String?
    if method == .pin {
      let sent = try app.text("pin_code")
      guard PINRules.isWellFormed(sent) else { throw app.malformed("pin_code", "expected 4 to 8 digits") }
      pin = sent
    }
    let answer = ledger.update(operation.identifier) { operation -> ReuseIDVerb? in
      guard !operation.detail.answers.isEmpty else { return nil }
      return ReuseIDVerb(rawValue: operation.detail.answers.removeFirst().verb)
    }
    switch answer.flatMap({ $0 }) {
    case .wrongPIN: throw wrong(operation, method, at: app.now)
    case .reject, .cancel:
      end(operation.identifier, .cancelled, at: app.now)
      throw MobileRefusal(.noSession, nil, detail: "The person declined")
    default: break
    }
    if let wanted = device.pin, let pin, wanted != pin { throw wrong(operation, method, at: app.now) }
  }

  /// Counts a wrong answer; the last one locks (§3, §5).
  private func wrong(
    _ operation: Transaction<Operation>, _ method: AuthenticationMethod, at now: Instant
  ) -> MobileRefusal {
    let left = devices.fail(operation.detail, method, at: now)
    if left == 0 {
      end(operation.identifier, .failed(.locked), at: now)
      if operation.detail.switches[quirk: .lastWrongPIN].word == "locked" {
        return MobileRefusal(.locked, nil)
      }
    }
    var refusal = MobileRefusal(.authenticationFailed, nil)
    (refusal.attemptsLeft, refusal.isRecoverable) = (left, left > 0)
    return refusal
  }
}
