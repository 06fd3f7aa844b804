import HTTP
import Testing

/// Whether the connection may carry another request after this one.
private func keepsAlive(_ wire: String) -> Bool? {
  guard case .request(_, let keepAlive) = events(wire).last else { return nil }
  return keepAlive
}

@Suite struct `A connection` {
  @Test(arguments: [
    ("", true), ("Connection: keep-alive\r\n", true), ("Connection: close\r\n", false),
    ("Connection: CLOSE\r\n", false), ("Connection: x, close\r\n", false),
    ("Connection: x ,\tclose , y\r\n", false),
    ("Connection: x\r\nConnection: close\r\n", false), ("Connection: keep-alive, close\r\n", false),
    ("Connection: closed\r\n", true), ("Connection: \"close\"\r\n", true), ("Connection:\r\n", true),
  ]) func `of HTTP/1.1 stays open unless close is said (RFC 9112 §9.3)`(lines: String, expected: Bool) {
    #expect(keepsAlive(get(lines)) == expected)
  }

  @Test(arguments: [
    ("", false), ("Connection: keep-alive\r\n", true), ("Connection: Keep-Alive, x\r\n", true),
    ("Connection: close\r\n", false), ("Connection: keep-alive, close\r\n", false),
  ]) func `of HTTP/1.0 closes unless keep-alive is said (RFC 9112 §9.3)`(lines: String, expected: Bool) {
    #expect(keepsAlive("GET / HTTP/1.0\r\n\(lines)\r\n") == expected)
  }

  @Test func `drops what comes behind its last request (RFC 9112 §9.6)`() {
    #expect(events(get("Connection: close\r\n") + get("")).count == 1)
    #expect(events(post("Connection: close\r\nContent-Length: 1\r\n", "x") + "garbage").count == 1)
  }

  @Test func `counts a later minor version as 1.1 (RFC 9110 §2.5)`() {
    #expect(parsed("GET / HTTP/1.9\r\nHost: a\r\n\r\n")?.version == .http11)
    #expect(parsed("GET / HTTP/1.0\r\n\r\n")?.version == .http10)
  }

  @Test(arguments: ["HTTP/0.9", "HTTP/2.0", "HTTP/3.0", "HTTP/9.9"])
  func `refuses other major versions with 505 (RFC 9110 §15.6.6)`(version: String) {
    #expect(status("GET / \(version)\r\n") == 505)
  }

  @Test func `refuses the preface of HTTP/2 with 505 (RFC 9113 §3.4)`() {
    #expect(status("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n") == 505)
  }

  @Test(arguments: [
    "GET / http/1.1", "GET / HTTP/1", "GET / HTTP/11", "GET / HTTP/1.10", "GET / HTTP/01.1", "GET / HTTP 1.1",
    "GET / HTTPS/1.1", "GET / HTTP/1.1 ", "GET /", "GET", "", "GET / ",
  ]) func `refuses a malformed version or none with 400 (RFC 9112 §2.3)`(line: String) {
    #expect(line.isEmpty ? status("\r\n") == 0 : status("\(line)\r\n") == 400)
  }

  @Test func `says that a TLS handshake came to the plain port`() {
    #expect(reason("\u{16}\u{3}\u{1}")?.contains("TLS") == true)
  }

  @Test func `is idle between requests and in a head until its empty line`() {
    var parser = RequestParser()
    func feed(_ text: String) { _ = parser.next(Array(text.utf8).span) }
    #expect(parser.isIdle && !parser.isInHead)
    feed("\r\n")
    #expect(parser.isIdle && !parser.isInHead)
    feed("P")
    #expect(!parser.isIdle && parser.isInHead)
    feed("OST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r")
    #expect(!parser.isIdle && parser.isInHead)
    feed("\n")
    #expect(!parser.isIdle && !parser.isInHead)
    feed("x")
    #expect(!parser.isIdle && !parser.isInHead)
    feed("y")
    #expect(parser.isIdle && !parser.isInHead)
  }
}

@Suite struct `An expectation` {
  @Test func `of 100-continue is told before the content is awaited (RFC 9110 §10.1.1)`() {
    let events = events(post("Content-Length: 2\r\nExpect: 100-Continue\r\n", "xy"))
    #expect(events.count == 2)
    #expect(events.first == .expectContinue)
  }

  @Test func `is not told where no content follows`() {
    #expect(events(get("Expect: 100-continue\r\n")).count == 1)
    #expect(events(post("Expect: 100-continue\r\nContent-Length: 0\r\n", "")).count == 1)
  }

  @Test func `is not told when the content is too large: 413 comes instead`() {
    let events = events(post("Content-Length: 1048577\r\nExpect: 100-continue\r\n", ""))
    #expect(events.count == 1)
    #expect(status(post("Content-Length: 1048577\r\nExpect: 100-continue\r\n", "")) == 413)
  }

  @Test func `of anything else is refused with 417`() {
    #expect(status(get("Expect: 200-ok\r\n")) == 417)
    #expect(status(get("Expect: 100-continue, x\r\n")) == 417)
  }

  @Test func `in HTTP/1.0 is ignored`() {
    let wire = "POST / HTTP/1.0\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\nx"
    #expect(parsed(wire)?.body == [UInt8(ascii: "x")])
  }
}
