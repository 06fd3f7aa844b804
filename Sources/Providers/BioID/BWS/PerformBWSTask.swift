import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `GET verify`, `enroll`, `identify` and `livenessdetection`: performs the token's task with all its samples (§1.4).
  func perform(_ task: BWSTask, _ call: OwnedCall<BWSOperation>) -> Outcome {
    do throws(BWSRefusal) {
      let transaction = try presented(call)
      // The vendor's clients give up reading after 60 s.
      let patience = call.now + transaction.detail.switches[.task]
      return proceed(
        try TaskRequest(task, call.request), transaction, at: call.now, since: call.now,
        until: min(patience, transaction.detail.expires))
    } catch { return refuse(error, on: call.transaction) }
  }

  private struct TaskRequest: Sendable {
    let task: BWSTask
    /// Can switch live detection on, but not off (§1.4).
    let wantsLiveDetection: Bool
    let maxResults: Int

    init(_ task: BWSTask, _ request: Request) throws(BWSRefusal) {
      self.task = task
      let query = try request.webAPIQuery
      wantsLiveDetection = try BWSTokenRequest.flag("livedetection", query) ?? false
      // The vendor's page writes maxResults, its command line maxresults.
      guard let text = query["maxresults"] ?? query["maxResults"] else {
        maxResults = 20
        return
      }
      guard let number = Int(text), number > 0 else {
        throw BWSRefusal(
          .badRequest, BWSTaskRules.maxResults, "\"\(text)\"", "The parameter maxresults is invalid")
      }
      maxResults = number
    }
  }

  private enum Performed: Sendable {
    case done(BWSResult, Finding?)
    case refused(BWSRefusal)
    /// `nil` if it is unknown when the person acts.
    case pending(until: Instant?)
  }

  /// Performs the task, or holds the answer until the person's next step, but no longer than `patience`.
  private func proceed(
    _ request: TaskRequest, _ transaction: Transaction<BWSOperation>, at now: Instant, since begun: Instant,
    until patience: Instant
  ) -> Outcome {
    let identifier = transaction.identifier
    switch operations.update(identifier, { perform(request, &$0, at: now, since: begun, until: patience) }) {
    case .done(let result, let finding):
      return accept(
        BioID.answer(result, of: request.task), on: transaction, finding.map { [$0] } ?? [],
        remarks: ["\(request.task.rawValue): \(result.outcome.term.meaning)"])
    case .refused(let refusal): return refuse(refusal, on: transaction)
    case .pending(let step):
      return .wait(transaction: identifier, until: step.map { min($0, patience) } ?? patience) {
        [self] call in proceed(request, transaction, at: call.now, since: begun, until: patience)
      }
    case nil:
      return refuse(unknown(transaction.detail.token, transaction.detail.switches), on: nil)
    }
  }

  private func perform(
    _ request: TaskRequest, _ transaction: inout Transaction<BWSOperation>, at now: Instant,
    since begun: Instant, until patience: Instant
  ) -> Performed {
    let now = transaction.attemptMoment(from: begun, to: min(now, patience))
    do throws(BWSRefusal) {
      try check(transaction, at: now)
      try permit(request.task, transaction.detail)
    } catch { return .refused(error) }
    let samples = transaction.detail.samples
    let isLive = transaction.detail.request.hasLiveDetection || request.wantsLiveDetection
    let flaw = BWSSampleFlaw.of(samples, of: transaction.detail, isLive: isLive)
    let attempt = transaction.nextAttempt(at: now)
    if flaw?.error == nil, case .pending(let step) = attempt, now < patience { return .pending(until: step) }
    transaction.detail.samples = []
    if let flaw, let error = flaw.error {
      return .done(conclude(.failure(error), &transaction), flaw.finding)
    }
    if case .pending = attempt {
      return .done(conclude(.failure(.executionOfJobTimedOut), &transaction), flaw?.finding)
    }
    transaction.detail.attempts += 1
    let result = outcome(of: attempt, samples, maxResults: request.maxResults, in: transaction)
    return .done(conclude(result, &transaction), flaw?.finding)
  }

  /// The token must be for this task, and have tries and samples left (§3).
  private func permit(_ task: BWSTask, _ operation: BWSOperation) throws(BWSRefusal) {
    let wanted = operation.request.task
    guard wanted == task else {
      throw BWSRefusal(
        403, BWSTaskRules.taskMismatch, "\(task.rawValue) with a token for \(wanted.rawValue)",
        "The token is not for this task")
    }
    guard operation.tries < operation.request.maxTries else {
      let others = task == .livenessDetection ? "" : ", and nothing for \(task.rawValue)"
      throw BWSRefusal(
        403, BWSTaskRules.triesUsedUp,
        "\(operation.request.maxTries); the vendor documents 403 for livenessdetection\(others)",
        "No tries are left")
    }
    if operation.result?.isSuccess == true, operation.switches[.taskAfterSuccess].word == "refuse" {
      throw BWSRefusal(403, BWSTaskRules.afterSuccess, "", "The token was used")
    }
    guard !operation.samples.isEmpty else {
      let isRetry = operation.tries > 0
      throw BWSRefusal(
        .badRequest, isRetry ? BWSTaskRules.samplesConsumed : BWSTaskRules.samplesMissing, "",
        "No samples have been uploaded")
    }
  }

  /// `Error` is left out on success: the Android app reads null as an unknown error (§1.4).
  static func answer(_ result: BWSResult, of task: BWSTask) -> Response {
    var body: JSONObject = ["Success": .bool(result.isSuccess)]
    body["Error"] = result.error.map { .string($0.rawValue) }
    if task == .identify, result.isSuccess {
      body["Matches"] = .array(
        result.matches.map { match in
          [
            "Score": .decimal(match.score), "Storage": .string(match.bcid.storage),
            "Partition": .integer(match.bcid.partition), "ClassID": .integer(match.bcid.classIdentifier),
          ]
        })
    }
    return .json(.ok, JSON.object(body).bytes())
  }
}
