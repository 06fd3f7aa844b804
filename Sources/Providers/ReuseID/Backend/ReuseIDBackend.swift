import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// What the relying party's server calls; the vendor's paths are not visible, these are ours (§1c).
  ///
  /// Each stands twice: below the mount, and with the path of the real host before it, for clients that know only that host.
  var backendEndpoints: [Endpoint] {
    ["", "/reuseid"].flatMap { prefix in
      [
        Endpoint(named: .onboardingStart, [.post], "\(prefix)/onboarding", answer: startOnboarding),
        Endpoint(
          named: .onboardingStatus, [.get], "\(prefix)/onboarding/{transactionId}", answer: onboardingStatus),
        Endpoint(named: .stepUpStart, [.post], "\(prefix)/step-up", answer: startStepUp),
        Endpoint(named: .stepUpStatus, [.get], "\(prefix)/step-up/{transactionId}", answer: stepUpStatus),
        Endpoint(
          named: .authenticationStart, [.post], "\(prefix)/core/authentications",
          answer: startPlainAuthentication),
        Endpoint(
          named: .operationResult, [.get], "\(prefix)/core/transactions/{transactionId}",
          answer: operationResult),
        Endpoint(named: .user, [.get], "\(prefix)/core/users/{userId}", answer: user),
        Endpoint(named: .userDevices, [.get], "\(prefix)/core/users/{userId}/devices", answer: userDevices),
        Endpoint(
          named: .deviceTransactions, [.get], "\(prefix)/core/devices/{deviceId}/transactions",
          answer: deviceTransactions),
        Endpoint(named: .deviceLock, [.post], "\(prefix)/core/devices/{deviceId}/lock", answer: lockDevice),
        Endpoint(
          named: .deviceUnlock, [.post], "\(prefix)/core/devices/{deviceId}/unlock", answer: unlockDevice),
      ]
    }
  }

  // MARK: Onboarding

  /// Starts an onboarding: the answer has the code that activates the device (§1c).
  private func startOnboarding(_ call: Call) -> Outcome {
    respond(to: call) { (caller: inout Caller) throws(APIProblem) in
      let body = try body(call, &caller.findings)
      var start = Start(purpose: .onboarding, channel: .api, endpoint: .onboardingStart)
      do throws(InvalidParameters) {
        start.externalReference = try text("externalRef", in: body)
        try readCommon(body, known: ["externalRef"], into: &start, &caller.findings)
      } catch { throw APIProblem(error) }
      return try open(start, caller, call)
    }
  }

  private func onboardingStatus(_ call: Call) -> Outcome {
    respond(to: call, at: .onboardingStatus, [.onboarding]) { status($0) }
  }

  // MARK: Step-up

  /// Starts a step-up for a device of before (§1c).
  private func startStepUp(_ call: Call) -> Outcome {
    respond(to: call) { (caller: inout Caller) throws(APIProblem) in
      let body = try body(call, &caller.findings)
      var start = Start(purpose: .stepUp, channel: .api, endpoint: .stepUpStart)
      start.device = try device(named: body, &caller)
      do throws(InvalidParameters) {
        start.externalReference = try text("externalRef", in: body)
        try readCommon(body, known: ["externalRef", "userId", "deviceId"], into: &start, &caller.findings)
      } catch { throw APIProblem(error) }
      return try open(start, caller, call)
    }
  }

  private func stepUpStatus(_ call: Call) -> Outcome {
    respond(to: call, at: .stepUpStatus, [.stepUp]) { status($0) }
  }

  /// Provider, options and what nobody reads.
  private func readCommon(
    _ body: JSONObject, known: Set<String>, into start: inout Start, _ findings: inout [Finding]
  ) throws(InvalidParameters) {
    if let provider = try text("provider", in: body), !["signicatvideoid", "eid"].contains(provider) {
      throw InvalidParameters(StartRules.providerUnknown, provider, "provider", "is not known")
    }
    start.documents = try DocumentOptions.read(body, noting: &findings)
    let known = known.union(DocumentOptions.spellings).union(["provider"])
    for name in body.names where !known.contains(name) {
      findings.append(Finding(StartRules.memberUnknown, name))
    }
    start.parameters = Self.parameters(body)
  }

  /// The members that conditions of scenarios can ask about.
  static func parameters(_ body: JSONObject) -> [String: String] {
    var parameters: [String: String] = [:]
    for (name, value) in body {
      switch value {
      case .string(let text): parameters[name] = text
      case .integer(let number): parameters[name] = String(number)
      case .bool(let flag): parameters[name] = String(flag)
      default: break
      }
    }
    return parameters
  }

  func open(_ start: Start, _ caller: Caller, _ call: Call) throws(APIProblem) -> Answer {
    do throws(UnknownScenario) {
      let opened = try begin(start, of: caller.client, as: caller.identifier, call, caller.findings)
      let operation = settled(opened.opened.transaction.identifier) ?? opened.opened.transaction
      return opened.answer(
        apiResponse(start.purpose == .authentication ? plainStarted(operation) : status(operation)))
    } catch {
      throw APIProblem(
        .badRequest, .invalidRequestParameter, StartRules.scenarioUnknown, error.text, error.text)
    }
  }

  /// The device that a start request names by user and device (§1c).
  func device(named body: JSONObject, _ caller: inout Caller) throws(APIProblem) -> Device {
    let user: String?
    let identifier: String?
    do throws(InvalidParameters) {
      user = try text("userId", in: body)
      identifier = try text("deviceId", in: body)
    } catch { throw APIProblem(error) }
    let missing = [("userId", user), ("deviceId", identifier)].filter { $0.1 == nil }.map(\.0)
    guard let user, let identifier else {
      var problem = APIProblem(
        422, .invalidRequestParameter, StartRules.memberMissing, missing.joined(separator: ", "),
        "\(missing.joined(separator: " and ")) must be given")
      problem.invalidParameters = missing.map { ($0, "must not be null") }
      throw problem
    }
    if let device = devices[identifier], device.client == caller.identifier || caller.client.isAnything {
      if device.user == user { return device }
      guard caller.client.isAnything else {
        throw APIProblem(
          .notFound, .userUnknown, StartRules.userUnknown, user, "The user does not own the device")
      }
      caller.findings.append(Finding(StartRules.userUnknown, user))
      return device
    }
    guard caller.client.isAnything else {
      guard devices.devices(ofUser: user).contains(where: { $0.client == caller.identifier }) else {
        throw APIProblem(.notFound, .userUnknown, StartRules.userUnknown, user, "There is no such user")
      }
      throw APIProblem(
        .notFound, .deviceUnknown, StartRules.deviceUnknown, identifier, "There is no such device")
    }
    caller.findings.append(Finding(StartRules.deviceUnknown, identifier))
    return stranger(identifier, user: user, caller.identifier)
  }

  /// A device that nobody has activated, for the client that stands for any: the usual person holds it.
  func stranger(_ identifier: String, user: String, _ client: String) -> Device {
    var device = Device(
      identifier: identifier, user: user, externalReference: nil, person: World.usualPerson, client: client,
      application: nil)
    device.methods = Set(AuthenticationMethod.allCases)
    devices.add(device)
    return device
  }

  // MARK: Status

  /// The answer to a start and to a poll (§1c, §2): members and their order are the API's; those of the end are ours.
  private func status(_ operation: Transaction<Operation>) -> JSON {
    let detail = operation.detail
    var data: JSONObject = [
      "status": .string(detail.phase.status), "transactionId": .string(operation.identifier),
      "userId": .string(detail.user),
    ]
    if detail.purpose == .onboarding { data["activationCode"] = detail.activationCode.map(JSON.string) }
    data["dossierId"] = .string(uuid(operation.ordinal, "dossier"))
    data["processId"] = .string(uuid(operation.ordinal, "process"))
    if case .failed(let failure) = detail.phase { data["reason"] = .string(failure.rawValue.uppercased()) }
    if detail.phase == .replaced { data["reason"] = "REPLACED" }
    return ["data": .object(data)]
  }
}

extension Endpoint {
  /// An endpoint of ReuseID.
  init(
    named name: ReuseID.EndpointName, _ methods: [HTTP.Method], _ path: String, _ weight: Weight = .light,
    answer: @escaping @Sendable (Call) throws(DocumentNeeded) -> Outcome
  ) {
    self.init(name.rawValue, methods, path, weight, answer: answer)
  }
}
