package import JSON

/// What the loader, the catalog and the JSON Schemas need to know of one provider.
package struct ProviderSchema: Sendable {
  package let vocabulary: Vocabulary
  /// The rules that `expect.findings` may name; if empty, it is not checked.
  package var rules: [Rule] { makeRules() }
  /// For one client entry in `world.json`.
  package var clientSchema: JSON { makeClientSchema() }
  /// Reads one client entry, noting every problem in the reader; `nil` if it cannot be used.
  ///
  /// The loader itself allows `note` in the entry and reports unknown members.
  package let readClient: @Sendable (_ identifier: String, _ reader: ObjectReader) -> (any Client)?

  // Made only for stories, editors and the catalog, not at every start.
  private let makeClientSchema: @Sendable () -> JSON
  private let makeRules: @Sendable () -> [Rule]

  package init(
    vocabulary: Vocabulary, clientSchema: @escaping @autoclosure @Sendable () -> JSON,
    rules: @escaping @autoclosure @Sendable () -> [Rule] = [],
    readClient: @escaping @Sendable (_ identifier: String, _ reader: ObjectReader) -> (any Client)?
  ) {
    (self.vocabulary, self.readClient) = (vocabulary, readClient)
    (makeClientSchema, makeRules) = (clientSchema, rules)
  }
}

/// The names of a vocabulary's words, collected once instead of for every story.
///
/// A class, because every reader of a story holds one.
final class Words: Sendable {
  let provider: String
  let verbs: [Verb]
  let verbNames: [String]
  let endpoints: [String]
  let tokens: [TokenTerm]
  let tokenNames: [String]
  let lifetimes: [String]
  let facts: [String]
  let vocabulary: Vocabulary
  private let schema: ProviderSchema
  /// The provider's own names of endpoints, by the names in shared stories.
  private let ownNames: [String: String]

  /// - Parameter isShared: true for the words of stories that several providers share.
  init(_ schema: ProviderSchema, isShared: Bool = false) {
    self.schema = schema
    vocabulary = schema.vocabulary
    provider = vocabulary.provider
    verbs = vocabulary.verbs
    verbNames = verbs.map(\.term.name)
    ownNames = isShared ? vocabulary.sharedEndpoints : [:]
    let sharedNames = Dictionary(ownNames.map { ($0.value, $0.key) }, uniquingKeysWith: { $1 })
    endpoints = [String](
      vocabulary.endpoints.lazy.map(\.term.name).compactMap { [ownNames] name in
        // A name that means another endpoint in these stories cannot be used for this one.
        sharedNames[name] ?? (ownNames[name] == nil ? name : nil)
      })
    tokens = vocabulary.tokens
    tokenNames = tokens.map(\.term.name)
    lifetimes = vocabulary.lifetimes.map(\.term.name)
    facts = vocabulary.facts.map(\.name)
  }

  /// Collected when a story names one.
  var rules: [String] { schema.rules.map(\.identifier) }

  /// True if stories use other names for endpoints than the provider.
  var isRenaming: Bool { !ownNames.isEmpty }

  func own(_ endpoint: String) -> String { ownNames[endpoint] ?? endpoint }
}
