import Flow
import HTTP
import JSON
import ProviderKit

extension ReuseID {
  /// The REST API of a MobileID server on one's own premises (§1c): the same operations behind an API key.
  ///
  /// Verbs, statuses and the members of the enrollment's answer are documented; the others are ours.
  var onPremisesEndpoints: [Endpoint] {
    let base = "/api/smart-device/v1"
    return [
      Endpoint(
        named: .serverAuthenticationStart, [.post], "\(base)/authentications", answer: startOnPremises),
      Endpoint(named: .serverAuthentication, [.get], "\(base)/authentications/{id}") { call in
        self.read(call, .serverAuthentication, [.authentication])
      },
      Endpoint(named: .serverEnrollmentStart, [.post], "\(base)/enrollments", answer: enroll),
      Endpoint(named: .serverEnrollment, [.get], "\(base)/enrollments/{id}") { call in
        self.read(call, .serverEnrollment, [.registration])
      },
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

    var response: Response {
      .json(status, (["error": .string(error), "message": .string(description)] as JSON).bytes())
    }
  }

  private func startOnPremises(_ call: Call) -> Outcome {
    answered(call) {
      (client: KnownClient, body: JSONObject, findings: inout [Finding]) throws(ServerRefusal) in
      guard let identifier = body["device_id"]?.string else {
        throw ServerRefusal(
          .badRequest, "missing_parameter", StartRules.memberMissing, "device_id", "device_id is missing")
      }
      var start = Start(
        purpose: .authentication, channel: .onPremises, endpoint: .serverAuthenticationStart)
      if let device = devices[identifier], device.client == client.identifier || client.client.isAnything {
        start.device = device
      } else if client.client.isAnything {
        findings.append(Finding(StartRules.deviceUnknown, identifier))
        start.device = stranger(identifier, user: identifier, client.identifier)
      } else {
        throw ServerRefusal(
          .notFound, "device_not_found", StartRules.deviceUnknown, identifier, "There is no such device")
      }
      start.contexts = Operation.Contexts(
        pre: context(body["pre_operation_context"]), post: context(body["post_operation_context"]))
      return start
    }
  }

  private func enroll(_ call: Call) -> Outcome {
    answered(call) { (_: KnownClient, body: JSONObject, _: inout [Finding]) throws(ServerRefusal) in
      var start = Start(purpose: .registration, channel: .onPremises, endpoint: .serverEnrollmentStart)
      start.externalReference = body["external_ref"]?.string
      return start
    }
  }

  /// A context in the snake case of this API's family.
  private func context(_ value: JSON?) -> OperationContext? {
    guard let object = value?.object, let content = object["content"]?.string else { return nil }
    return OperationContext(
      content: content, mimeType: object["mime_type"]?.string ?? "text/plain", title: object["title"]?.string)
  }

  private func answered(
    _ call: Call,
    _ read: (KnownClient, JSONObject, inout [Finding]) throws(ServerRefusal) -> Start
  ) -> Outcome {
    var findings: [Finding] = []
    do throws(ServerRefusal) {
      let client = try keyHolder(call)
      findings += client.findings
      let body = try content(call, &findings)
      var start = try read(client, body, &findings)
      start.parameters = Self.parameters(body)
      let opened: OpenedOperation
      do throws(UnknownScenario) {
        opened = try begin(start, of: client.client, as: client.identifier, call, findings)
      } catch {
        throw ServerRefusal(
          .badRequest, "invalid_request", StartRules.scenarioUnknown, error.text, error.text)
      }
      let operation = opened.opened.transaction
      let place = start.purpose.isActivation ? "enrollments" : "authentications"
      var response = Response.json(Status(201), described(operation).bytes())
      response.headers.append("Location", "\(call.base)/api/smart-device/v1/\(place)/\(operation.identifier)")
      return .answer(opened.answer(response))
    } catch {
      return .answer(Answer(error.response, findings: findings + [error.finding]))
    }
  }

  private func read(_ call: Call, _ endpoint: EndpointName, _ purposes: Set<Operation.Purpose>) -> Outcome {
    do throws(ServerRefusal) {
      let client = try keyHolder(call)
      let identifier = call.parameters["id"] ?? ""
      _ = settled(identifier)
      let noted = ledger.call(at: endpoint, of: identifier, for: call) { operation in
        operation.identifier == identifier && operation.detail.channel == .onPremises
          && purposes.contains(operation.detail.purpose) && operation.client == client.identifier
      }
      guard let operation = noted.transaction else {
        throw ServerRefusal(
          .notFound, "session_not_found", StartRules.transactionUnknown, identifier,
          "There is no such session")
      }
      if let instead = noted.answerInstead { return .answer(instead) }
      return .answer(
        Answer(
          .json(.ok, described(operation).bytes()), transaction: identifier, findings: client.findings,
          faults: noted.faults))
    } catch { return .answer(Answer(error.response, findings: [error.finding])) }
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

  /// The API key's holder: the key id is the client id, its secret the client's.
  private func keyHolder(_ call: Call) throws(ServerRefusal) -> KnownClient {
    let shown = ClientSecret(call.request, form: Form())
    guard let identifier = shown.client else {
      throw ServerRefusal(
        .badRequest, "missing_authentication", StartRules.apiKeyMissing, "",
        "The Authorization header is missing")
    }
    guard let client = client(identifier), client.isAnything || shown.isSecret(client.secret) else {
      throw ServerRefusal(
        .unauthorized, "authentication_failed", StartRules.apiKeyWrong, identifier, "The API key is wrong")
    }
    return KnownClient(
      client: client, identifier: identifier,
      findings: client.isAnything ? [Finding(StartRules.apiKeyWrong, identifier)] : [])
  }

  private func content(_ call: Call, _ findings: inout [Finding]) throws(ServerRefusal) -> JSONObject {
    do throws(NoObject) {
      return try object(in: call, &findings)
    } catch {
      throw ServerRefusal(
        .badRequest, "malformed_request", StartRules.bodyMalformed, error.reason,
        "The content is not a JSON object")
    }
  }
}
