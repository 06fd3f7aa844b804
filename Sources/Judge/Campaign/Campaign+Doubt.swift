// What a refusal proves only while the relying party lets somebody in.

extension Campaign {
  /// Withdraws the results since the last accepted login, because a login with nothing wrong has now been refused.
  mutating func doubt(_ words: String) {
    guard let unchecked, let first = results[unchecked...].first else { return }
    let reason = "a login with nothing wrong was refused after it: \(words)"
    let advice = "the relying party lets nobody in since \(first.name); \(order.asker.resume)"
    if results.count == unchecked + 1 {
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
