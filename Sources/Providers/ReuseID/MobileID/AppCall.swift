import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// What the relying party's app calls: it stands for the mobile library, whose own traffic is encrypted and not public, so all
  /// addresses are ours (§1b).
  var appEndpoints: [Endpoint] {
    let base = "/mobileid/{applicationId}"
    return [
      Endpoint(named: .loadConfig, [.post], "\(base)/loadConfig", answer: loadConfig),
      Endpoint(named: .push, [.get], "\(base)/push", answer: push),
      Endpoint(named: .startActivation, [.post], "\(base)/startActivation", answer: startActivation),
      Endpoint(named: .finishActivation, [.post], "\(base)/finishActivation", answer: finishActivation),
      Endpoint(
        named: .startAuthentication, [.post], "\(base)/startAuthentication", answer: startAuthentication),
      Endpoint(
        named: .finishAuthentication, [.post], "\(base)/finishAuthentication", answer: finishAuthentication),
      Endpoint(named: .cancelSession, [.post], "\(base)/cancelSession", answer: cancelSession),
      Endpoint(named: .deactivate, [.post], "\(base)/deactivate", answer: deactivate),
    ]
  }

  /// A call of an app whose application is known.
  struct AppCall {
    let call: Call
    let application: String
    /// The client whose app it is; several may have the same.
    let client: ReuseIDClient
    let body: JSONObject
    var findings: [Finding] = []

    /// A text; its absence is an error.
    func text(_ name: String) throws(MobileRefusal) -> String {
      guard let text = try optionalText(name) else {
        throw MobileRefusal(
          .missingParameter, AppRules.parameterMissing, name, detail: "\(name) is missing")
      }
      return text
    }

    /// A text, `nil` when it is absent or null.
    func optionalText(_ name: String) throws(MobileRefusal) -> String? {
      guard let value = body[name], !value.isNull else { return nil }
      guard let text = value.string, !text.isEmpty else { throw malformed(name, "a text is wanted") }
      return text
    }

    /// A truth value, false when it is absent.
    func flag(_ name: String) throws(MobileRefusal) -> Bool {
      guard let value = body[name], !value.isNull else { return false }
      guard let flag = value.bool else { throw malformed(name, "true or false is wanted") }
      return flag
    }

    /// A number, `nil` when it is absent.
    func optionalNumber(_ name: String) throws(MobileRefusal) -> Int? {
      guard let value = body[name], !value.isNull else { return nil }
      guard case .integer(let number) = value else { throw malformed(name, "a whole number is wanted") }
      return number
    }

    func malformed(_ name: String, _ wish: String) -> MobileRefusal {
      MobileRefusal(
        .malformedParameter, AppRules.parameterMalformed, "\(name): \(wish)", detail: "\(name): \(wish)")
    }
  }

  /// Answers a call of an app: with what the work says, or with the error of the library.
  ///
  /// - Parameter belongs: tells the operation that the call is about, so that it is counted there and faults strike it.
  func respond(
    to call: Call, at endpoint: EndpointName,
    belongs: (AppCall) -> String? = { _ in nil },
    _ work: (inout AppCall) throws(MobileRefusal) -> (JSONObject, operation: String?)
  ) -> Outcome {
    var app: AppCall
    do throws(MobileRefusal) {
      app = try read(call)
    } catch {
      return .answer(Answer(error.response, findings: [error.finding].compactMap { $0 }))
    }
    let handle = belongs(app)
    if let handle { _ = settled(handle) }
    let noted = handle.map { ledger.call(at: endpoint, of: $0, for: call) }
    if let instead = noted?.answerInstead { return .answer(instead) }
    var answer: Answer
    var owner = noted?.transaction?.identifier
    do throws(MobileRefusal) {
      var (body, operation) = try work(&app)
      // An operation that the call itself began has counted it.
      owner = operation ?? owner
      if !switches(owner, app.client)[quirk: .minimal].isOn { body["status"] = "OK" }
      answer = Answer(.json(.ok, JSON.object(body).bytes()))
    } catch {
      answer = Answer(error.response)
      if let finding = error.finding { app.findings.append(finding) }
    }
    if let owner { ledger.note(app.findings, on: owner) }
    (answer.transaction, answer.findings) = (owner, app.findings)
    answer.faults = noted?.faults ?? []
    return .answer(answer)
  }

  private func switches(_ operation: String?, _ client: ReuseIDClient) -> Switches {
    operation.flatMap { ledger.find($0)?.detail.switches } ?? switches(of: client)
  }

  private func read(_ call: Call) throws(MobileRefusal) -> AppCall {
    let application = call.parameters["applicationId"] ?? ""
    guard let client = client(ofApplication: application) else {
      throw MobileRefusal(.applicationIdNotFound, AppRules.applicationUnknown, application)
    }
    try checkVersion(call.request, client)
    var findings: [Finding] = []
    let body: JSONObject
    switch JSONContent(call.request) {
    case .object(let object): body = object
    case .empty: body = [:]
    case .otherType(let type, let object?):
      findings.append(Finding(AppRules.contentType, type))
      body = object
    case .otherType(let type, nil):
      throw MobileRefusal(.notParsable, AppRules.bodyMalformed, "it is declared as \(type)")
    case .malformed(let why): throw MobileRefusal(.notParsable, AppRules.bodyMalformed, why)
    case .notAnObject: throw MobileRefusal(.notParsable, AppRules.bodyMalformed, "it is no object")
    }
    return AppCall(call: call, application: application, client: client, body: body, findings: findings)
  }

  /// The client with an application, else the one that stands for any.
  func client(ofApplication application: String) -> ReuseIDClient? {
    let clients = (sandbox.library.world.clients[Self.slug] ?? [:]).values.compactMap { $0 as? ReuseIDClient }
    return clients.filter { $0.application == application }.min { $0.identifier < $1.identifier }
      ?? (client(World.anyClient).flatMap { $0.isAnything ? $0 : nil })
  }

  /// The library says its version in a header of ours; without it every version is let in (§1b).
  private func checkVersion(_ request: Request, _ client: ReuseIDClient) throws(MobileRefusal) {
    guard let text = request.headers["X-Encap-Api-Version"] else { return }
    guard let version = LibraryVersion(text) else {
      throw MobileRefusal(
        .malformedParameter, AppRules.parameterMalformed, "X-Encap-Api-Version: \(text)",
        detail: "X-Encap-Api-Version: a version is wanted")
    }
    let error: MobileError? =
      if version.parts[0] < LibraryVersion.understood.lowerBound {
        .apiVersionTooOldForServer
      } else if version.parts[0] > LibraryVersion.understood.upperBound {
        .apiVersionTooNewForServer
      } else if client.refusedLibraries.contains(version) {
        .apiVersionBlacklisted
      } else if let minimum = client.minimumLibrary, version < minimum {
        .apiVersionTooOldForAppConfig
      } else {
        nil
      }
    if let error { throw MobileRefusal(error, AppRules.libraryRefused, text) }
  }

  /// The device of a call's `registration_id`, which must be of this application.
  func device(_ app: AppCall) throws(MobileRefusal) -> Device {
    let registration = try app.text("registration_id")
    guard let device = devices[registration] else {
      throw MobileRefusal(.notRegistered, AppRules.registrationUnknown, registration)
    }
    guard device.application == nil || device.application == app.application else {
      throw MobileRefusal(.applicationIdMismatch, AppRules.applicationMismatch, app.application)
    }
    return device
  }

  /// A locked device is refused wherever it goes (§1b).
  func checkLock(_ device: Device, _ method: AuthenticationMethod? = nil) throws(MobileRefusal) {
    if device.isLockedByAdmin { throw MobileRefusal(.lockedByAdmin, AppRules.lockedDevice) }
    if device.isLocked(for: method) { throw MobileRefusal(.locked, AppRules.lockedDevice) }
  }
}
