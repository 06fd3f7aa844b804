import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// Calls of the relying party's server; the vendor's paths are not public, so these are ours (§1c).
  ///
  /// Each is routed twice: below the mount, and with the real host's path prefix, for clients that know only that host.
  static var backendEndpoints: [Endpoint<ReuseID>] {
    ["", "/reuseid"].flatMap { prefix in
      [
        Endpoint(.onboardingStart, [.post], "\(prefix)/onboarding", answer: startOnboarding),
        Endpoint(
          .onboardingStatus, [.get], "\(prefix)/onboarding/{transactionId}", on: \.ledger,
          reading: { own in { own.asked($0, about: [.onboarding]) } }, answer: operationStatus),
        Endpoint(.stepUpStart, [.post], "\(prefix)/step-up", answer: startStepUp),
        Endpoint(
          .stepUpStatus, [.get], "\(prefix)/step-up/{transactionId}", on: \.ledger,
          reading: { own in { own.asked($0, about: [.stepUp]) } }, answer: operationStatus),
        Endpoint(
          .authenticationStart, [.post], "\(prefix)/core/authentications",
          answer: startPlainAuthentication),
        Endpoint(
          .operationResult, [.get], "\(prefix)/core/transactions/{transactionId}", on: \.ledger,
          reading: { own in { own.asked($0) } }, answer: operationResult),
        Endpoint(.apiDocument, [.get], "\(prefix)/core/openapi.json", answer: apiDocument),
        Endpoint(.user, [.get], "\(prefix)/core/users/{userId}", answer: user),
        Endpoint(.userDevices, [.get], "\(prefix)/core/users/{userId}/devices", answer: userDevices),
        Endpoint(
          .deviceTransactions, [.get], "\(prefix)/core/devices/{deviceId}/transactions",
          answer: deviceTransactions),
        Endpoint(.deviceLock, [.post], "\(prefix)/core/devices/{deviceId}/lock", answer: lockDevice),
        Endpoint(
          .deviceUnlock, [.post], "\(prefix)/core/devices/{deviceId}/unlock", answer: unlockDevice),
      ]
    }
  }

  // MARK: Onboarding

  /// Starts an onboarding: the answer has the code that activates the device (§1c).
  private func startOnboarding(_ call: Call) -> Outcome {
    let start = Start(purpose: .onboarding, channel: .api, endpoint: .onboardingStart)
    return respond(to: call, starting: start) { body, _, start throws(APIProblem) in
      do throws(InvalidParameters) {
        start.externalReference = try text("externalRef", in: body)
        try readVerification(body, besides: ["externalRef"], into: &start)
      } catch { throw APIProblem(error) }
    }
  }

  // MARK: Step-up

  /// Starts a step-up for an existing device (§1c).
  private func startStepUp(_ call: Call) -> Outcome {
    let start = Start(purpose: .stepUp, channel: .api, endpoint: .stepUpStart)
    return respond(to: call, starting: start) { body, caller, start throws(APIProblem) in
      try nameDevice(body, caller, into: &start)
      do throws(InvalidParameters) {
        start.externalReference = try text("externalRef", in: body)
        try readVerification(body, besides: ["externalRef", "userId", "deviceId"], into: &start)
      } catch { throw APIProblem(error) }
    }
  }

  private static let verificationMembers = Set(DocumentOptions.spellings).union(["provider"])

  /// The verification providers that may be named; `signicatvideoid` is the API's own example (§1c).
  private static let verifiers = ["videoid", "signicatvideoid", "eid"]

  /// Reads the provider and the options, and reports what nobody reads.
  ///
  /// - Parameter others: the members of the body that its endpoint has read.
  private func readVerification(
    _ body: JSONObject, besides others: Set<String>, into start: inout Start
  ) throws(InvalidParameters) {
    // Until 2024 both were in a wrapper, which still works.
    let wrapper = try wrapper(in: body)
    let members = wrapper ?? body
    if let provider = try text("provider", in: members), !Self.verifiers.contains(provider) {
      throw InvalidParameters(StartRules.providerUnknown, provider, "provider", "is not known")
    }
    try DocumentOptions.read(members, into: &start)
    let outer = others.union(wrapper == nil ? Self.verificationMembers : []).union(["input"])
    start.findings += unread(in: body, besides: outer)
    if let wrapper {
      start.findings += unread(in: wrapper, besides: Self.verificationMembers, below: "input.")
    }
    let unknown = sandbox.identityVerifications.unknown(in: start.documents.documents)
    if !unknown.isEmpty {
      let seen = unknown.map(String.init).joined(separator: ", ")
      start.findings.append(Finding(VerificationRules.documentUnknown, seen))
    }
  }

  private func wrapper(in body: JSONObject) throws(InvalidParameters) -> JSONObject? {
    guard let value = body["input"], !value.isNull else { return nil }
    guard let wrapper = value.object else {
      throw InvalidParameters(StartRules.memberMalformed, "\(value)", "input", "must be an object")
    }
    return wrapper
  }

  /// Reports members that have no effect.
  func unread(in body: JSONObject, besides known: Set<String>, below path: String = "") -> [Finding] {
    body.names.filter { !known.contains($0) && $0 != "eidolon_scenario" }
      .map { Finding(StartRules.memberUnknown, path + $0) }
  }

  /// The members that scenario conditions can test.
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
      let begun = try begin(start, of: caller.client, as: caller.identifier, call)
      let new = begun.opened.transaction
      let operation = settled(new.identifier, at: new.started) ?? new
      let response = apiResponse(
        start.purpose == .authentication ? plainStarted(operation) : status(operation))
      return begun.opened.answer(findings: begun.findings) { response }
    } catch {
      throw APIProblem(
        .badRequest, .invalidRequestParameter, StartRules.scenarioUnknown, error.text, error.text)
    }
  }

  /// The device that a start request names by user and device (§1c).
  func nameDevice(_ body: JSONObject, _ caller: Caller, into start: inout Start) throws(APIProblem) {
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
    if let device = devices[identifier], device.client == caller.identifier || caller.client.isWildcard {
      start.device = device
      if device.user == user { return }
      guard caller.client.isWildcard else {
        throw APIProblem(
          .notFound, .userUnknown, StartRules.userUnknown, user, "The user does not own the device")
      }
      return start.findings.append(Finding(StartRules.userUnknown, user))
    }
    guard caller.client.isWildcard else {
      guard devices.devices(ofUser: user).contains(where: { $0.client == caller.identifier }) else {
        throw APIProblem(.notFound, .userUnknown, StartRules.userUnknown, user, "There is no such user")
      }
      throw APIProblem(
        .notFound, .deviceUnknown, StartRules.deviceUnknown, identifier, "There is no such device")
    }
    start.findings.append(Finding(StartRules.deviceUnknown, identifier))
    start.device = unregistered(identifier, user: user, caller.identifier)
  }

  /// Registers a device that was never activated, for the usual person; only for the client that stands for any.
  func unregistered(_ identifier: String, user: String, _ client: String) -> Device {
    var device = Device(
      identifier: identifier, user: user, externalReference: nil, person: sandbox.library.world.defaultPerson,
      client: client, application: nil)
    device.methods = Set(AuthenticationMethod.allCases)
    devices.add(device)
    return device
  }

  // MARK: Status

  private func operationStatus(_ call: OwnedCall<Operation>, _ caller: Caller) -> Outcome {
    answer(call, of: caller) { status($0) }
  }

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
    data["detail"] = detail.failureDetail.map(JSON.string)
    if detail.phase == .replaced { data["reason"] = "REPLACED" }
    return ["data": .object(data)]
  }
}
