import EidolonTesting
import HTTP
import JSON
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The page of the report` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  @Test func `stands in the frame, and navigation leads there`() {
    let text = emulator.get("/report").text
    #expect(text.contains("href=\"/report\" data-testid=\"page-report\" aria-current=\"page\""))
    #expect(emulator.get("/phone").text.contains("href=\"/report\" data-testid=\"page-report\">"))
    #expect(text.utf8.count < 100_000)
  }

  @Test func `offers the four files, narrowed as the page is`() throws {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    let text = emulator.get("/report?severity=warning&sandbox=t1").text
    for (form, type) in [("json", "json"), ("html", "html"), ("junit", "xml"), ("sarif", "json")] {
      let address = "/_eidolon/report?format=\(form)&severity=warning&sandbox=t1"
      let escaped = address.split(separator: "&").joined(separator: "&amp;")
      #expect(text.contains("href=\"\(escaped)\" data-testid=\"as-\(form)\""))
      let file = emulator.get(address)
      #expect(file.status == 200 && file.header("Content-Type")?.contains(type) == true, "\(form)")
    }
    #expect(
      text.contains("<option value=\"warning\" selected>") && text.contains("<option value=\"t1\" selected>"))
  }

  @Test func `stays in its sandbox`() {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    let text = emulator.get("/~t1/report").text
    #expect(text.contains("data-source=\"/~t1/_eidolon/report?format=html\" data-sandbox=\"t1\""))
    #expect(!text.contains("data-testid=\"filter-sandbox\""))
  }

  @Test func `finds in the report of which login and sandbox each finding is, until the sandbox ends`() throws
  {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    _ = emulator.get("/~t1/itsme/oidc/authorize?client_id=EIDOLON_TEST&redirect_uri=javascript:alert(1)")
    _ = emulator.startLogin(["acr_values": "nonsense", "nonce": "n"])
    let identifier = try #require(
      emulator.control(.get, "transactions").json["transactions"]?[0]?["id"]?.string)
    let text = emulator.control(.get, "report?format=html").text
    #expect(text.contains("<li data-sandbox=\"\" data-login=\"\(identifier)\">"))
    #expect(text.contains("<li data-sandbox=\"t1\">"))
    #expect(!text.contains("href=\"/") && !text.contains("<script"))
    #expect(emulator.control(.delete, "sandboxes/t1").status == 204)
    #expect(!emulator.control(.get, "report?format=html").text.contains("data-sandbox=\"t1\""))
  }
}
