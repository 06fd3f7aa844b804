import Flow
import HTTP
import JSON
import ProviderKit

extension VideoID {
  /// `sdk.start`: starts the simulated SDK and answers with its first event: a phase, `completed` or `failed`.
  ///
  /// Without `phases` it answers with the end of the run, and holds the response until then.
  func startSDK(_ call: OwnedCall<Run>) -> Outcome {
    let start: SDKStart
    do throws(APIRefusal) {
      start = try SDKStart(call.request)
    } catch {
      return .answer(readable(Answer(error.response(standardSwitches), findings: error.findings)))
    }
    guard let run = call.transaction else {
      return .answer(refused(.init(.invalidAuthorization), start.findings + [stranger(start.authorization)]))
    }
    // The SDK's environment was the URL of videoid.request instead of the base URL (§4.2).
    if call.request.target.path.contains("videoid.request/") {
      let finding = Finding(CaptureRules.environmentIsRequest)
      runs.note([finding], on: run.identifier)
      return .answer(refused(.init(.invalidEnvironment), start.findings + [finding], of: run))
    }
    let begun = begin(start, on: run, at: call.now)
    let findings = start.findings + begun.findings
    runs.note(findings, on: run.identifier)
    if let failure = begun.failure {
      var answer = refused(failure, findings, of: run)
      answer.deliveries = settle(run.identifier, at: call.now)
      return .answer(answer)
    }
    return proceed(
      run.identifier, at: call.now, isHidden: run.isAnswerHidden(at: VideoIDEndpoint.sdkStart.rawValue),
      findings: findings)
  }

  /// The outcome of starting the SDK.
  struct BegunStart: Sendable {
    var failure: SDKFailure?
    var findings: [Finding] = []
  }

  /// Starts the SDK of a run atomically, so that no second start can intervene (§4.11).
  func begin(_ start: SDKStart, on run: Transaction<Run>, at now: Instant) -> BegunStart {
    let admission = run.detail.admission.flatMap { admissions.admission($0) }
    let begun = runs.update(run.identifier) { run -> BegunStart in
      var begun = BegunStart()
      switch run.phase(at: now) {
      case .expired:
        return BegunStart(
          failure: .init(.authorizationExpired), findings: [Finding(CaptureRules.authorizationExpired)])
      case .offering, .capturing:
        return BegunStart(failure: .init(.inProgress), findings: [Finding(CaptureRules.startedTwice)])
      case .completed where run.detail.switches[.authorizationReuse].word == "once":
        // An app that the scenario kept from knowing cannot know better.
        return BegunStart(
          failure: .init(.authorizationUsed),
          findings: run.isCompletionHidden ? [] : [Finding(CaptureRules.authorizationUsed)])
      case .failed where now >= run.detail.authorizedUntil:
        return BegunStart(
          failure: .init(.authorizationExpired), findings: [Finding(CaptureRules.authorizationExpired)])
      case .requested, .completed, .failed: break
      }
      if let product = start.product, product != run.detail.product {
        begun.findings.append(
          Finding(CaptureRules.otherProduct, "\(product.rawValue) for \(run.detail.product.rawValue)"))
        begun.failure = .init(.invalidAuthorization)
        return begun
      }
      if let process = start.process, process != run.detail.request.process.rawValue {
        begun.findings.append(
          Finding(CaptureRules.otherProcess, "\(process) for \(run.detail.request.process.rawValue)"))
        begun.failure = .init(.invalidAuthorization)
        return begun
      }
      var document: DocumentType?
      if run.detail.product.hasDocument {
        let resolution = start.documents.resolve(for: run.person)
        begun.findings += resolution.findings
        document = resolution.document
        begun.findings += admission.map { start.documents.findings(passingOn: $0.order.documentChoice) } ?? []
      }
      var refusal: SDKFailure?
      if run.detail.product.hasDocument, document == nil { refusal = .init(.documentNotSupported) }
      if run.detail.request.process == .attended, run.detail.switches[.attendedService].word == "closed" {
        refusal = .init(.attendedClosed)
      }
      run.begin(
        Run.Start(
          at: now, document: document, minimum: start.minimum,
          continued: start.offersPhases ? [:] : nil, refusal: refusal),
        script: script(run.decision, admission?.conduct))
      begun.failure = refusal
      return begun
    }
    if let started = runs.find(run.identifier), begun?.failure == nil { admissions.noteStart(started) }
    watch(run.identifier)
    sandbox.waiters.touch(run.identifier)
    return begun ?? BegunStart(failure: .init(.invalidAuthorization))
  }

  /// True if no human decides what the person does.
  func isActedByItself(_ run: Transaction<Run>) -> Bool {
    let conduct = run.detail.admission.flatMap { admissions.admission($0) }?.conduct
    return script(run.decision, conduct) != .manual
  }

  /// What the person does: the run's own story, otherwise the order, otherwise showing everything that is needed.
  private func script(_ decision: Decision, _ conduct: IdentityVerifications.Conduct?) -> PhoneScript {
    guard decision.scenario?.phone == nil, let conduct else {
      return runs.script(decision, standard: .steps([PhoneStep(VideoIDVerb.complete.rawValue)]))
    }
    return .steps([PhoneStep(conduct.verb.rawValue)])
  }

  /// The finding for an authorization that no run has: a bearer token in its place, or an unknown one (§4.1).
  private func stranger(_ text: String) -> Finding {
    let isToken = tenants.tenant(withToken: text, in: sandbox) != nil
    return isToken || admissions.knows(text) || VideoID.isUUID(text)
      ? Finding(CaptureRules.bearerAsAuthorization) : Finding(CaptureRules.authorizationUnknown)
  }

  /// A failure of the SDK, not an error of the API, so 200 (§5).
  func refused(
    _ failure: SDKFailure, _ findings: [Finding], of run: Transaction<Run>? = nil
  ) -> Answer {
    let change = run?.decision.scenario?.tokens["sdk_error"]
    return readable(
      Answer(
        SDKEvent.failed(failure, change).response, findings: findings,
        remarks: ["the SDK did not start: \(failure.code.rawValue)"]))
  }
}

extension IdentityVerifications.Conduct {
  fileprivate var verb: VideoIDVerb {
    switch self {
    case .completes: .complete
    case .fails: .fail
    case .leaves: .cancel
    }
  }
}

extension Transaction where Detail == Run {
  /// A new attempt begins: the request reaches the person now.
  fileprivate mutating func begin(_ start: Run.Start, script: PhoneScript) {
    detail.start = start
    (detail.toldEvents, detail.isEndingTold) = (0, false)
    timeline = Timeline(script, reachingPhoneAt: start.at, waitingFor: detail.switches[.session])
    ends = timeline.deadline + detail.switches[.result]
  }
}
