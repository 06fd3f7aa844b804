import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  /// `videoid/{id}` and its sisters: the result of a run (§1.2).
  func result(of product: Product, _ call: OwnedCall<Run>, by reader: KnownCaller) -> Outcome {
    read(product, call, by: reader) { run in
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
  func file(_ call: OwnedCall<Run>, by reader: KnownCaller) -> Outcome {
    read(.videoid, call, by: reader) { run throws(APIRefusal) in
      guard case .completed = run.phase(at: call.now) else {
        throw .notFound("Video", Finding(ResultRules.readEarly, "there is no video yet"))
      }
      return Answer(Response(.ok, headers: ["Content-Type": "video/webm"], body: Recording.bytes))
    }
  }

  private func read(
    _ product: Product, _ call: OwnedCall<Run>, by reader: KnownCaller,
    _ answer: (Transaction<Run>) throws(APIRefusal) -> Answer
  ) -> Outcome {
    do throws(APIRefusal) {
      guard let run = call.transaction else { throw unknown(call.handle, to: reader.caller) }
      // Each product has ids of its own (§5).
      guard run.detail.product == product else {
        throw .notFound(
          product.title, Finding(ResultRules.otherProduct, "it is of \(run.detail.product.rawValue)"))
      }
      var answer = try answer(run)
      answer.findings = reader.findings + answer.findings
      answer.deliveries = settle(run.identifier, at: call.now)
      runs.note(answer.findings, on: run.identifier)
      return .answer(readable(answer))
    } catch {
      let findings = reader.findings + error.findings
      if let run = call.transaction { runs.note(findings, on: run.identifier) } else { noteOwned(findings) }
      let switches = call.transaction?.detail.switches ?? reader.caller.switches()
      let response = error.response(switches, isResult: true)
      return .answer(readable(Answer(response, client: reader.caller.name, findings: findings)))
    }
  }

  /// Knows the caller before the run is looked up: a call counts on the caller's own runs only, and no call of an
  /// unknown one counts.
  static func reader(_ videoID: VideoID) -> (Call) -> CallReading<KnownCaller, Run> {
    { call in
      do throws(APIRefusal) {
        let (caller, findings) = try videoID.caller(call, isReading: true)
        let identifier = call.parameters["id"]
        return .accepted(
          KnownCaller(caller: caller, findings: findings), handle: identifier,
          isMeant: { $0.identifier == identifier && caller.owns($0) })
      } catch {
        videoID.noteOwned(error.findings)
        let response = error.response(videoID.standardSwitches, isResult: true)
        return .refused(videoID.readable(Answer(response, findings: error.findings)))
      }
    }
  }

  /// Another client's run is not found: each has ids of its own (§5).
  private func unknown(_ handle: String, to caller: Caller) -> APIRefusal {
    guard let run = runs.find(handle) else {
      return .notFound("VideoID", Finding(ResultRules.identifierUnknown, String(handle.prefix(60))))
    }
    if run.identifier == handle {
      return .notFound(run.detail.product.title, Finding(ResultRules.otherClient, "it is of \(run.client)"))
    }
    let owned = caller.owns(run) ? run.identifier : nil
    return .notFound("VideoID", Finding(ResultRules.authorizationAsIdentifier, transaction: owned))
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
