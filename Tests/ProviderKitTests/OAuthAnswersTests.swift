import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@Suite struct `Origins that a client registered` {
  @Test(
    arguments: [
      ("https://App.example/cb?x", "https://app.example"), ("http://localhost:9000", "http://localhost:9000"),
      ("exampleapp://callback", nil), ("https:///x", nil),
    ] as [(String, String?)]) func `are scheme, host and port of its callbacks:`(url: String, origin: String?)
  {
    #expect(CrossOrigin.origin(of: url) == origin)
  }

  @Test func `are answered before the request, others get no leave`() {
    let request = Request(
      .options, "/token", headers: ["Access-Control-Request-Headers": "prefer"])
    let leave = CrossOrigin(methods: "GET, POST", exposing: "Trace-Id")
    let yes = leave.preflight(request, from: "https://a.test")
    #expect(yes.status.code == 204 && yes.headers["Access-Control-Allow-Methods"] == "GET, POST")
    #expect(yes.headers["Access-Control-Allow-Headers"] == "prefer" && yes.headers["Vary"] == "Origin")
    #expect(yes.headers["Access-Control-Allow-Origin"] == "https://a.test")
    #expect(yes.headers["Access-Control-Expose-Headers"] == "Trace-Id")
    #expect(yes.headers["Access-Control-Allow-Private-Network"] == nil)
    let no = leave.preflight(request, from: nil)
    #expect(no.headers["Access-Control-Allow-Methods"] == nil)
    #expect(no.headers["Access-Control-Allow-Origin"] == nil && no.headers["Vary"] == "Origin")
  }
}

@Suite struct `A UUID` {
  @Test func `is one of version 4, written in lower case`() {
    let uuid = UUIDText([UInt8](repeating: 0xFF, count: 16))
    #expect(uuid.text == "ffffffff-ffff-4fff-bfff-ffffffffffff")
    #expect(uuid.digits == "ffffffffffff4fffbfffffffffffffff")
    #expect(UUIDText([]).text == "00000000-0000-4000-8000-000000000000")
  }
}
