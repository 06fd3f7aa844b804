import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The REST API of a MobileID server on the customer's own premises (§1c): the same operations behind an API key.
  ///
  /// Verbs, statuses and the members of the enrollment's answer are documented; the others are ours.
  static var onPremisesEndpoints: [Endpoint<ReuseID>] {
    let base = "/api/smart-device/v1"
    return [
      Endpoint(
        .serverAuthenticationStart, [.post], "\(base)/authentications", answer: startOnPremises),
      Endpoint(
        .serverAuthentication, [.get], "\(base)/authentications/{id}", on: \.ledger,
        reading: { own in { own.asked($0, about: .authentication) } }, answer: operationOnPremises),
      Endpoint(.serverEnrollmentStart, [.post], "\(base)/enrollments", answer: enroll),
      Endpoint(
        .serverEnrollment, [.get], "\(base)/enrollments/{id}", on: \.ledger,
        reading: { own in { own.asked($0, about: .registration) } }, answer: operationOnPremises),
    ]
  }

  /// An error of the server: no key is 400, a wrong one 401 (§1c).
  private struct ServerRefusal: Error {
    let status: Status
    let error: String
    let description: String
    let finding: Finding

    init(_ status: Status, _ error: String, _ rule: Rule, _ seen: String = "", _ description: String) {
      (self.status, self.error, self.description) = (status, error, description)
      finding = Finding(rule, seen)
    }

    init(_ invalid: InvalidParameters) {
      (status, error, finding) = (.badRequest, "invalid_parameter", invalid.finding)
      description = "\(invalid.name) \(invalid.reason)"
    }

    var response: Response {
      .json(status, (["error": .string(error), "message": .string(description)] as JSON).bytes())
    }
  }

  private func startOnPremises(_ call: Call) -> Outcome {
    let start = Start(purpose: .authentication, channel: .onPremises, endpoint: .serverAuthenticationStart)
    return answered(call, start) { body, client, start throws(ServerRefusal) in
      guard let identifier = try member("device_id", in: body) else {
        throw ServerRefusal(
          .badRequest, "missing_parameter", StartRules.memberMissing, "device_id", "device_id is missing")
      }
      if let device = devices[identifier], device.client == client.identifier || client.client.isWildcard {
        start.device = device
      } else if client.client.isWildcard {
        start.findings.append(Finding(StartRules.deviceUnknown, identifier))
        start.device = unregistered(identifier, user: identifier, client.identifier)
      } else {
        throw ServerRefusal(
          .notFound, "device_not_found", StartRules.deviceUnknown, identifier, "There is no such device")
      }
      start.contexts = Operation.Contexts(
        pre: try context("pre_operation_context", in: body, &start.findings),
        post: try context("post_operation_context", in: body, &start.findings))
      start.findings += unread(
        in: body, besides: ["device_id", "pre_operation_context", "post_operation_context"])
    }
  }

  private func enroll(_ call: Call) -> Outcome {
    let start = Start(purpose: .registration, channel: .onPremises, endpoint: .serverEnrollmentStart)
    return answered(call, start) { body, _, start throws(ServerRefusal) in
      start.externalReference = try member("external_ref", in: body)
      start.findings += unread(in: body, besides: ["external_ref"])
    }
  }

  private func member(_ name: String, in body: JSONObject) throws(ServerRefusal) -> String? {
    do throws(InvalidParameters) { return try text(name, in: body) } catch { throw ServerRefusal(error) }
  }

  /// A context in the snake case of this API's family.
  private func context(
    _ name: String, in body: JSONObject, _ findings: inout [Finding]
  ) throws(ServerRefusal) -> OperationContext? {
    guard let value = body[name], !value.isNull else { return nil }
    guard let object = value.object, let content = object["content"]?.string else {
      throw ServerRefusal(
        InvalidParameters(StartRules.memberMalformed, "\(value)", name, "must be an object with content"))
    }
    findings += unread(in: object, besides: ["content", "mime_type", "title"], below: "\(name).")
    return OperationContext(
      content: content, mimeType: try member("mime_type", in: object) ?? "text/plain",
      title: try member("title", in: object))
  }

  private func answered(
    _ call: Call, _ start: Start,
    _ read: (JSONObject, KnownClient<ReuseIDClient>, inout Start) throws(ServerRefusal) -> Void
  ) -> Outcome {
    var start = start
    do throws(ServerRefusal) {
      let client = try keyHolder(call)
      start.findings = client.findings
      let (body, findings) = try content(call)
      start.findings += findings
      start.parameters = Self.parameters(body)
      try read(body, client, &start)
      let begun = try beginOnPremises(start, of: client, call)
      return .answer(
        begun.opened.answer(findings: begun.findings) { created(begun.opened.transaction, call) })
    } catch { return .answer(Answer(error.response, findings: start.findings + [error.finding])) }
  }

  private func beginOnPremises(
    _ start: Start, of client: KnownClient<ReuseIDClient>, _ call: Call
  ) throws(ServerRefusal) -> OpenedOperation {
    do throws(UnknownScenario) {
      return try begin(start, of: client.client, as: client.identifier, call)
    } catch {
      throw ServerRefusal(.badRequest, "invalid_request", StartRules.scenarioUnknown, error.text, error.text)
    }
  }

  private func created(_ operation: Transaction<Operation>, _ call: Call) -> Response {
    let collection = operation.detail.purpose.isActivation ? "enrollments" : "authentications"
    var response = Response.json(Status(201), described(operation).bytes())
    response.headers.append(
      "Location", "\(call.base)/api/smart-device/v1/\(collection)/\(operation.identifier)")
    return response
  }

  /// The client that asks about its own operation, which is brought up to date before the call counts.
  private func asked(
    _ call: Call, about purpose: Operation.Purpose
  ) -> CallReading<KnownClient<ReuseIDClient>, Operation> {
    let client: KnownClient<ReuseIDClient>
    do throws(ServerRefusal) {
      client = try keyHolder(call)
    } catch { return .refused(Answer(error.response, findings: [error.finding])) }
    let identifier = call.parameters["id"] ?? ""
    _ = settled(identifier, at: call.now)
    return .accepted(client, handle: identifier) { operation in
      operation.identifier == identifier && operation.detail.channel == .onPremises
        && operation.detail.purpose == purpose && operation.client == client.identifier
    }
  }

  private func operationOnPremises(_ call: OwnedCall<Operation>, _ client: KnownClient<ReuseIDClient>)
    -> Outcome
  {
    guard let operation = call.transaction else {
      let refusal = ServerRefusal(
        .notFound, "session_not_found", StartRules.transactionUnknown, call.handle,
        "There is no such session")
      return .answer(Answer(refusal.response, findings: [refusal.finding]))
    }
    return .answer(Answer(.json(.ok, described(operation).bytes()), findings: client.findings))
  }

  private func described(_ operation: Transaction<Operation>) -> JSON {
    let detail = operation.detail
    var members: JSONObject = [
      "id": .string(operation.identifier), "device_id": .string(detail.device),
      "status": .string(detail.phase.status.uppercased()),
    ]
    members["activation_code"] = detail.activationCode.map(JSON.string)
    return .object(members)
  }

  /// The owner of the API key: the key id is the client id, its secret the client's.
  private func keyHolder(_ call: Call) throws(ServerRefusal) -> KnownClient<ReuseIDClient> {
    guard case .credentials(let identifier, let secret) = BasicCredentials(call.request).formDecoded else {
      throw ServerRefusal(
        .badRequest, "missing_authentication", StartRules.apiKeyMissing, "",
        "The Authorization header is missing")
    }
    guard let client = registered(identifier),
      client.isWildcard || !client.secret.isEmpty && BasicCredentials.isSame(secret, client.secret)
    else {
      throw ServerRefusal(
        .unauthorized, "authentication_failed", StartRules.apiKeyWrong, identifier, "The API key is wrong")
    }
    return KnownClient(
      client, as: identifier,
      findings: client.isWildcard ? [Finding(StartRules.apiKeyWrong, identifier)] : [])
  }

  private func content(
    _ call: Call
  ) throws(ServerRefusal) -> (object: JSONObject, findings: [Finding]) {
    do throws(NoObject) {
      return try object(in: call)
    } catch {
      throw ServerRefusal(
        .badRequest, "malformed_request", StartRules.bodyMalformed, error.reason,
        "The content is not a JSON object")
    }
  }
}
