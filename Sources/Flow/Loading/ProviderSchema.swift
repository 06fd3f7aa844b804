package import JSON

/// What the loader, the catalog and the JSON Schemas need to know of one provider.
package struct ProviderSchema: Sendable {
  /// The provider's words.
  package let vocabulary: Vocabulary
  /// The rules that a relying party can break, by which `expect.findings` is checked; none given: not checked.
  package let rules: [Rule]
  /// The JSON Schema of one client entry in `world.json`.
  package var clientSchema: JSON { makeClientSchema() }
  /// Reads one client entry, noting every problem in the reader; `nil` when it cannot be used.
  ///
  /// The loader itself allows `note` in the entry and reports the members that were not asked for.
  package let readClient: @Sendable (_ identifier: String, _ reader: ObjectReader) -> (any Client)?

  /// Only editors and the catalog want it, and no start has to wait for it.
  private let makeClientSchema: @Sendable () -> JSON

  /// A provider's words, rules and clients.
  package init(
    vocabulary: Vocabulary, clientSchema: @escaping @autoclosure @Sendable () -> JSON, rules: [Rule] = [],
    readClient: @escaping @Sendable (_ identifier: String, _ reader: ObjectReader) -> (any Client)?
  ) {
    (self.vocabulary, self.rules) = (vocabulary, rules)
    (makeClientSchema, self.readClient) = (clientSchema, readClient)
  }
}

/// The names of a vocabulary's words, looked up once and not for every story.
///
/// One reference: every reader of a story holds them.
final class Words: Sendable {
  let provider: String
  let verbs: [Verb]
  let verbNames: [String]
  let endpoints: [String]
  let tokens: [TokenTerm]
  let tokenNames: [String]
  let lifetimes: [String]
  let facts: [String]
  let rules: [String]
  let vocabulary: Vocabulary

  init(_ schema: ProviderSchema) {
    vocabulary = schema.vocabulary
    provider = vocabulary.provider
    verbs = vocabulary.verbs
    verbNames = verbs.map(\.term.name)
    endpoints = vocabulary.endpoints.map(\.term.name)
    tokens = vocabulary.tokens
    tokenNames = tokens.map(\.term.name)
    lifetimes = vocabulary.lifetimes.map(\.term.name)
    facts = vocabulary.facts.map(\.name)
    rules = schema.rules.map(\.identifier)
  }
}
