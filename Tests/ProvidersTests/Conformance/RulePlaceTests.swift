import EidolonTesting
@testable import TestWorlds
import Flow
import Foundation
import HTTP
import JSON
import ProviderKit
import Testing

import Registry

@Suite struct `Every rule of every provider` {
  @Test(arguments: providers.map { $0.slug }) func `names endpoints of its provider where it is checked`(
    slug: String
  ) throws {
    let provider = try #require(providers.first { $0.slug == slug })
    let endpoints = Set(provider.vocabulary.endpoints.map(\.term.name))
    for rule in provider.rules {
      #expect(!rule.checkedAt.isEmpty, "\(rule.identifier)")
      #expect(endpoints.isSuperset(of: rule.checkedAt), "\(rule.identifier): \(rule.checkedAt)")
    }
  }

  @Test func `is one of as many as a reviewer would want`() {
    for provider in providers {
      let least = ["itsme": 30, "criipto": 25][provider.slug] ?? 10
      #expect(Set(provider.rules).count >= least, "\(provider.slug): \(Set(provider.rules).count)")
    }
  }

  /// Those that nothing a client sends can bring about; each says of itself that it is the emulator's own.
  static let unreachable: Set = ["criipto.token-impossible"]

  /// Of providers that share a target.
  static let folders = ["itsme-v2": "Itsme/Version2"]

  @Test func `is expected by a test of its provider's folder`() throws {
    let folders = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    for provider in registry {
      let name = Self.folders[provider.slug] ?? provider.slug
      let above = folders.appending(path: name).deletingLastPathComponent()
      let files = try FileManager.default.contentsOfDirectory(at: above, includingPropertiesForKeys: nil)
        .filter { $0.lastPathComponent.lowercased() == name.lowercased().split(separator: "/").last ?? "" }
        .flatMap { folder in
          FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
            .compactMap { $0 as? URL } ?? []
        }
        .filter { $0.pathExtension == "swift" }
      #expect(!files.isEmpty, "\(provider.slug) has no folder of tests")
      let tests = try files.map { try String(contentsOf: $0, encoding: .utf8) }.joined()
      for rule in provider.rules where !Self.unreachable.contains(rule.identifier) {
        // Tests of many rules put the provider's prefix before the name.
        let name = rule.identifier.dropFirst(provider.slug.count + 1)
        let isExpected =
          tests.contains("\"\(rule.identifier)\"")
          || tests.contains("\"\(provider.slug).\\(") && tests.contains("\"\(name)\"")
        #expect(isExpected, "\(rule.identifier)")
      }
    }
  }

  /// What each endpoint answers to calls without parameters and with a bad token: whatever breaks a rule there.
  @Test(arguments: providers.map { $0.slug })
  func `is found where it says that it is checked, in header, log, journal and findings alike`(slug: String)
    throws
  {
    let provider = try #require(providers.first { $0.slug == slug })
    let places = Dictionary(provider.rules.map { ($0.identifier, $0.checkedAt) }) { first, _ in first }
    let world =
      #"{"people": {"anna": {"given_name": "Anna"}}, "clients": {"\#(slug)": {"*": {"anything": true}}}}"#
    let emulator = try TestEmulator([provider], files: ["world.json": world])
    var found = 0
    for endpoint in provider.anyEndpoints {
      for (method, headers) in endpoint.methods.flatMap({ [($0, [:] as Headers), ($0, Self.badToken)] }) {
        let path = endpoint.path.split(separator: "/", omittingEmptySubsequences: false)
          .map { $0.hasPrefix("{") ? "something" : String($0) }.joined(separator: "/")
        let last = emulator.sandbox.findings.occurrences().last?.number ?? 0
        let entry = emulator.sandbox.journal.count
        let answer = emulator.send(Request(method, "/\(slug)\(path)", headers: headers))
        guard !answer.isHeld else { continue }
        let occurrences = emulator.sandbox.findings.occurrences(after: last)
        for occurrence in occurrences {
          let rule = occurrence.finding.rule.identifier
          #expect(places[rule]?.contains(occurrence.endpoint) == true, "\(rule) at \(occurrence.endpoint)")
          #expect(answer.findings.contains(rule), "\(rule) is not in Eidolon-Finding")
          #expect(
            emulator.log.events.contains { $0.fields.contains { $0.name == "rule" && $0.value == rule } })
        }
        #expect(Set(occurrences.map(\.finding.rule.identifier)) == Set(answer.findings))
        let recorded = emulator.sandbox.journal.entries(after: entry).flatMap(\.findings)
        #expect(Set(recorded) == Set(answer.findings), "\(method) \(path)")
        found += occurrences.count
      }
    }
    #expect(found > 5, "the calls must break rules for this to say anything")
  }

  private static let badToken: Headers = ["Authorization": "Bearer nobody-has-this"]
}
