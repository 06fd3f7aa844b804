import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The list of exchanges` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  private func rows(_ query: String = "") -> [Substring] {
    Array(emulator.get("/traffic\(query)").text.split(separator: "data-testid=\"exchange\"").dropFirst())
  }

  @Test func `has each one, with or without a login`() throws {
    #expect(emulator.get("/traffic").text.contains("data-testid=\"no-traffic\""))
    _ = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    _ = emulator.startLogin(["state": ""])
    _ = emulator.get("/itsme/oidc/nowhere")
    let rows = rows()
    #expect(rows[0].contains("/itsme/oidc/nowhere") && rows[0].contains("badge warning\"><bdi>404</bdi>"))
    #expect(rows[1].contains("/itsme/oidc/authorize") && rows[1].contains("href=\"/transactions/"))
    #expect(rows[1].contains("badge warning\"><bdi>itsme.state-missing</bdi>"))
    #expect(rows[2].contains("discovery") && !rows[2].contains("href=\"/transactions/"))
  }

  @Test(arguments: [
    ("?endpoint=discovery", 1), ("?status=3xx", 1), ("?status=4xx", 0), ("?q=well-known", 1), ("?q=302", 1),
    ("?findings=warning", 1), ("?findings=none", 1), ("?direction=outgoing", 0), ("?client=EIDOLON_TEST", 1),
  ])
  func `is narrowed by the address`(_ query: String, _ count: Int) {
    _ = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    _ = emulator.startLogin(["state": ""])
    #expect(rows(query).count == count)
  }

  @Test func `has pages of a hundred below 100 kB`() {
    for _ in 0..<130 { _ = emulator.startLogin(["client_id": "nobody", "state": "", "nonce": ""]) }
    #expect(rows().count == 100)
    #expect(emulator.get("/traffic").text.utf8.count < 100_000)
    #expect(rows("?before=31").count == 30)
  }

  @Test func `shows one by itself, with its findings and the way to its neighbours`() throws {
    _ = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    _ = emulator.startLogin(["state": ""])
    let text = emulator.get("/traffic/2").text
    #expect(text.contains("itsme.state-missing") && text.contains("data-testid=\"exchange\" open"))
    #expect(text.contains("badge warning\"><bdi>itsme.state-missing</bdi>"))
    #expect(text.contains("href=\"/traffic/1\">The one before") && !text.contains("The next one"))
    #expect(
      text.contains("journal?after=1&amp;limit=1&amp;format=har")
        || text.contains("journal?after=1&limit=1&format=har"))
    #expect(emulator.get("/traffic/99").status == 404)
    #expect(emulator.get("/traffic/x").status == 404)
  }

  @Test func `shows nothing that was sent as markup`() {
    let hostile = "<script>alert(1)</script>'\"\u{202e}"
    _ = emulator.post("/itsme/oidc/token", ["code": hostile], headers: ["X-Hostile": hostile])
    _ = emulator.get("/itsme/oidc/authorize?client_id=%3Cscript%3Ealert(1)%3C/script%3E")
    for path in ["/traffic", "/traffic/1", "/traffic/2", "/traffic?q=%3Cscript%3Ealert(1)"] {
      #expect(!emulator.get(path).text.contains("<script>alert"))
    }
  }

  @Test func `gives a command that sends the request again`() {
    let request = Request(
      .post, "/itsme/oidc/token",
      headers: ["Host": "x", "Content-Type": "application/x-www-form-urlencoded", "X-Quote": "it's"],
      body: Array("a='$(id)'".utf8))
    let exchange = RecordedExchange(
      request: request, response: Response(.ok), at: "http://localhost:8080/itsme", below: "/itsme")
    #expect(
      CurlCommand(exchange: exchange).text == """
        curl -i -X POST \\
          'http://localhost:8080/itsme/oidc/token' \\
          -H 'Content-Type: application/x-www-form-urlencoded' \\
          -H 'X-Quote: it'\\''s' \\
          --data-binary 'a='\\''$(id)'\\'''
        """)
  }
}
