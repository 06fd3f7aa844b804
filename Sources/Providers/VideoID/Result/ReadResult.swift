import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  /// `videoid/{id}` and its sisters: the result of a run (§1.2).
  func result(of product: Product, _ call: OwnedCall<Run>) -> Outcome {
    read(product, call) { run in
      var answer = Answer(.notStored(.ok, RunResult(run: run, now: call.now).json))
      switch run.phase(at: call.now) {
      case .completed:
        runs.update(run.identifier) { $0.detail.isRead = true }
        runs.transactions.complete(run.ordinal)
        answer.remarks = ["\(run.client) read the result"]
      case .failed: break
      case .requested, .offering, .capturing, .expired:
        answer.findings = [Finding(ResultRules.readEarly, "it is \(run.status(at: call.now))")]
      }
      return answer
    }
  }

  /// `videoid.file/{id}`: the recorded video (§1.2 #23).
  func file(_ call: OwnedCall<Run>) -> Outcome {
    read(.videoid, call) { run throws(APIRefusal) in
      guard case .completed = run.phase(at: call.now) else {
        throw .notFound("Video", Finding(ResultRules.readEarly, "there is no video yet"))
      }
      return Answer(Response(.ok, headers: ["Content-Type": "video/webm"], body: Recording.bytes))
    }
  }

  private func read(
    _ product: Product, _ call: OwnedCall<Run>,
    _ answer: (Transaction<Run>) throws(APIRefusal) -> Answer
  ) -> Outcome {
    var findings: [Finding] = []
    var switches = standardSwitches
    do throws(APIRefusal) {
      let caller: Caller
      (caller, findings) = try self.caller(call.call)
      switches = call.transaction?.detail.switches ?? caller.switches()
      guard let run = call.transaction else { throw unknown(call.handle) }
      try check(run, product, caller)
      var answer = try answer(run)
      answer.findings = findings + answer.findings
      answer.deliveries = settle(run.identifier, at: call.now)
      runs.note(answer.findings, on: run.identifier)
      return .answer(readable(answer))
    } catch {
      findings += error.findings
      if let run = call.transaction { runs.note(findings, on: run.identifier) } else { noteOwned(findings) }
      return .answer(readable(Answer(error.response(switches, isResult: true), findings: findings)))
    }
  }

  /// Refuses unknown callers before the run is looked up, so that their calls do not count.
  static func knownCallers(
    _ videoID: VideoID, _ call: Call, _ answer: @Sendable (VideoID, Call) throws(DocumentNeeded) -> Outcome
  ) throws(DocumentNeeded) -> Outcome {
    do throws(APIRefusal) {
      _ = try videoID.caller(call)
    } catch {
      videoID.noteOwned(error.findings)
      let response = error.response(videoID.standardSwitches, isResult: true)
      return .answer(videoID.readable(Answer(response, findings: error.findings)))
    }
    return try answer(videoID, call)
  }

  /// A run of another product or client is not found: each has ids of its own (§5).
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

  /// `videoid.idtypes`: the document types, without authentication (§1.2 #24).
  func idTypes(_ call: Call) -> Outcome {
    let response = prepared.answer("idtypes", version: 0) {
      var response = Response.json(.ok, JSON.array(DocumentType.all.map(\.json)).bytes())
      VideoID.crossOrigin.allow(&response)
      return response
    }
    return .answer(Answer(response))
  }
}
