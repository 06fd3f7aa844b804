extension Scenario {
  /// What a client does about the defects of its tokens; `nil` if the vocabulary does not say.
  package func advice(in vocabulary: Vocabulary) -> Advice? {
    vocabulary.tokens.lazy.compactMap { token in
      let defect = tokens[token.term.name]?.defect
      return token.defects.first { $0.name == defect }?.advice
    }.first
  }
}
