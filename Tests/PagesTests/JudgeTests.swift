import EidolonTesting
import HTTP
import Judge
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The judge's page` {
  @Test func `says before a campaign what it does to others, as the command does`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    for (base, isRoot) in [("", true), ("/~t1", false)] {
      let home = TestEmulator.address + base
      let told = Asker.page.warning(at: home, judging: nil, ofOneClient: false)
      #expect(told.contains("in a sandbox of its own: ") == isRoot)
      let page = emulator.get("\(base)/judge").text
      #expect(page.contains(HTML(escaping: told).text))
      #expect(page.contains(HTML(escaping: Asker.clockStaysAhead(at: home)).text))
    }
  }
}
