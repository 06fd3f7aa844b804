import EidolonTesting
import Flow
import ProviderKit
import Testing

@testable import Control
@testable import Judge
@testable import TestWorlds

@Suite struct `The logins of a campaign` {
  private let emulator: TestEmulator
  private let services: JudgeServices

  init() throws {
    emulator = try TestEmulator.withItsme([
      "itsme/forged.json": """
      { "title": "t", "provider": "itsme", "tokens": { "id_token": { "defect": "bad_signature" } },
        "expect": { "right": "must_refuse" } }
      """
    ])
    let providers = emulator.application.providers
    services = JudgeServices(
      sandbox: emulator.sandbox, providers: providers, provider: try #require(providers["itsme"]),
      office: DeliveryOffice(), client: nil)
  }

  /// - Parameter browser: by its number, which logs in; the first is the judge's.
  private func evidence(_ browsers: [Int]) throws -> Evidence {
    var services = services
    guard case .armed(true)? = services.answer(.arm(.named("itsme/forged"))) else {
      throw TestFailure()
    }
    for browser in browsers {
      let answer = emulator.startLogin(["state": "of-browser-\(browser)"])
      guard browser == 1 else { continue }
      let sent = try #require(emulator.sandbox.journal.entries().last?.exchange.request.target)
      let address = try #require(WebAddress("http://localhost:8080\(sent)"))
      _ = services.answer(.fetch(WebRequest(.get, address), atMost: .seconds(1)))
      #expect(answer.status == 302)
    }
    guard case .examined(let evidence)? = services.answer(.examine) else { throw TestFailure() }
    return evidence
  }

  private struct TestFailure: Error {}

  @Test func `are told from those of other browsers by what the judge's own sent`() throws {
    #expect(try evidence([1]).isOwn == true)
    #expect(try evidence([1, 2]).isOwn == true)
    #expect(try evidence([2, 1]).isOwn == false)
    #expect(try evidence([2]).isOwn == nil)
  }

  @Test func `are known to have begun after a snapshot without them was restored`() throws {
    var services = services
    let saved = emulator.control(.get, "snapshot").json["id"] ?? .null
    _ = services.answer(.arm(.named("itsme/forged")))
    let examine = { (services: inout JudgeServices) -> Evidence? in
      guard case .examined(let evidence)? = services.answer(.examine) else { return nil }
      return evidence
    }
    #expect(examine(&services)?.isLost == false)
    _ = emulator.startLogin()
    #expect(examine(&services)?.isLost == false && examine(&services)?.transaction != nil)
    #expect(emulator.control(.put, "snapshot", ["id": saved]).status == 200)
    #expect(examine(&services)?.isLost == true && examine(&services)?.transaction == nil)
  }
}
