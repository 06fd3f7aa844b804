import Flow
import JSON
import ProviderKit

extension Transaction where Detail == Run {
  /// How the attempt ended for the provider that ordered it; `nil` while it runs or its review is to come.
  ///
  /// A run is completed whatever was found out; the identity is proven only if every check has passed, the face is as like
  /// the portrait as was asked for, and no review rejected it (contract signicat-hub §4.4).
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

  /// What speaks against the identity in the result of a completed run: the checks that failed, and a face too unlike.
  func rejections(at now: Instant) -> [String] {
    let found = RunResult(run: self, now: now).found
    var reasons: [String] = []
    for (name, check) in found["securityChecks"]?.object ?? [:] where check["passed"]?.bool == false {
      reasons.append(name)
    }
    if detail.product.hasFace, Similarity(of: decision.scenario) < detail.minimumSimilarity {
      reasons.append("similarityLevel")
    }
    return reasons
  }
}
