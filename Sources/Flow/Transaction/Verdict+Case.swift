extension Verdict {
  /// The result in a campaign.
  ///
  /// A missing or surplus call shows only that the login did not follow the story, so it is inconclusive. Unmet is a
  /// wrong decision about whom to let in, or something that the case forbids.
  package var resultOfCase: Result {
    guard result == .unmet, let right, judged(right) != .unmet,
      !broken.contains(where: { $0.member == .never || $0.member == .avoid })
    else { return result }
    return .inconclusive
  }

  /// The case that decides what this one leaves open; `nil` if none does.
  package var decidingCase: String? {
    guard result == .inconclusive, seen?.kind == .accepted, case .possible(_, let other)? = safeguard else {
      return nil
    }
    return other
  }
}
