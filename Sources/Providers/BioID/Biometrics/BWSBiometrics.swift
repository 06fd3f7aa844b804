import Flow
import ProviderKit

// Instead of biometrics, the person's attempt and the enrolled templates decide the result.

extension BioID {
  func outcome(
    of attempt: BWSAttempt, _ samples: [BWSSample], maxResults: Int, in transaction: Transaction<BWSOperation>
  ) -> BWSResult {
    let operation = transaction.detail
    switch attempt {
    case .step(.fail, let reason):
      return .failure(reason.flatMap { BWSTaskError(rawValue: $0) } ?? .liveDetectionFailed)
    case .step(.approve, _), .step(.stay, _):
      return recognized(operation, transaction.person, maxResults: maxResults)
    case .step(.wrongFace, _):
      return impostor(operation)
    case .step, .pending, .none:
      // Nobody is in front of the camera.
      return operation.request.hasLiveDetection ? .failure(.liveDetectionFailed) : .notRecognized
    }
  }

  private func recognized(_ operation: BWSOperation, _ person: Person, maxResults: Int) -> BWSResult {
    switch operation.request.task {
    case .livenessDetection, .enroll: return .success
    case .verify:
      return isEnrolled(operation.request, operation.switches) ? .success : .failure(.noTemplateAvailable)
    case .identify: return identified(person, operation, maxResults: maxResults)
    }
  }

  /// A live person who is not the one enrolled.
  private func impostor(_ operation: BWSOperation) -> BWSResult {
    switch operation.request.task {
    case .livenessDetection, .enroll: return .success
    case .identify: return .notRecognized
    case .verify:
      return isEnrolled(operation.request, operation.switches)
        ? .notRecognized : .failure(.noTemplateAvailable)
    }
  }

  /// Records a result: it uses up a try and replaces the previous result; a successful enrolment is kept (§3).
  func conclude(
    _ result: BWSResult, _ transaction: inout Transaction<BWSOperation>
  ) -> BWSResult {
    transaction.detail.tries += 1
    transaction.detail.result = result
    transaction.detail.isResultRead = false
    let request = transaction.detail.request
    if result.isSuccess, let bcid = request.bcid, request.task == .enroll || request.enrollsAutomatically {
      let known = template(bcid, transaction.detail.switches) ?? []
      templates.set(.enrolled(known.union(request.traits)), for: bcid)
    }
    return result
  }
}
