import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization

@testable import Demo
@testable import TestWorlds

/// Logs in at the demonstration's relying party under a case, with or without a mistake, each time in a sandbox of its own.
final class DemoMatrix: Sendable {
  let emulator: TestEmulator
  private let stories = Mutex<[String: [Case]]>([:])

  init() throws {
    emulator = try .asShipped()
  }

  struct Case: Sendable {
    let scenario: Scenario
    let right: Right
    var name: String { scenario.name }
  }

  enum Seen: String { case accepted, refused, underway }

  struct Run: CustomStringConvertible {
    let right: Right
    let seen: Seen
    /// True if the answer with the case's defect was sent.
    let isDelivered: Bool
    /// False if it did what the story has it avoid.
    let isWise: Bool
    /// What the page said in the end.
    let text: String
    let findings: [String]

    /// Nothing that was wrong was accepted, nothing that was right was refused.
    var isRight: Bool {
      guard isDelivered else { return true }
      guard isWise else { return false }
      return switch right {
      case .mustRefuse, .shouldRefuse: seen != .accepted
      case .mustAccept: seen == .accepted
      case .either: true
      }
    }

    var description: String { "\(seen) \(text)" }
  }

  /// Stories in which the person takes longer than the one of these tests.
  private static let slow = ["authorization-expires", "session-expired", "verification-never-comes"]

  /// The flow in which each kind of relying party is proved.
  static let flows: [DemoFlow] = [
    .mitID, .mitIDAgain, .mitIDEncrypted, .bankIDPage, .itsme, .itsmeV2, .bioIDWeb, .videoID, .videoIDTold,
    .stepUp, .veridium, .veridiumApp,
  ]

  /// The cases that a flow can meet, those that are right either way left out.
  func cases(of flow: DemoFlow) -> [Case] {
    if let known = stories.withLock({ $0[flow.slug] }) { return known }
    let library = emulator.sandbox.library
    let found: [Case] = library.names(of: flow.provider).filter(flow.shows).compactMap { name in
      guard let scenario = library.scenarios[name],
        let right = scenario.expectation?.right ?? scenario.judge?.right,
        right != .either || scenario.isAboutManners, !Self.slow.contains(scenario.caseName)
      else { return nil }
      return Case(scenario: scenario, right: right)
    }
    stories.withLock { $0[flow.slug] = found }
    return found
  }

  func run(_ flow: DemoFlow, _ story: Case, without mistake: DemoSwitch?) -> Run {
    let made = emulator.control(.post, "sandboxes", [:]).json["name"]?.string ?? ""
    defer { _ = emulator.control(.delete, "sandboxes/\(made)") }
    let home = "/~\(made)"
    let query = mistake.map { "?without=\($0.name)" } ?? ""
    let browser = DemoBrowser(emulator)
    if story.needsEarlierLogin {
      _ = logIn(flow, DemoBrowser(emulator), "\(home)/demo/\(flow.slug)/login\(query)")
    }
    switch story.scenario.judge?.before {
    case .inAnotherBrowser?:
      stopAtCallback(DemoBrowser(emulator), "\(home)/demo/\(flow.slug)/login\(query)")
    case .atAnotherProvider?:
      let second = flow.provider == "criipto" ? DemoFlow.itsme : .mitID
      stopAtCallback(browser, "\(home)/demo/\(second.slug)/login\(query)")
    case .threeLogins?:
      for _ in 0..<3 { _ = logIn(flow, DemoBrowser(emulator), "\(home)/demo/\(flow.slug)/login\(query)") }
    case nil: break
    }
    _ = emulator.control(.post, "queue", ["scenario": .string(story.name)], in: made)
    browser.wayBack = story.scenario.judge?.wayBack
    let text = logIn(flow, browser, "\(home)/demo/\(flow.slug)/login\(query)")
    let me = browser.send(.get, "\(home)/demo/\(flow.slug)/me").status
    let findings = emulator.control(.get, "findings", in: made).json["findings"]?.array ?? []
    _ = emulator.control(.post, "settle", [:], in: made)
    let transactions = emulator.control(.get, "transactions", in: made).json["transactions"]?.array ?? []
    let judged = transactions.last { $0["decision"]?["scenario"]?.string == story.name }
    let result = judged?["verdict"]?["result"]?.string
    let isDelivered = judged == nil ? story.isAboutDiscovery : result != "not_run"
    return Run(
      right: story.right,
      seen: me == 200 ? .accepted : text.contains("data-state=\"underway\"") ? .underway : .refused,
      isDelivered: isDelivered,
      isWise: !story.scenario.isAboutManners || result != "unmet" && result != "warn",
      text: "\(browser.place.prefix(60)) \(outcome(text))", findings: Self.rules(findings))
  }

  /// The rules that a login breaks where everything goes well.
  func findingsOfPlainLogin(_ flow: DemoFlow) -> [String] {
    let made = emulator.control(.post, "sandboxes", [:]).json["name"]?.string ?? ""
    defer { _ = emulator.control(.delete, "sandboxes/\(made)") }
    // Where nothing is said, some providers wait for a person.
    let approval = flow.slug == DemoFlow.bankIDPage.slug ? "bankid-approve-at-once" : "approve"
    _ = emulator.control(.post, "queue", ["scenario": .string("\(flow.provider)/\(approval)")], in: made)
    let browser = DemoBrowser(emulator)
    let page = logIn(flow, browser, "/~\(made)/demo/\(flow.slug)/login")
    guard page.contains("data-state=\"welcomed\"") else { return ["nobody was let in: \(outcome(page))"] }
    return Self.rules(emulator.control(.get, "findings", in: made).json["findings"]?.array ?? [])
  }

  /// Errors and warnings that no story expects.
  private static func rules(_ findings: [JSON]) -> [String] {
    findings.filter { ["error", "warning"].contains($0["severity"]?.string) && $0["expected"] != true }
      .compactMap { $0["rule"]?.string }
  }

  private func outcome(_ page: String) -> String {
    guard let mark = page.firstRange(of: "data-testid=\"outcome\"")?.upperBound else {
      return String(page.prefix(200))
    }
    return String(page[mark...].drop { $0 != ">" }.dropFirst().prefix { $0 != "<" })
  }

  /// Goes through a login as a browser and a person do, and returns the last page.
  private func logIn(_ flow: DemoFlow, _ browser: DemoBrowser, _ address: String) -> String {
    goOn(from: browser.open(.get, address), browser)
  }

  /// Goes on from the answer that began a login.
  func goOn(from first: TestAnswer, _ browser: DemoBrowser) -> String {
    var answer = first
    var page = answer.text
    for _ in 0..<24 {
      // Nobody comes back from an error page.
      if answer.status >= 400 { break }
      if page.contains("data-state=\"welcomed\"") || page.contains("data-state=\"refused\"") { break }
      if page.contains("data-testid=\"confirm\"") {
        answer = browser.open(.post, browser.place, form: ["do": "confirm", "pin": "2580"])
      } else if page.contains("data-testid=\"read\"") {
        let back = browser.place
        if let capture = attribute("href", before: "data-testid=\"capture\"", page)
          ?? attribute("href", before: "data-testid=\"open-app\"", page)
        {
          page = browser.open(.get, capture).text
          if page.contains("data-testid=\"start\""), browser.place.contains("/capture?") {
            _ = browser.open(
              .post, capture,
              form: ["authorization": attribute("name=\"authorization\" value", in: page), "do": "start"])
          }
        }
        emulator.advance(by: .seconds(6))
        answer = browser.open(.post, back, form: ["do": "read"])
      } else {
        emulator.advance(by: .seconds(8))
        answer = browser.open(.get, browser.refresh(page) ?? browser.place)
      }
      page = answer.text
    }
    return page
  }

  private func attribute(_ name: String, in page: String) -> String {
    page.firstRange(of: "\(name)=\"").map { String(page[$0.upperBound...].prefix { $0 != "\"" }) } ?? ""
  }

  private func attribute(_ name: String, before mark: String, _ page: String) -> String? {
    guard let end = page.firstRange(of: mark)?.lowerBound,
      let start = page[..<end].ranges(of: "\(name)=\"").last?.upperBound
    else { return nil }
    return String(page[start...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
  }

  /// Follows a login until the provider has sent the browser back, and goes no further.
  private func stopAtCallback(_ browser: DemoBrowser, _ address: String) {
    var next: String? = address
    for _ in 0..<12 {
      guard let url = next, !url.contains("/callback?") else { return }
      let answer = browser.send(.get, url)
      next = answer.header("Location")
    }
  }
}

extension Scenario {
  /// True if it looks at what the client does of its own accord.
  fileprivate var isAboutManners: Bool { expectation?.avoided.isEmpty == false }
}

extension DemoMatrix.Case {
  /// True if a careful client ends the login before the provider hears of it.
  fileprivate var isAboutDiscovery: Bool { scenario.faults.contains { $0.endpoint == "discovery" } }

  /// True if it plays with what an earlier login of the client has left.
  fileprivate var needsEarlierLogin: Bool {
    ["earlier", "used-before", "replayed"].contains { scenario.caseName.contains($0) }
  }
}
