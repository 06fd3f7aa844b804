import DefaultScenarios
import Flow
import Foundation
import JSON
import ProviderKit
import Registry
import Testing

/// The folder `scenarios/` with the words of the real providers.
@Suite struct `The shipped library` {
  static let schemas = registry.map { $0.schema }
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../scenarios")
    .standardizedFileURL
  static let layer = ScenarioLayer(
    name: "scenarios", files: DefaultScenarios.files.map { .init(path: $0.path, bytes: $0.bytes) })
  static let now = Instant(seconds: 1_773_144_000)

  @Test func `loads without a problem`() throws {
    do {
      let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
      #expect(library.world.people.count >= 10)
      let ofOne = Self.layer.files.count { !$0.path.hasPrefix("judge/") } - 1
      let shared = try Self.layer.files.filter { $0.path.hasPrefix("judge/") }.map {
        try JSON(parsing: $0.bytes)["providers"]?.array?.count ?? 0
      }
      #expect(library.scenarios.count == ofOne + shared.reduce(0, +))
    } catch let failure as LoadFailure {
      Issue.record("\(failure.text)")
    }
  }

  @Test func `has no story that a plain login gets`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    #expect(library.scenarios.values.filter { $0.conditions != nil }.map(\.name) == [])
  }

  @Test func `says what is right wherever a signed token has a defect`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    let forged = library.scenarios.values.filter { story in
      ["id_token", "identity_token"].contains { story.tokens[$0]?.defect != nil }
    }
    #expect(forged.count >= 30)
    for story in forged { #expect(story.expectation?.right != nil, "\(story.name)") }
  }

  @Test func `leaves it to clients whether they try again, poll on, or read twice`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    for story in library.scenarios.values {
      let expectation = try #require(story.expectation)
      #expect(Set(expectation.order).count == expectation.order.count, "\(story.name)")
      #expect(expectation.count.values.allSatisfy { $0 <= 1 }, "\(story.name)")
      // A server of VeridiumID may poll for a session or wait for it.
      for call in expectation.order where call.endpoints.contains("session_status") {
        #expect(call.endpoints.contains("session_status_async"), "\(story.name)")
      }
    }
  }

  @Test func `wants more than silence where a login must not go on`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    // Their calls alone show what a client made of them.
    let shown: Set = ["bioid/isenrolled-500", "reuseid/plain-authentication"]
    for story in library.scenarios.values where story.expectation?.never.isEmpty == false {
      #expect(story.expectation?.right != nil || shown.contains(story.name), "\(story.name)")
    }
    for story in library.scenarios.values where story.phone == .steps([]) {
      #expect(story.expectation?.right == .mustRefuse, "\(story.name)")
    }
  }

  @Test func `says how to mend each client that takes a forged token`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    for story in library.scenarios.values where story.expectation?.right == .mustRefuse {
      guard story.tokens.values.contains(where: { $0.defect != nil }), story.expectation?.fix == "" else {
        continue
      }
      let words = try #require(Self.schemas.map(\.vocabulary).first { $0.provider == story.provider })
      // What is wrong with a BWS token is for the service to find.
      #expect(story.advice(in: words) != nil || story.tokens["bws_token"] != nil, "\(story.name)")
    }
  }

  @Test func `has cases that say why they matter and how to mend a client, each once a provider`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    #expect(library.warnings == [])
    let cases = Self.schemas.flatMap { library.cases(of: $0.vocabulary.provider) }
    #expect(Set(cases.map(\.caseName)).count >= 110)
    for story in cases {
      let judge = try #require(story.judge)
      let words = try #require(Self.schemas.map(\.vocabulary).first { $0.provider == story.provider })
      #expect(
        judge.attack.hasSuffix(".") && judge.suite.allSatisfy(Self.isKnown), "\(story.name)")
      let remedy = story.remedy(in: words)
      #expect(!remedy.fix.isEmpty && !remedy.fix.hasSuffix(".") && !remedy.clause.isEmpty, "\(story.name)")
    }
  }

  /// A module of the OpenID Foundation's plans, or a test of PrOfESSOS.
  private static func isKnown(_ suite: String) -> Bool {
    [
      "oidcc-client-test", "fapi2-security-profile-id2-client-test", "CSRF ", "ID Spoofing ",
      "Key Confusion ", "Replay Attack ", "Session Overwriting ", "Signature Manipulation ", "TRC ",
      "Token Substitution - ",
    ].contains(where: suite.hasPrefix)
      || ["IdP Confusion", "Issuer Confusion", "Malicious Endpoint Attack"].contains(suite)
  }

  @Test func `has stories with a title and an expectation`() throws {
    let library = try LibraryLoader(Self.schemas).load([Self.layer], now: Self.now)
    for story in library.scenarios.values {
      #expect(story.title != story.name, "\(story.name)")
      #expect(story.expectation != nil, "\(story.name)")
    }
  }

  @Test(arguments: SchemaDocument.files(schemas).map(\.name))
  func `has schemas as the providers' words make them`(name: String) throws {
    let made = try #require(SchemaDocument.files(Self.schemas).first { $0.name == name })
    let file = Self.folder.appending(path: "schema/\(name)")
    // The texts themselves would fill the screen.
    let isCurrent = try String(contentsOf: file, encoding: .utf8) == made.text
    #expect(
      isCurrent,
      "write it again: eidolon catalog --schema \(name.prefix { $0 != "." }) > scenarios/schema/\(name)")
  }
}
