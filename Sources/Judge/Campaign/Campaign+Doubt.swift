// What a refusal proves only while the relying party lets somebody in.

extension Campaign {
  /// Withdraws the results since the last accepted login, because a login with nothing wrong was not accepted now.
  ///
  /// - Parameter isRefusal: false if it is not known what became of that login, so that nothing is held against anybody.
  mutating func doubt(_ words: String, isRefusal: Bool) {
    guard let unchecked, let first = results[unchecked...].first else { return }
    let reason =
      isRefusal
      ? "a login with nothing wrong was refused after it: \(words)"
      : "what became of a login with nothing wrong after it is not known: \(words)"
    let advice =
      isRefusal
      ? "the relying party lets nobody in since \(first.name); \(order.asker.resume)"
      : "nothing shows whether the relying party still lets somebody in after \(first.name); \(order.asker.resume)"
    if isRefusal, results.count == unchecked + 1 {
      if first.word == .pass { results[unchecked].word = .warn }
      results[unchecked].reason += "; \(reason)"
    } else {
      for index in results.indices[unchecked...] where results[index].word != .notRun {
        (results[index].word, results[index].reason) = (.inconclusive, reason)
      }
      takenBack = advice
    }
    note(left: advice)
  }
}
