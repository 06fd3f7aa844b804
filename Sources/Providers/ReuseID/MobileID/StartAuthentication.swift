import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The operation that the calling app has started, or the one that waits for it.
  func session(_ app: AppCall) -> String? {
    if let session = app.body["session_id"]?.string, ledger.find(session) != nil { return session }
    guard let registration = app.body["registration_id"]?.string, let device = devices[registration] else {
      return nil
    }
    return device.inApp ?? device.current
  }

  /// The operation that waits for the device of a call.
  func pendingHandle(_ app: AppCall) -> String? {
    app.body["registration_id"]?.string.flatMap { devices[$0]?.current }
  }

  /// The app asks for the operation that waits for the device, and gets the pre-operation context (guide, "Pre-operation
  /// context").
  ///
  /// A repeated call gets the same answer: apps are restarted and resumed (§3).
  func startAuthentication(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    try checkLock(device)
    let clientData = try app.optionalText("client_data")
    if let clientData, (try? Base64.decode(clientData)) == nil {
      throw app.malformed("client_data", "expected base64")
    }
    let isClientOnly = try app.flag("client_only")
    if isClientOnly, !switches(of: app.client)[quirk: .clientOnly].isOn {
      throw MobileRefusal(.clientOnlyDisallowed, AppRules.clientOnlyRefused)
    }
    let pushSession = try app.optionalNumber("push_session_id")
    var operation = try pending(of: device, orBegin: isClientOnly, app)
    if operation.detail.switches[quirk: .pushValidation].isOn, operation.detail.channel != .app,
      pushSession != operation.detail.pushSession
    {
      throw MobileRefusal(.incorrectPush, AppRules.pushMissing, pushSession.map(String.init) ?? "none")
    }
    operation =
      ledger.update(operation.identifier) { operation in
        operation.start(at: app.now)
        return operation
      } ?? operation
    devices.update(device.identifier) { $0.inApp = operation.identifier }
    changed(operation)
    return (started(operation, device), operation.identifier)
  }

  private func pending(
    of device: Device, orBegin isClientOnly: Bool, _ app: AppCall
  ) throws(MobileRefusal) -> Transaction<Operation> {
    let operation = device.current.flatMap { settled($0, at: app.now) }
    if let operation, operation.detail.phase.isOpenToApp {
      guard !operation.detail.purpose.isActivation else {
        throw MobileRefusal(.noSessionForPurpose, AppRules.wrongPurpose)
      }
      return operation
    }
    if isClientOnly { return try beginByApp(device, app) }
    if let operation, operation.detail.phase == .expired { throw expired(operation) }
    guard device.isActive else { throw MobileRefusal(.noSessionForPurpose, AppRules.wrongPurpose) }
    throw MobileRefusal(.noSession, AppRules.noSession)
  }

  /// The app is told once that time ran out; afterwards there is no session (§3).
  func expired(_ operation: Transaction<Operation>) -> MobileRefusal {
    let isFirst =
      ledger.update(operation.identifier) { operation in
        defer { operation.detail.isExpiryTold = true }
        return !operation.detail.isExpiryTold
      } ?? false
    return isFirst
      ? MobileRefusal(.expiredSession, AppRules.sessionExpired)
      : MobileRefusal(.noSession, AppRules.noSession)
  }

  /// An operation that the app begins without a backend (`client_only`, §1b).
  private func beginByApp(_ device: Device, _ app: AppCall) throws(MobileRefusal) -> Transaction<Operation> {
    guard let client = registered(device.client) else {
      throw MobileRefusal(.applicationIdMismatch, AppRules.applicationMismatch, app.application)
    }
    var start = Start(purpose: .authentication, channel: .app, endpoint: .startAuthentication)
    start.device = device
    start.parameters = Self.parameters(app.body)
    start.findings = app.findings
    do throws(UnknownScenario) {
      return try begin(start, of: client, as: device.client, app.call).opened.transaction
    } catch {
      throw MobileRefusal(.unexpected, StartRules.scenarioUnknown, error.text, detail: error.text)
    }
  }

  /// The start result: the context is documented, the other members are those of the library's class (§1b, §2).
  private func started(_ operation: Transaction<Operation>, _ device: Device) -> JSONObject {
    let detail = operation.detail
    let context = operation.preContext?.forApp(
      urlSafe: detail.switches[quirk: .contextEncoding].word == "url_safe")
    guard !detail.switches[quirk: .minimal].isOn else {
      var members: JSONObject = [:]
      members["pre_operation_context"] = context
      return members
    }
    let methods = AuthenticationMethod.allCases.filter { device.methods.contains($0) }
    var members: JSONObject = [
      "session_id": .string(detail.session), "purpose": "AUTHENTICATION",
      "last_attempt": device.lastFailure.map { .string($0.text) } ?? .null,
      "total_attempts_pin": .integer(detail.failuresAllowed),
      "remaining_attempts_pin": .integer(devices.attemptsLeft(detail, .pin)),
      "auth_methods": .array(methods.map { .string($0.rawValue) }),
      "pin_code_length_min": .integer(PINRules.shortest), "pin_code_length_max": .integer(PINRules.longest),
      "pin_code_type": .string(PINRules.type),
    ]
    members["pre_operation_context"] = context
    return members
  }
}
