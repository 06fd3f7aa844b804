import Flow
import Foundation
import ProviderKit
import Registry
import Testing

@Suite struct `The registry` {
  @Test func `names each provider once, as an address and a folder can carry it`() {
    let slugs = registry.map { $0.slug }
    #expect(Set(slugs).count == slugs.count)
    for slug in slugs {
      #expect(fits(slug, /[a-z][a-z0-9-]*/), "\(slug)")
    }
  }

  @Test(arguments: registry.map { $0.slug })
  func `declares each rule once and in full:`(_ slug: String) throws {
    let provider = try #require(registry.first { $0.slug == slug })
    let identifiers = Dictionary(grouping: provider.rules, by: \.identifier)
    for (identifier, rules) in identifiers {
      // Two lists may hold the same declaration, as token and request object share the client's keys.
      #expect(Set(rules.map(\.message)).count == 1, "\(identifier) is declared twice")
      #expect(fits(identifier, /[a-z]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)/), "\(identifier)")
      #expect(identifier.hasPrefix("\(slug)."), "\(identifier)")
    }
    for rule in provider.rules {
      for text in [rule.message, rule.fix, rule.documentation.title, rule.documentation.section] {
        #expect(!text.isEmpty && !text.hasSuffix("."), "\(rule.identifier): \(text)")
      }
    }
  }

  @Test(arguments: registry.map { $0.slug })
  func `says by which answers each token comes, and takes signals from endpoints that it has:`(
    _ slug: String
  ) throws {
    let words = try #require(registry.first { $0.slug == slug }).vocabulary
    let endpoints = Set(words.endpoints.map(\.term.name))
    let signals = words.signals
    #expect(signals.refusing.isSubset(of: endpoints), "\(slug)")
    let tokens = Set(words.tokens.map(\.term.name))
    #expect(Set(signals.carriers.keys).isSuperset(of: tokens), "\(slug)")
    for token in tokens { #expect(signals.carriers[token]?.isEmpty == false, "\(slug): \(token)") }
  }

  @Test(arguments: registry.map { $0.slug })
  func `explains every word of its scenarios:`(_ slug: String) throws {
    let words = try #require(registry.first { $0.slug == slug }).vocabulary
    #expect(words.provider == slug)
    let defects = words.tokens.flatMap(\.defects)
    let lists: [[Term]] = [
      words.verbs.map(\.term), words.endpoints.map(\.term), words.tokens.map(\.term), defects,
      words.quirks.map(\.term), words.presets.map(\.term), words.lifetimes.map(\.term), words.outcomes,
      words.facts,
    ]
    for term in lists.flatMap({ $0 }) {
      #expect(fits(term.name, /[a-z0-9_.-]+/), "\(slug): \(term.name)")
      #expect(!term.meaning.isEmpty && !term.meaning.contains("\n"), "\(slug): \(term.name)")
    }
    for list in lists where list != defects {
      #expect(Set(list.map(\.name)).count == list.count, "\(slug): \(list.map(\.name))")
    }
    let deciding = words.verbs.filter(\.isFinal)
    #expect(!deciding.isEmpty, "\(slug): a person must be able to decide")
  }

  @Test(arguments: registry.map { $0.slug })
  func `ships at least one story, each with an expectation:`(_ slug: String) throws {
    let folder = SourceTree.root.appending(path: "scenarios/\(slug)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".json")
    }
    #expect(!names.isEmpty)
    for name in names {
      let data = try Data(contentsOf: folder.appending(path: name))
      let story = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
      #expect(story["provider"] as? String == slug, "\(name)")
      #expect(story["title"] is String && story["expect"] is [String: Any], "\(name)")
      #expect(story["when"] == nil, "\(name) must not change a plain login")
    }
  }

  private func fits(_ text: String, _ pattern: Regex<some Any>) -> Bool {
    text.wholeMatch(of: pattern) != nil
  }
}
