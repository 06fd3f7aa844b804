import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  /// `videoid/{id}` and its sisters: the result of a run (§1.2).
  func result(of product: Product, _ call: Call) -> Outcome {
    read(product, at: product.resultEndpoint, call) { run in
      var answer = Answer(.json(.ok, RunResult(run: run, now: sandbox.environment.clock.now).json.bytes()))
      answer.response.headers.append("Cache-Control", "no-store")
      if case .completed = run.phase(at: sandbox.environment.clock.now) {
        runs.update(run.identifier) { $0.detail.isRead = true }
        runs.transactions.complete(run.ordinal)
        answer.remarks = ["\(run.client) read the result"]
      } else {
        answer.findings = [
          Finding(ResultRules.readEarly, "it is \(run.status(at: sandbox.environment.clock.now))")
        ]
      }
      return answer
    }
  }

  /// `videoid.file/{id}`: the recorded video (§1.2 #23).
  func file(_ call: Call) -> Outcome {
    read(.videoid, at: .file, call) { run throws(APIRefusal) in
      guard case .completed = run.phase(at: sandbox.environment.clock.now) else {
        throw .notFound("Video", Finding(ResultRules.readEarly, "there is no video yet"))
      }
      return Answer(Response(.ok, headers: ["Content-Type": "video/webm"], body: Recording.bytes))
    }
  }

  private func read(
    _ product: Product, at endpoint: VideoIDEndpoint, _ call: Call,
    _ answer: (Transaction<Run>) throws(APIRefusal) -> Answer
  ) -> Outcome {
    if call.request.method == .options { return .answer(preflight) }
    var findings: [Finding] = []
    var switches = standardSwitches
    var identifier: String?
    do throws(APIRefusal) {
      let caller = try caller(call, &findings)
      switches = caller.switches()
      let handle = call.parameters["id"] ?? ""
      let noted = runs.call(at: endpoint, of: handle, for: call) { $0.identifier == handle }
      guard let run = noted.transaction else { throw unknown(handle) }
      identifier = run.identifier
      switches = run.detail.switches
      if let instead = noted.answerInstead { return .answer(instead) }
      try check(run, product, caller)
      var answer = try answer(run)
      answer.transaction = run.identifier
      answer.findings = findings + answer.findings
      answer.faults = noted.faults
      answer.deliveries = settle(run.identifier)
      runs.note(answer.findings, on: run.identifier)
      return .answer(readable(answer))
    } catch {
      findings += error.findings
      if let identifier { runs.note(findings, on: identifier) } else { noteOwned(findings) }
      return .answer(
        readable(
          Answer(
            error.response(switches, isResult: true), transaction: identifier, findings: findings)))
    }
  }

  /// A run of another product, or of another client, is not there: ids are of their own spaces (§5).
  private func check(_ run: Transaction<Run>, _ product: Product, _ caller: Caller) throws(APIRefusal) {
    guard run.detail.product == product else {
      throw .notFound(
        product.title, Finding(ResultRules.otherProduct, "it is of \(run.detail.product.rawValue)"))
    }
    let isOwn =
      switch caller {
      case .tenant(let tenant): run.client == tenant.name && run.detail.admission == nil
      case .admitted(let admission): run.detail.admission == admission.token
      }
    guard isOwn else {
      throw .notFound(product.title, Finding(ResultRules.otherClient, "it is of \(run.client)"))
    }
  }

  private func unknown(_ handle: String) -> APIRefusal {
    guard let run = runs.find(handle), run.detail.authorization == handle else {
      return .notFound("VideoID", Finding(ResultRules.identifierUnknown, String(handle.prefix(60))))
    }
    return .notFound("VideoID", Finding(ResultRules.authorizationAsIdentifier, transaction: run.identifier))
  }

  /// `videoid.idtypes`: the document types, for everybody (§1.2 #24).
  func idTypes(_ call: Call) -> Outcome {
    if call.request.method == .options { return .answer(preflight) }
    let response = prepared.answer("idtypes", version: 0) {
      var response = Response.json(.ok, JSON.array(DocumentType.all.map(\.json)).bytes())
      VideoID.crossOrigin.allow(&response)
      return response
    }
    return .answer(runs.unowned(response, at: VideoIDEndpoint.idTypes))
  }
}
