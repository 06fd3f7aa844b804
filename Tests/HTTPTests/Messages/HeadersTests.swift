import HTTP
import Testing

@Suite struct `Header fields` {
  private let headers: Headers = ["Host": "a", "X-One": "1", "x-one": "2", "Empty": ""]

  @Test func `are found without case and keep the case they came in (RFC 9110 §5.1)`() {
    #expect(headers["HOST"] == "a")
    #expect(headers["x-ONE"] == "1")
    #expect(headers.values("X-One") == ["1", "2"])
    #expect(headers["Empty"] == "")
    #expect(headers["Missing"] == nil)
    #expect(headers.map { "\($0.name)=\($0.value)" } == ["Host=a", "X-One=1", "x-one=2", "Empty="])
    #expect(headers.count == 4)
  }

  @Test func `give their bytes without a copy`() throws {
    #expect(try Array(#require(headers.bytes("host"))) == Array("a".utf8))
    #expect(headers.bytes("missing") == nil)
  }

  @Test func `are found by long names in any case, and by no other of the same length`() {
    let headers: Headers = ["Access-Control-Allow-Origin": "*", "X-Forwarded-Proto": "https"]
    for name in ["access-control-allow-origin", "ACCESS-CONTROL-ALLOW-ORIGIN", "Access-Control-AlloW-Origin"]
    {
      #expect(headers[name] == "*")
    }
    for name in [
      "Access-Control-Allow-OrigiM", "Bccess-Control-Allow-Origin", "Access-Control\rAllow-Origin",
    ] {
      #expect(headers[name] == nil)
    }
    #expect(headers["x-forwarded-protO"] == "https")
    #expect(headers["x-forwarded-prot_"] == nil)
  }

  @Test func `are counted`() {
    #expect(headers.count(of: "x-one") == 2)
    #expect(headers.count(of: "HOST") == 1)
    #expect(headers.count(of: "missing") == 0)
  }

  @Test func `of a request lose the white space around their values (RFC 9112 §5.1)`() throws {
    let headers = try #require(parsed(get("A:b\r\nC: \t d e \t\r\nF:\r\nG: \t \r\n"))).headers
    #expect(headers["a"] == "b")
    #expect(headers["c"] == "d e")
    #expect(headers["f"] == "")
    #expect(headers["g"] == "")
  }

  @Test func `that are not UTF-8 read with replacement characters`() throws {
    let wire = Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
    guard case .request(let request, _) = events(wire).first else {
      Issue.record("refused")
      return
    }
    #expect(request.headers["X"] == "\u{FFFD}")
    #expect(request.headers.bytes("X") == [0xE9])
  }

  @Test func `can be added, replaced and removed`() {
    var headers = headers
    headers.append("New", "n")
    headers.set("X-ONE", "3")
    headers.remove("host")
    headers.remove("missing")
    #expect(headers.map { "\($0.name)=\($0.value)" } == ["Empty=", "New=n", "X-ONE=3"])
    #expect(self.headers.count == 4)
  }

  @Test func `stay one field whatever is put in (RFC 9110 §5.5)`() {
    var headers = Headers()
    headers.append("Loca\r\ntion: x", "a\r\nSet-Cookie: b=c\u{0}\u{7F}é\t")
    #expect(headers.description == "Loca__tion__x: a  Set-Cookie: b=c  é\t")
    #expect(!Headers.isName("a b") && !Headers.isName("") && Headers.isName("a-b"))
    #expect(!Headers.isValue("a\nb") && Headers.isValue("") && Headers.isValue("é\t "))
  }

  @Test func `are equal with the same names but for case and the same values in order`() {
    #expect(headers == ["host": "a", "x-one": "1", "x-one": "2", "empty": ""])
    #expect(
      headers.hashValue == (["host": "a", "x-one": "1", "x-one": "2", "empty": ""] as Headers).hashValue)
    #expect(headers != ["host": "A", "x-one": "1", "x-one": "2", "empty": ""])
    #expect(headers != ["x-one": "1", "host": "a", "x-one": "2", "empty": ""])
  }
}

@Suite struct `A method` {
  @Test(arguments: [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "get", "M-SEARCH",
  ])
  func `is read from the wire with its case (RFC 9110 §9.1)`(text: String) {
    let method = parsed("\(text) / HTTP/1.1\r\nHost: a\r\n\r\n")?.method
    #expect(method == Method(text))
    #expect(method?.text == text)
  }

  @Test func `that is known is no other one`() {
    #expect(Method("GET") == .get && Method("get") == .other("get") && Method("POSX") != .post)
  }
}
