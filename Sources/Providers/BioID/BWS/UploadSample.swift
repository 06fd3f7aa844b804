import Flow
import HTTP
import JSON
import ProviderKit

extension BioID {
  /// `POST upload`: takes a sample for the next operation (§1.3).
  func upload(_ call: OwnedCall<BWSOperation>) -> Outcome {
    do throws(BWSRefusal) {
      let transaction = try presented(call)
      try check(transaction, at: call.now)
      let operation = transaction.detail
      let data = try BWSDataURL(call.request.body, isChecked: operation.switches[.samples].word == "checked")
      let sample = try sample(call.request, data, operation)
      let verdict = operations.update(transaction.identifier) { take(sample, data, &$0, at: call.now) }
      guard let verdict else { throw unknown(operation.token, operation.switches) }
      return accept(verdict.response, on: transaction, verdict.finding.map { [$0] } ?? [])
    } catch { return refuse(error, on: call.transaction) }
  }

  private enum Verdict: Sendable {
    case accepted([BWSSampleWarning])
    case refused(BWSSampleError, Finding?)

    var finding: Finding? {
      if case .refused(_, let finding) = self { finding } else { nil }
    }

    /// `Warnings` is always present: the vendor's page fails without it (§1.3).
    var response: Response {
      let body: JSON =
        switch self {
        case .accepted(let warnings):
          ["Accepted": true, "Warnings": .array(warnings.map { .string($0.rawValue) })]
        case .refused(let error, _): ["Accepted": false, "Error": .string(error.rawValue)]
        }
      return .json(.ok, body.bytes())
    }
  }

  private func take(
    _ sample: BWSSample, _ data: BWSDataURL, _ transaction: inout Transaction<BWSOperation>, at now: Instant
  ) -> Verdict {
    // Voice needs audio, the other traits need images.
    let isExpected = data.isAudio == (sample.traits == .voice)
    guard isExpected else {
      return .refused(
        .sampleNotOfExpectedType, Finding(BWSSampleRules.traitMismatch, data.mediaType))
    }
    var warnings: [BWSSampleWarning] = []
    switch transaction.nextSampleStep(at: now) {
    case (.badSample, let reason)?:
      return .refused(reason.flatMap { BWSSampleError(rawValue: $0) } ?? .noFaceFound, nil)
    case (_, let reason)?:
      warnings = [reason.flatMap { BWSSampleWarning(rawValue: $0) } ?? .imageTooSmall]
    case nil: break
    }
    if transaction.detail.samples.count < BWSOperation.sampleLimit {
      transaction.detail.samples.append(sample)
    }
    return .accepted(warnings)
  }

  /// Reads `tag`, `index` and `trait` from the query (§1.3).
  private func sample(
    _ request: Request, _ data: BWSDataURL, _ operation: BWSOperation
  ) throws(BWSRefusal) -> BWSSample {
    let query = try request.webAPIQuery
    var sample = BWSSample(traits: data.isAudio ? .voice : operation.request.traits.subtracting(.voice))
    if sample.traits.isEmpty { sample.traits = .face }
    if !data.isAudio, operation.request.traits == .voice { sample.traits = .voice }
    if let text = query["trait"] {
      guard let traits = BWSTraits(text) else {
        throw BWSRefusal(.badRequest, BWSSampleRules.traitUnknown, "\"\(text)\"", "The trait is invalid")
      }
      sample.traits = traits
    }
    if let text = query["index"] {
      guard let index = Int(text), index >= 0 else {
        throw BWSRefusal(.badRequest, BWSSampleRules.indexMalformed, "\"\(text)\"", "The index is invalid")
      }
      sample.index = index
    }
    // The movement ends in the last of several directions.
    for word in (query["tag"] ?? "").split(whereSeparator: { $0 == "," || $0 == " " }) {
      guard word.lowercased() != "any" else { continue }
      guard let direction = HeadMovement(rawValue: word.lowercased()) else {
        throw BWSRefusal(.badRequest, BWSSampleRules.tagUnknown, "\"\(word)\"", "The tag is invalid")
      }
      sample.direction = direction
    }
    return sample
  }
}
