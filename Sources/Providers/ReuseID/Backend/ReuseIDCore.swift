import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  // MARK: Plain MobileID authentications

  /// Starts a MobileID authentication without a step-up, with the backend's own contexts (§1c, §4 7).
  func startPlainAuthentication(_ call: Call) -> Outcome {
    let start = Start(purpose: .authentication, channel: .api, endpoint: .authenticationStart)
    return respond(to: call, starting: start) { body, caller, start throws(APIProblem) in
      try nameDevice(body, caller, into: &start)
      do throws(InvalidParameters) {
        start.externalReference = try text("externalRef", in: body)
        start.pushPayload = try text("pushPayload", in: body)
        start.contexts = Operation.Contexts(
          pre: try context("preOperationContext", in: body),
          post: try context("postOperationContext", in: body))
        start.level = try level(body)
        start.patience = try expiry(body)
      } catch { throw APIProblem(error) }
      start.findings += unread(
        in: body,
        besides: [
          "externalRef", "userId", "deviceId", "pushPayload", "preOperationContext", "postOperationContext",
          "authLevel", "requestedExpiry",
        ])
    }
  }

  func plainStarted(_ operation: Transaction<Operation>) -> JSON {
    [
      "data": [
        "status": .string(operation.detail.phase.status), "transactionId": .string(operation.identifier),
        "userId": .string(operation.detail.user), "deviceId": .string(operation.detail.device),
      ]
    ]
  }

  /// A context in the form that backends send: `{content, mimeType, title?}` (§1c).
  private func context(_ name: String, in body: JSONObject) throws(InvalidParameters) -> OperationContext? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let object = value.object, let content = object["content"]?.string else {
      throw InvalidParameters(StartRules.memberMalformed, "\(value)", name, "must be an object with content")
    }
    guard let type = object["mimeType"]?.string, type.contains("/") else {
      throw InvalidParameters(
        StartRules.memberMalformed, "\(value)", "\(name).mimeType", "must be a media type such as text/plain")
    }
    guard content.utf8.count <= 65_536 else {
      throw InvalidParameters(
        StartRules.memberMalformed, "", "\(name).content", "must have at most 65536 bytes")
    }
    return OperationContext(content: content, mimeType: type, title: object["title"]?.string)
  }

  private func level(_ body: JSONObject) throws(InvalidParameters) -> AuthenticationLevel {
    guard let word = try text("authLevel", in: body) else { return .twoFactor }
    guard let level = AuthenticationLevel(rawValue: word) else {
      throw InvalidParameters(
        StartRules.memberMalformed, word, "authLevel", "must be ONE_FACTOR or TWO_FACTOR")
    }
    return level
  }

  private func expiry(_ body: JSONObject) throws(InvalidParameters) -> Duration? {
    guard let value = body["requestedExpiry"], !value.isNull else { return nil }
    guard case .integer(let seconds) = value, (1...86_400).contains(seconds) else {
      throw InvalidParameters(
        StartRules.memberMalformed, "\(value)", "requestedExpiry", "must be seconds from 1 to 86400")
    }
    return .seconds(seconds)
  }

  // MARK: Results

  /// The result of a MobileID operation (§1c); a step-up's is complete before its verification is.
  func operationResult(_ call: OwnedCall<Operation>, _ caller: Caller) -> Outcome {
    answer(call, of: caller) { result($0) }
  }

  private func result(_ operation: Transaction<Operation>) -> JSON {
    let detail = operation.detail
    var device: JSONObject = ["id": .string(detail.device)]
    device["state"] = .string(devices[detail.device]?.state ?? "DELETED")
    var user: JSONObject = ["id": .string(detail.user)]
    if let reference = detail.externalReference {
      user = ["externalRef": .string(reference), "id": .string(detail.user)]
    }
    var members: JSONObject = [
      "type": detail.purpose.isActivation ? "ACTIVATION" : "AUTHENTICATION",
      "accountId": .string(account(operation.client)), "transactionId": .string(operation.identifier),
      "state": .string(mobileState(detail)), "created": .string(operation.started.text),
    ]
    if let completed = detail.authenticated ?? detail.ended { members["completed"] = .string(completed.text) }
    members["device"] = .object(device)
    members["user"] = .object(user)
    members["operationProperties"] = .object(properties(operation))
    return .object(members)
  }

  private func properties(_ operation: Transaction<Operation>) -> JSONObject {
    var properties: JSONObject = [:]
    if let method = operation.detail.method {
      properties["authLevel"] = .string(method.level.rawValue)
      properties["authMethod"] = .string(method.result)
    }
    properties["preOperationContext"] = operation.preContext?.forBackend
    if operation.detail.authenticated != nil {
      properties["postOperationContext"] = operation.postContext?.forBackend
    }
    return properties
  }

  /// The state of the MobileID operation; `COMPLETED` is documented, and `FAILED` for registrations; the others are
  /// ours (§1c, contract signicat-hub §5).
  func mobileState(_ detail: Operation) -> String {
    if detail.authenticated != nil { return "COMPLETED" }
    return switch detail.phase {
    case .created, .started, .authenticated, .verifying: "PENDING"
    case .completed: "COMPLETED"
    case .failed: "FAILED"
    case .cancelled, .replaced: "CANCELLED"
    case .expired: "EXPIRED"
    }
  }

  /// The customer's account id, the same for all its operations.
  private func account(_ client: String) -> String {
    UUIDText(sandbox.environment.bytes(16, ordinal: 0, purpose: "reuseid/account/\(client)")).text
  }

  // MARK: Users and devices

  /// A user, with the attributes that a verification has added (§0).
  func user(_ call: Call) -> Outcome {
    respond(to: call) { caller throws(APIProblem) in
      let user = call.parameters["userId"] ?? ""
      let identity = verified[user]
      let devices = devices.devices(ofUser: user).filter { isOwn($0, caller) }
      guard !devices.isEmpty || identity != nil && caller.client.isWildcard else {
        throw APIProblem(.notFound, .userUnknown, StartRules.userUnknown, user, "There is no such user")
      }
      var members: JSONObject = ["id": .string(user)]
      if let reference = devices.first?.externalReference { members["externalRef"] = .string(reference) }
      if let identity { members["attributes"] = attributes(identity) }
      return Answer(apiResponse(["data": .object(members)]), findings: caller.findings)
    }
  }

  private func attributes(_ identity: VerifiedUsers.Identity) -> JSON {
    let person = identity.person
    var attributes: JSONObject = [:]
    attributes["firstName"] = person.givenName.map(JSON.string)
    attributes["lastName"] = person.familyName.map(JSON.string)
    attributes["dateOfBirth"] = person.birthdate.map { .string($0.dateText) }
    attributes["nationality"] = person.nationalities.first.map(JSON.string)
    attributes["verifiedAt"] = .string(identity.at.text)
    return .object(attributes)
  }

  func userDevices(_ call: Call) -> Outcome {
    respond(to: call) { caller throws(APIProblem) in
      let user = call.parameters["userId"] ?? ""
      let own = devices.devices(ofUser: user).filter { isOwn($0, caller) }
      guard !own.isEmpty else {
        throw APIProblem(.notFound, .userUnknown, StartRules.userUnknown, user, "There is no such user")
      }
      return Answer(apiResponse(["data": .array(own.map { described($0) })]), findings: caller.findings)
    }
  }

  func deviceTransactions(_ call: Call) -> Outcome {
    respond(to: call) { caller throws(APIProblem) in
      let device = try ownDevice(call, caller)
      let operations = ledger.transactions.all.filter { $0.detail.device == device.identifier }
        .compactMap { settled($0.identifier, at: call.now) }
      return Answer(apiResponse(["data": .array(operations.map { result($0) })]), findings: caller.findings)
    }
  }

  func lockDevice(_ call: Call) -> Outcome { change(call) { $0.isLockedByAdmin = true } }

  func unlockDevice(_ call: Call) -> Outcome { change(call) { $0.unlock() } }

  private func change(_ call: Call, _ change: (inout Device) -> Void) -> Outcome {
    respond(to: call) { caller throws(APIProblem) in
      let device = try ownDevice(call, caller)
      let changed = devices.update(device.identifier) { device in
        change(&device)
        return device
      }
      return Answer(apiResponse(["data": described(changed ?? device)]), findings: caller.findings)
    }
  }

  private func ownDevice(_ call: Call, _ caller: Caller) throws(APIProblem) -> Device {
    let identifier = call.parameters["deviceId"] ?? ""
    guard let device = devices[identifier], isOwn(device, caller) else {
      throw APIProblem(
        .notFound, .deviceUnknown, StartRules.deviceUnknown, identifier, "There is no such device")
    }
    return device
  }

  private func isOwn(_ device: Device, _ caller: Caller) -> Bool {
    device.client == caller.identifier || caller.client.isWildcard
  }

  private func described(_ device: Device) -> JSON {
    var members: JSONObject = ["id": .string(device.identifier), "state": .string(device.state)]
    members["name"] = device.name.map(JSON.string)
    members["authMethods"] = .array(device.methods.map(\.result).sorted().map(JSON.string))
    return .object(members)
  }
}
