import Flow
import JSON
import ProviderKit

extension Transaction where Detail == Run {
  /// How the attempt ended, for the ordering provider; `nil` while it runs or waits for its review.
  ///
  /// A run is completed whatever its result; the identity is proven only if every check passed, the face is as similar
  /// to the portrait as requested, and no review rejected it (contract signicat-hub §4.4).
  func ending(at now: Instant) -> IdentityVerifications.Ending? {
    switch phase(at: now) {
    case .completed:
      if let reviewed = reviewed(at: now), now < reviewed { return nil }
      let reasons = rejections(at: now) + (verdict == "Rejected" ? ["review"] : [])
      return reasons.isEmpty
        ? .completed(identifier: identifier) : .rejected(identifier: identifier, reasons: reasons)
    case .failed(let failure, _):
      return failure.outcome == .cancelled
        ? .cancelled(identifier: identifier)
        : .failed(identifier: identifier, reason: failure.code.rawValue)
    case .requested, .expired, .offering, .capturing: return nil
    }
  }

  /// Reasons to reject a completed run: a status that a story changed, the failed checks, and a face that is missing or not
  /// similar enough (contract videoid §1.3).
  func rejections(at now: Instant) -> [String] {
    let found = RunResult(run: self, now: now).found
    var reasons: [String] = []
    if found["status"]?.string != "Completed" { reasons.append("status") }
    for (name, check) in found["securityChecks"]?.object ?? [:] where check["passed"]?.bool == false {
      reasons.append(name)
    }
    if detail.product.hasFace {
      if found["biometrics"]?["face"]?.object == nil { reasons.append("biometrics") }
      if Similarity(of: decision.scenario) < detail.minimumSimilarity { reasons.append("similarityLevel") }
    }
    return reasons
  }
}
