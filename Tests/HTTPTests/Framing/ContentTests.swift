import HTTP
import Testing

@Suite struct `Content` {
  @Test func `is absent without framing fields (RFC 9112 §6.3)`() {
    #expect(events("POST / HTTP/1.1\r\nHost: a\r\n\r\n" + get("")).count == 2)
  }

  @Test func `has as many bytes as its length says, whatever they are`() {
    let content = "\r\n\r\nGET / HTTP/1.1\r\n\u{0}"
    let wire = post("Content-Length: \(content.utf8.count)\r\n", content)
    #expect(parsed(wire)?.body == Array(content.utf8))
  }

  @Test func `of GET is read too (RFC 9110 §9.3.1)`() {
    #expect(parsed("GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx")?.body == [0x78])
  }

  @Test func `may have zeros before its length`() {
    #expect(parsed(post("Content-Length: 0000000000000000000000005\r\n", "hello"))?.body.count == 5)
  }

  /// The example of RFC 9112 §7.1.3's decoding: two chunks become one content.
  @Test func `comes out of its chunks joined`() {
    let wire = chunked("7\r\nMozilla\r\n11\r\nDeveloper Network\r\n0\r\n\r\n")
    #expect(parsed(wire)?.body == Array("MozillaDeveloper Network".utf8))
  }

  @Test func `in chunks may have sizes in both cases, zeros, extensions and white space before them`() {
    let wire = chunked("00A;x\r\n0123456789\r\n0b \t;a=\"b c;d\"; e\r\n0123456789a\r\n000\r\n\r\n")
    #expect(parsed(wire)?.body.count == 21)
  }

  @Test func `of no chunks is empty`() {
    #expect(parsed(chunked("0\r\n\r\n"))?.body == [])
  }

  @Test func `loses its trailer (RFC 9112 §7.1.2)`() throws {
    let request = try #require(parsed(chunked("1\r\nx\r\n0\r\nHost: evil\r\nX-Sum: 1\r\n\r\n")))
    #expect(request.headers["X-Sum"] == nil)
    #expect(request.headers["Host"] == "a")
    #expect(request.body == [0x78])
  }
}
