import EidolonTesting
import HTTP
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The phone's page` {
  @Test func `has an app for each eID, of its providers`() {
    let all = [
      "itsme", "itsme-v2", "criipto", "bioid", "reuseid", "videoid", "veridium",
    ].map { (slug: $0, title: $0) }
    let apps = PhoneApp.all(of: all)
    #expect(apps.map(\.name) == ["bankid", "mitid", "itsme", "bioid", "mobileid", "veridium", "videoid"])
    #expect(PhoneApp.all(of: [("itsme", "itsme")]).map(\.name) == ["itsme"])
    // A provider that nobody foresaw has an app all the same.
    let further = PhoneApp.all(of: [("fictional-bank", "Fictional Bank")])
    #expect(further.map(\.title) == ["Fictional Bank"] && further.map(\.letters) == ["Fic"])
  }

  @Test func `is a handset, with the emulator's settings in a drawer outside of the glass`() throws {
    let page = try TestEmulator.withItsme().get("/phone").text
    let glass = try #require(page.firstRange(of: "class=\"glass\"")?.lowerBound)
    let drawer = try #require(page.firstRange(of: "data-testid=\"drawer\"")?.lowerBound)
    #expect(glass < drawer)
    for mark in ["phone-clock", "phone-apps", "app-itsme", "notifications", "requests", "no-requests"] {
      #expect(page[glass..<drawer].contains("data-testid=\"\(mark)\""), "\(mark)")
    }
    for mark in ["phone-person", "interactive", "link", "installed-itsme"] {
      #expect(page[drawer...].contains("data-testid=\"\(mark)\""), "\(mark)")
    }
    #expect(page.utf8.count < 12_000 && !page.contains(" style="))
  }

  @Test func `does not say what waits before its script has asked`() throws {
    #expect(try TestEmulator.withItsme().get("/phone").text.contains("data-testid=\"no-requests\"></p>"))
  }
}
