import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Demo
@testable import TestWorlds

@Suite struct `A demonstration that makes mistakes` {
  private let matrix: DemoMatrix
  private var emulator: TestEmulator { matrix.emulator }

  init() throws { matrix = try DemoMatrix() }

  @Test func `begins a login at once, with what somebody else has armed`() throws {
    let browser = DemoBrowser(emulator)
    #expect(browser.send(.get, "/demo/mitid/me").status == 401)
    let page = browser.open(.get, "/demo/mitid/login")
    #expect(browser.place.hasPrefix("/demo/mitid/visits/"))
    #expect(page.status == 200)
    #expect(page.response?.headers.values("Set-Cookie").contains { $0.hasPrefix("eidolon_session=") } == true)
    let me = browser.send(.get, "/demo/mitid/me")
    #expect(me.status == 200)
    #expect(me.text == "Anna Peeters\n")
    // A login is of one flow and of one browser.
    #expect(browser.send(.get, "/demo/bankid/me").status == 401)
    let other = DemoBrowser(emulator)
    _ = browser.open(.get, "/demo/mitid/login")
    #expect(other.open(.get, browser.place).status == 200)
    #expect(other.send(.get, "/demo/mitid/me").status == 401)
    // A story that is queued elsewhere applies.
    _ = emulator.control(.post, "queue", ["scenario": "criipto/judge/id-token-wrong-nonce"])
    let refused = DemoBrowser(emulator)
    #expect(refused.open(.get, "/demo/mitid/login").status == 403)
    #expect(refused.send(.get, "/demo/mitid/me").status == 401)
  }

  @Test func `lets the person in whom the check would have refused`() throws {
    _ = emulator.control(.post, "queue", ["scenario": "criipto/judge/id-token-wrong-nonce"])
    let browser = DemoBrowser(emulator)
    let page = browser.open(.get, "/demo/mitid/login?without=aud,nonce").text
    #expect(page.contains("data-state=\"welcomed\""))
    #expect(page.contains("This relying party does not check the nonce."))
    #expect(page.contains("left out; there was"))
    #expect(browser.send(.get, "/demo/mitid/me").status == 200)
  }

  @Test func `says loudly what it does wrong`() throws {
    let page = emulator.get("/demo/itsme?without=nonce").text
    #expect(page.contains("<strong>This relying party does not check the nonce.</strong>"))
    #expect(page.contains("name=\"without\" value=\"nonce\""))
    #expect(!emulator.get("/demo/itsme").text.contains("<strong>This relying party"))
    // The presenter's form takes it along.
    let browser = DemoBrowser(emulator)
    let visit = browser.open(
      .post, "/demo/itsme",
      form: ["do": "start", "story": "itsme/judge/id-token-wrong-nonce", "without": "nonce"])
    #expect(visit.text.contains("data-state=\"welcomed\""))
  }

  @Test(arguments: [
    "/demo/itsme?without=nonce,nonse", "/demo/itsme/login?without=nonse", "/demo/bioid/login?without=nonse",
  ])
  func `knows its switches by name`(address: String) {
    let answer = emulator.get(address)
    #expect(answer.status == 400)
    #expect(answer.text.hasPrefix("There is no switch nonse here. These are:\n"))
    #expect(
      answer.text.contains("  fail-open: ")
        || answer.text.contains("  nonce: This relying party does not check the nonce."))
    #expect(emulator.sandbox.queue.entries.isEmpty)
  }

  @Test func `has each switch once, and each does something`() {
    for flow in DemoFlow.all {
      let names = flow.party.switches.map(\.name)
      #expect(Set(names).count == names.count, "\(flow.slug)")
    }
    let all = Set(DemoFlow.all.flatMap(\.party.switches).map { "\($0.name) \($0.title)" })
    #expect(all.count >= 60)
  }
}
