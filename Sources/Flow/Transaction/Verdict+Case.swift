extension Verdict {
  /// What a campaign makes of it.
  ///
  /// A call that stayed away, or came once more, shows that the login did not go as the story has it, and accuses nobody: who
  /// let whom in does, and so does what the case forbids.
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
