import Flow
import JSON
import ProviderKit

extension ReuseID {
  /// The app adds a method to an activated device, or changes the PIN: the person authenticates by PIN in the same
  /// session, which no backend started (as the vendor's sample adds a finger or a face).
  func startAuthenticationAndActivation(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    try checkLock(device)
    guard device.methods.contains(.pin) else {
      throw MobileRefusal(.mustBeActivatedWithPin, AppRules.pinFirst)
    }
    let switches = switches(of: app.client)
    devices.update(device.identifier) { $0.addingUntil = app.now + switches[lifetime: .session] }
    let limits = AttemptLimits(switches)
    return (
      [
        "last_attempt": device.lastFailure.map { .string($0.text) } ?? .null,
        "total_attempts_pin": .integer(limits.allowed),
        "remaining_attempts_pin": .integer(
          device.attemptsLeft(.pin, of: limits.allowed, perMethod: limits.perMethod)),
        "pin_code_length_min": .integer(PINRules.shortest),
        "pin_code_length_max": .integer(PINRules.longest),
        "pin_code_type": .string(PINRules.type),
        // Authenticates: the configuration's default (`allowedAuthMethodsForAuthAndActivate`, §1b).
        "auth_methods": [.string(AuthenticationMethod.pin.rawValue)],
        "auth_methods_for_activation": .array(
          AuthenticationMethod.activatable.map { .string($0.rawValue) }),
      ], nil
    )
  }

  /// The PIN authenticates, and the other method is active from now on.
  func finishAuthenticationAndActivation(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    try checkLock(device, .pin)
    guard let until = device.addingUntil else {
      throw MobileRefusal(.noSession, AppRules.methodNotStarted)
    }
    guard app.now < until else {
      devices.update(device.identifier) { $0.addingUntil = nil }
      throw MobileRefusal(.expiredSession, AppRules.sessionExpired)
    }
    let (method, newPIN) = try added(app)
    let pin = try app.text("pin_code")
    guard PINRules.isWellFormed(pin) else { throw app.malformed("pin_code", "expected 4 to 8 digits") }
    guard device.pin == nil || device.pin == pin else { throw wrongPIN(app, device) }
    let limits = AttemptLimits(switches(of: app.client))
    devices.update(device.identifier) { device in
      device.succeed(.pin, perMethod: limits.perMethod)
      device.methods.insert(method)
      device.pin = newPIN ?? device.pin
      device.addingUntil = nil
    }
    return (["response_type": -1], nil)
  }

  /// The method to add, and the new PIN if it is the PIN.
  private func added(_ app: AppCall) throws(MobileRefusal) -> (AuthenticationMethod, pin: String?) {
    let authentication = try app.text("auth_method")
    guard AuthenticationMethod(authentication) == .pin else {
      throw MobileRefusal(.illegalAuthMethod, AppRules.methodNotAllowed, authentication)
    }
    let word = try app.text("activation_auth_method")
    guard let method = AuthenticationMethod(word), method != .device else {
      throw MobileRefusal(.illegalAuthMethod, AppRules.methodNotAllowed, word)
    }
    guard method == .pin else { return (method, nil) }
    let pin = try app.text("activation_pin_code")
    guard PINRules.isWellFormed(pin) else {
      throw app.malformed("activation_pin_code", "expected 4 to 8 digits")
    }
    return (method, pin)
  }

  private func wrongPIN(_ app: AppCall, _ device: Device) -> MobileRefusal {
    let limits = AttemptLimits(switches(of: app.client))
    let left = devices.update(device.identifier) {
      $0.fail(.pin, of: limits.allowed, perMethod: limits.perMethod, at: app.now)
    }
    guard let left, left > 0 else { return MobileRefusal(.locked, nil) }
    var refusal = MobileRefusal(.authenticationFailed, nil)
    (refusal.attemptsLeft, refusal.isRecoverable) = (left, true)
    return refusal
  }
}
