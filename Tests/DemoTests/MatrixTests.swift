import EidolonTesting
import Flow
import Foundation
import Testing

@testable import Demo
@testable import TestWorlds

/// Cases and switches prove each other: the right relying party gets every case right, and one with a mistake gets exactly
/// those wrong that the mistake is declared to fail.
///
/// CI runs a sample; `EIDOLON_MATRIX=20 swift test --filter MatrixTests` runs everything twenty times.
@Suite struct `The matrix of cases and switches` {
  /// Each test's own: logins of one that runs beside it would move its clock and take its messages.
  private let matrix: DemoMatrix

  init() throws { matrix = try DemoMatrix() }

  private static let repeats = ProcessInfo.processInfo.environment["EIDOLON_MATRIX"].flatMap { Int($0) }
  private static var slugs: [String] { DemoMatrix.flows.map(\.slug) }

  /// Cases that the demonstration cannot meet, and why.
  private static let unproved: [String: String] = [
    "callback-in-other-browser": "somebody has to open the callback on the phone",
    "id-token-wrong-c-hash": "needs the response type code id_token",
    "id-token-jku-in-header": "the demonstration calls nobody else; JudgeCaseTests proves it",
    "id-token-x5c-in-header": "the demonstration reads no certificates; JudgeCaseTests proves it",
    "id-token-x5u-in-header": "the demonstration calls nobody else; JudgeCaseTests proves it",
    "ciba-poll": "the demonstration has no login without a browser",
    "id-token-wrong-dir-key": "needs a client with a secret at itsme's second version",
  ]

  @Test(
    arguments: repeats == nil
      ? [
        "mitid", "mitid-again", "mitid-encrypted", "bankid-page", "bioid", "videoid", "videoid-told",
        "reuseid", "veridium", "veridium-app",
      ] : slugs)
  func `the right relying party gets every case right and breaks no rule`(slug: String) throws {
    let flow = try #require(DemoFlow.named(slug))
    for round in 1...(Self.repeats ?? 1) {
      for story in matrix.cases(of: flow) where Self.unproved[story.scenario.caseName] == nil {
        let run = matrix.run(flow, story, without: nil)
        #expect(run.isRight, "\(story.name), round \(round): \(story.right), and \(run)")
        let broken = run.findings.filter {
          story.scenario.expectation?.expects($0) != true
            // What it is made to send to another provider means nothing there.
            && (story.scenario.judge?.before != .atAnotherProvider || $0.hasPrefix("\(flow.provider)."))
        }
        #expect(story.scenario.judge == nil || broken == [], "\(story.name) makes it break a rule")
      }
    }
  }

  @Test(arguments: slugs) func `the right relying party breaks no rule where everything goes well`(
    slug: String
  ) throws {
    #expect(matrix.findingsOfPlainLogin(try #require(DemoFlow.named(slug))) == [])
  }

  @Test(arguments: slugs) func `one mistake fails exactly its cases`(slug: String) throws {
    let flow = try #require(DemoFlow.named(slug))
    let cases = matrix.cases(of: flow).filter { Self.unproved[$0.scenario.caseName] == nil }
    for (number, mistake) in flow.party.switches.enumerated() {
      let chosen = cases.enumerated().filter { index, story in
        if Self.repeats != nil { return true }
        let isDeclared = mistake.fails.contains(story.scenario.caseName)
        // The sample moves on with every switch; what is proved at one provider is left out at the next.
        return isDeclared
          ? isProved(mistake, by: story, in: flow)
          : flow.slug == "mitid" && index % cases.count == number % cases.count
      }.map(\.element)
      for _ in 1...(Self.repeats ?? 1) {
        for story in chosen {
          let run = matrix.run(flow, story, without: mistake)
          let isWrong = mistake.fails.contains(story.scenario.caseName) && run.isDelivered
          #expect(
            run.isRight != isWrong,
            "\(story.name) without \(mistake.name): \(story.right), \(isWrong ? "to be got wrong" : "to be got right"), \(run)"
          )
          // What never reaches the relying party proves nothing.
          let isToProve =
            mistake.fails.contains(story.scenario.caseName) && isProved(mistake, by: story, in: flow)
          #expect(
            run.isDelivered || !isToProve, "\(story.name) without \(mistake.name) was never sent: \(run)")
        }
      }
    }
  }

  @Test func `every case is proved by a switch`() throws {
    var open: Set<String> = []
    for flow in DemoMatrix.flows {
      let proved = flow.party.switches.reduce(into: Set<String>()) { $0.formUnion($1.fails) }
      let cases = matrix.cases(of: flow).filter { $0.scenario.judge != nil }.map(\.scenario.caseName)
      open.formUnion(cases.filter { !proved.contains($0) })
    }
    #expect(open.subtracting(Self.unproved.keys).sorted() == [], "add a switch whose set names them")
  }

  @Test func `every switch has a case`() throws {
    let all = Set(DemoMatrix.flows.flatMap(\.party.switches).map(\.name))
    let used = Set(
      DemoMatrix.flows.flatMap { flow in
        let names = Set(matrix.cases(of: flow).map(\.scenario.caseName))
        return flow.party.switches.filter { !$0.fails.isDisjoint(with: names) }.map(\.name)
      })
    #expect(all.subtracting(used).sorted() == [])
  }

  /// In CI each case shows a mistake once: at the first provider that has both; two mistakes are made elsewhere in a way
  /// of their own.
  private func isProved(_ mistake: DemoSwitch, by story: DemoMatrix.Case, in flow: DemoFlow) -> Bool {
    let first = DemoMatrix.flows.first { other in
      other.party.switches.contains(mistake)
        && matrix.cases(of: other).contains { $0.scenario.caseName == story.scenario.caseName }
    }
    return first?.slug == flow.slug || [.failOpen, .verifierInFront].contains(mistake)
  }
}
