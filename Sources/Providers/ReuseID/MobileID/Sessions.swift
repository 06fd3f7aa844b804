import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The app cancels the pending activation or authentication (§1b).
  func cancelSession(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    guard let current = device.current, let operation = settled(current, at: app.now) else {
      throw MobileRefusal(.noSession, AppRules.noSession)
    }
    guard operation.detail.phase.isOpenToApp else {
      throw operation.detail.phase == .expired
        ? expired(operation) : MobileRefusal(.noSession, AppRules.noSession)
    }
    end(operation.identifier, .cancelled, at: app.now)
    if operation.detail.purpose.isActivation { devices.delete(device.identifier) }
    return ([:], operation.identifier)
  }

  /// The app gives up its registration, here or only on the phone (§1b).
  func deactivate(_ app: AppCall) throws(MobileRefusal) -> AppResult {
    let device = try device(app)
    guard try !app.flag("only_locally") else { return ([:], nil) }
    if let current = device.current, let operation = settled(current, at: app.now),
      operation.detail.phase.isOpenToApp
    {
      end(current, .cancelled, at: app.now)
    }
    devices.delete(device.identifier)
    return ([:], nil)
  }

  /// The messages that the push service would have delivered to a device (§1c): one for the pending operation, once it is due.
  ///
  /// Push is only a hint: an app that never gets one still calls startAuthentication.
  func push(_ call: Call) -> Outcome {
    let registration = (try? call.request.target.query)?["registration_id"] ?? ""
    guard client(ofApplication: call.parameters["applicationId"] ?? "") != nil else {
      return .answer(Answer(MobileRefusal(.applicationIdNotFound, nil).response))
    }
    guard let device = devices[registration] else {
      let refusal =
        registration.isEmpty
        ? MobileRefusal(.missingParameter, AppRules.parameterMissing, "registration_id")
        : MobileRefusal(.notRegistered, AppRules.registrationUnknown, registration)
      return .answer(Answer(refusal.response, findings: refusal.findings))
    }
    let operation = device.current.flatMap { settled($0, at: call.now) }
    let messages = [operation].compactMap { $0 }.filter { isDelivered($0, at: call.now) }.map { message($0) }
    let body: JSON = ["pushes": .array(messages)]
    return .answer(Answer(.json(.ok, body.bytes())))
  }

  private func isDelivered(_ operation: Transaction<Operation>, at now: Instant) -> Bool {
    let switches = operation.detail.switches
    return operation.detail.phase == .created && operation.detail.isPushed
      && !operation.detail.purpose.isActivation
      && switches[quirk: .pushDelivery].word == "delivered"
      && now >= operation.started + switches[lifetime: .push]
  }

  /// A number, the types, and the backend's text if there is one (§1c).
  private func message(_ operation: Transaction<Operation>) -> JSON {
    var members: JSONObject = [
      "pushSessionId": .integer(operation.detail.pushSession), "type": "start", "operation": "authentication",
    ]
    members["payload"] = operation.detail.pushPayload.map(JSON.string)
    return .object(members)
  }
}
