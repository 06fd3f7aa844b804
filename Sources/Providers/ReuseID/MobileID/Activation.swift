import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The configuration that the app needs before the first activation (§1b).
  func loadConfig(_ app: AppCall) -> AppResult {
    let length = Int(switches(of: app.client)[quirk: .activationCodeLength].word) ?? 10
    return (["activation_code_length": .integer(length), "activation_code_type": "NUMERIC"], nil)
  }

  /// The operation whose activation code an app sends.
  func activationHandle(_ app: AppCall) -> String? {
    app.body["activation_code"]?.string.map { "code:\($0)" }
  }

  /// The app begins with the activation code of the onboarding (§1b).
  func startActivation(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let code = try app.text("activation_code")
    guard let operation = ledger.find("code:\(code)") else {
      throw MobileRefusal(.incorrectActivationCode, AppRules.codeWrong, code)
    }
    let client = registered(operation.client)
    guard client?.has(application: app.application) ?? false else {
      throw MobileRefusal(.applicationIdMismatch, AppRules.applicationMismatch, app.application)
    }
    let phase = ledger.update(operation.identifier) { operation in
      let phase = operation.detail.phase
      operation.start(at: app.now)
      return phase
    }
    guard phase == .created else {
      throw phase == .expired
        ? MobileRefusal(.expiredSession, AppRules.sessionExpired)
        : MobileRefusal(.incorrectActivationCode, AppRules.codeWrong, code)
    }
    register(operation, client?.isWildcard == true ? nil : app.application)
    return (
      [
        "registration_id": .string(operation.detail.device),
        "pin_code_length_min": .integer(PINRules.shortest),
        "pin_code_length_max": .integer(PINRules.longest),
        "pin_code_type": .string(PINRules.type),
        // The others are added to an activated device, by startAuthenticationAndActivation.
        "auth_methods": [.string(AuthenticationMethod.pin.rawValue)],
      ], operation.identifier
    )
  }

  private func register(_ operation: Transaction<Operation>, _ application: String?) {
    var device = Device(
      identifier: operation.detail.device, user: operation.detail.user,
      externalReference: operation.detail.externalReference, person: operation.person.key,
      client: operation.client, application: application)
    device.isActive = false
    device.name = operation.detail.deviceName
    (device.current, device.inApp) = (operation.identifier, operation.identifier)
    devices.add(device)
  }

  /// The app chooses how the person authenticates from now on; an onboarding's answer leads to the verification (§1a).
  func finishActivation(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    let operation = try activation(of: device, at: app.now)
    let (method, pin) = try activated(app, device)
    try authenticate(operation, with: method, at: app.now)
    devices.update(device.identifier) { device in
      device.isActive = true
      device.methods = [.device, .pin, method]
      device.pin = pin
    }
    return (try finishResult(operation.identifier, app), operation.identifier)
  }

  private func activation(of device: Device, at now: Instant) throws(MobileRefusal) -> Transaction<Operation>
  {
    guard let current = device.current, let operation = settled(current, at: now) else {
      throw MobileRefusal(.activationFailed, AppRules.activationNotStarted)
    }
    guard operation.detail.purpose.isActivation else {
      let isPending = operation.detail.phase.isOpenToApp
      throw isPending
        ? MobileRefusal(.noSessionForPurpose, AppRules.wrongPurpose)
        : MobileRefusal(.activationFailed, AppRules.activationNotStarted)
    }
    switch operation.detail.phase {
    case .started: return operation
    case .authenticated, .verifying, .completed:
      throw MobileRefusal(.alreadyAuthenticated, AppRules.finishedTwice)
    case .expired: throw expired(operation)
    case .created, .failed, .cancelled, .replaced:
      throw MobileRefusal(.activationFailed, AppRules.activationNotStarted)
    }
  }

  /// The method to activate besides the device itself, and the PIN, which a biometric method needs too (§1b).
  private func activated(
    _ app: AppCall, _ device: Device
  ) throws(MobileRefusal) -> (AuthenticationMethod, pin: String?) {
    let word = try app.text("auth_method")
    guard let method = AuthenticationMethod(word), method != .device else {
      throw MobileRefusal(.illegalAuthMethod, AppRules.methodNotAllowed, word)
    }
    let pin = try app.optionalText("pin_code")
    guard let pin else {
      if method.isBiometric { throw MobileRefusal(.mustBeActivatedWithPin, AppRules.pinFirst, word) }
      throw MobileRefusal(
        .missingParameter, AppRules.parameterMissing, "pin_code", detail: "pin_code is missing")
    }
    guard PINRules.isWellFormed(pin) else { throw app.malformed("pin_code", "expected 4 to 8 digits") }
    return (method, pin)
  }
}

extension AuthenticationMethod {
  static let activatable: [Self] = [.pin, .strongTouchID, .faceID, .biometricPrompt]
}
