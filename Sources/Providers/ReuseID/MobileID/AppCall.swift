import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// Calls of the relying party's app, instead of the mobile library, whose own traffic is encrypted and not public:
  /// all paths are ours (§1b).
  static var appEndpoints: [Endpoint<ReuseID>] {
    [
      endpoint(.loadConfig, "loadConfig", answer: loadConfig),
      Endpoint(.push, [.get], "/mobileid/{applicationId}/push", answer: push),
      endpoint(.startActivation, "startActivation", of: activationHandle, answer: startActivation),
      endpoint(.finishActivation, "finishActivation", of: session, answer: finishActivation),
      endpoint(.startAuthentication, "startAuthentication", of: pendingHandle, answer: startAuthentication),
      endpoint(.finishAuthentication, "finishAuthentication", of: session, answer: finishAuthentication),
      endpoint(
        .startAuthenticationAndActivation, "startAuthenticationAndActivation",
        answer: startAuthenticationAndActivation),
      endpoint(
        .finishAuthenticationAndActivation, "finishAuthenticationAndActivation",
        answer: finishAuthenticationAndActivation),
      endpoint(.cancelSession, "cancelSession", of: session, answer: cancelSession),
      endpoint(.deactivate, "deactivate", answer: deactivate),
    ].map(\.openToScripts)
  }

  /// An endpoint of the library, which answers with the members of a result or with an error of the library.
  ///
  /// - Parameter handle: finds the operation that the call is about.
  private static func endpoint(
    _ name: ReuseIDEndpoint, _ path: String,
    of handle: @escaping @Sendable (ReuseID) -> (AppCall) -> String? = { _ in { _ in nil } },
    answer: @escaping @Sendable (ReuseID) -> (AppCall) throws(MobileRefusal) -> AppResult
  ) -> Endpoint<ReuseID> {
    Endpoint(
      name, [.post], "/mobileid/{applicationId}/\(path)", on: \.ledger,
      reading: { own in { own.read($0, of: handle(own)) } },
      answer: { own in { own.respond(to: $0, $1, answer(own)) } })
  }

  /// The members of a result, and the operation that the call belongs to, unless its handle identifies it.
  typealias AppResult = (members: JSONObject, operation: String?)

  /// A call of an app whose application is known.
  struct AppCall {
    let call: Call
    let application: String
    /// The client whose app it is; several clients may share an application.
    let client: ReuseIDClient
    let body: JSONObject
    let findings: [Finding]

    var now: Instant { call.now }

    /// A required string.
    func text(_ name: String) throws(MobileRefusal) -> String {
      guard let text = try optionalText(name) else {
        throw MobileRefusal(
          .missingParameter, AppRules.parameterMissing, name, detail: "\(name) is missing")
      }
      return text
    }

    /// An optional string: `nil` if it is absent or null.
    func optionalText(_ name: String) throws(MobileRefusal) -> String? {
      guard let value = body[name], !value.isNull else { return nil }
      guard let text = value.string, !text.isEmpty else { throw malformed(name, "expected a text") }
      return text
    }

    /// An optional Boolean: false if it is absent or null.
    func flag(_ name: String) throws(MobileRefusal) -> Bool {
      guard let value = body[name], !value.isNull else { return false }
      guard let flag = value.bool else { throw malformed(name, "expected true or false") }
      return flag
    }

    /// An optional integer: `nil` if it is absent or null.
    func optionalNumber(_ name: String) throws(MobileRefusal) -> Int? {
      guard let value = body[name], !value.isNull else { return nil }
      guard case .integer(let number) = value else { throw malformed(name, "expected a whole number") }
      return number
    }

    func malformed(_ name: String, _ wish: String) -> MobileRefusal {
      MobileRefusal(
        .malformedParameter, AppRules.parameterMalformed, "\(name): \(wish)", detail: "\(name): \(wish)")
    }
  }

  /// Reads a call, and brings the operation it is about up to date before the call counts.
  private func read(
    _ call: Call, of handle: (AppCall) -> String?
  ) -> CallReading<AppCall, Operation> {
    do throws(MobileRefusal) {
      let app = try read(call)
      let handle = handle(app)
      if let handle { _ = settled(handle, at: call.now) }
      return .accepted(app, handle: handle)
    } catch { return .refused(Answer(error.response, findings: error.findings)) }
  }

  private func respond(
    to call: OwnedCall<Operation>, _ app: AppCall, _ work: (AppCall) throws(MobileRefusal) -> AppResult
  ) -> Outcome {
    var owner = call.transaction?.identifier
    var findings = app.findings
    let response: Response
    do throws(MobileRefusal) {
      var (members, operation) = try work(app)
      // An operation that this call began has already counted it.
      owner = operation ?? owner
      if !switches(owner, app.client)[quirk: .minimal].isOn { members["status"] = "OK" }
      response = .json(.ok, JSON.object(members).bytes())
    } catch {
      response = error.response
      findings += error.findings
    }
    if let owner { ledger.note(findings, on: owner) }
    return .answer(Answer(response, transaction: owner, findings: findings))
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
    case .notAnObject: throw MobileRefusal(.notParsable, AppRules.bodyMalformed, "it is not an object")
    }
    return AppCall(call: call, application: application, client: client, body: body, findings: findings)
  }

  /// The client with this application, otherwise the one that stands for any.
  func client(ofApplication application: String) -> ReuseIDClient? {
    let clients = (sandbox.library.world.clients[Self.slug] ?? [:]).values.compactMap { $0 as? ReuseIDClient }
    return clients.filter { $0.application == application }.min { $0.identifier < $1.identifier }
      ?? (registered(World.anyClient).flatMap { $0.isWildcard ? $0 : nil })
  }

  /// The library's version is in a header of ours; without it any version is accepted (§1b).
  private func checkVersion(_ request: Request, _ client: ReuseIDClient) throws(MobileRefusal) {
    guard let text = request.headers["X-Encap-Api-Version"] else { return }
    guard let version = LibraryVersion(text) else {
      throw MobileRefusal(
        .malformedParameter, AppRules.parameterMalformed, "X-Encap-Api-Version: \(text)",
        detail: "X-Encap-Api-Version: expected a version")
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

  /// A locked device is refused everywhere (§1b); the story of its open operation may lock it too.
  func checkLock(_ device: Device, _ method: AuthenticationMethod? = nil) throws(MobileRefusal) {
    let open = device.current.flatMap { ledger.find($0)?.detail }.flatMap { $0.phase.isFinal ? nil : $0 }
    let lock = open?.switches[quirk: .deviceLock].word
    if device.isLockedByAdmin || lock == "admin" {
      throw MobileRefusal(.lockedByAdmin, AppRules.lockedDevice)
    }
    if device.isLocked(for: method) || lock == "attempts" {
      throw MobileRefusal(.locked, AppRules.lockedDevice)
    }
  }
}
