import HTTP
import Testing

private let date = HTTPDate(unixSeconds: 784_111_777)

/// The answer as text.
private func sent(
  _ response: Response, keepAlive: Bool = true, isHead: Bool = false, version: Version = .http11
) -> String {
  var bytes: [UInt8] = []
  ResponseSerializer.append(
    response, to: &bytes, date: date, keepAlive: keepAlive, isHead: isHead, version: version)
  return String(decoding: bytes, as: UTF8.self)
}

@Suite struct `An answer` {
  private let response = Response(200, headers: ["Eidolon": "emulator"], body: Array("hi\n".utf8))

  @Test func `is a status line, fields, an empty line and content (RFC 9112 §2.1)`() {
    #expect(
      sent(response)
        == "HTTP/1.1 200 OK\r\nEidolon: emulator\r\nContent-Length: 3\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\nhi\n"
    )
  }

  @Test func `of unknown length goes in chunks up to an empty one (RFC 9112 §7.1)`() {
    var bytes: [UInt8] = []
    ResponseSerializer.appendStreamHead(of: response, to: &bytes, date: date, version: .http11)
    ResponseSerializer.appendPiece(Array(repeating: 0x41, count: 17), to: &bytes, version: .http11)
    ResponseSerializer.appendPiece([], to: &bytes, version: .http11)
    ResponseSerializer.appendStreamEnd(to: &bytes, version: .http11)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == "HTTP/1.1 200 OK\r\nEidolon: emulator\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n"
        + "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n11\r\nAAAAAAAAAAAAAAAAA\r\n0\r\n\r\n")
  }

  @Test func `is the same bytes when prepared`() {
    for (keepAlive, isHead) in [(true, true), (true, false), (false, true), (false, false)] {
      #expect(
        sent(response.prepared(), keepAlive: keepAlive, isHead: isHead)
          == sent(response, keepAlive: keepAlive, isHead: isHead))
    }
    #expect(response.prepared() == response)
  }

  @Test func `that is changed after it was prepared is sent as changed`() {
    var changed = response.prepared()
    changed.status = 404
    #expect(sent(changed).hasPrefix("HTTP/1.1 404 Not Found\r\n"))
    changed = response.prepared()
    changed.headers.append("X", "y")
    #expect(sent(changed).contains("\r\nX: y\r\n"))
    changed = response.prepared()
    changed.body.append(0x21)
    #expect(sent(changed).contains("Content-Length: 4\r\n"))
  }

  @Test func `has the fields that are left when some were removed, replaced or came from a request`() throws {
    var changed = Response(404, headers: ["A": "1", "B": "2"])
    changed.headers.remove("a")
    changed.headers.append("C", "3")
    #expect(sent(changed).hasPrefix("HTTP/1.1 404 Not Found\r\nB: 2\r\nC: 3\r\nContent-Length: 0\r\n"))
    var copied = Response(.found)
    copied.headers = try #require(parsed("GET / HTTP/1.1\r\nHost: a\r\nX:  y \r\n\r\n")).headers
    copied.headers.append("Z", "")
    #expect(
      sent(copied).hasPrefix("HTTP/1.1 302 Found\r\nHost: a\r\nX: y\r\nZ: \r\nContent-Length: 0\r\nDate"))
  }

  @Test func `to HEAD has the length of the content and not the content (RFC 9110 §9.3.2)`() {
    #expect(sent(response, isHead: true) == String(sent(response).dropLast(3)))
  }

  @Test func `says that the connection closes, and to HTTP/1.0 that it stays open (RFC 9112 §9.3)`() {
    #expect(sent(response, keepAlive: false).contains("\r\nConnection: close\r\n"))
    #expect(!sent(response).contains("Connection"))
    #expect(sent(response, version: .http10).contains("\r\nConnection: keep-alive\r\n"))
    #expect(sent(response, keepAlive: false, version: .http10).contains("\r\nConnection: close\r\n"))
  }

  @Test func `to HTTP/1.0 has our own version all the same (RFC 9110 §6.2)`() {
    #expect(sent(response, version: .http10).hasPrefix("HTTP/1.1 200 OK\r\n"))
  }

  @Test(arguments: [204, 304])
  func `without content by definition has no length and no content (RFC 9110 §8.6)`(code: Int) {
    let text = sent(Response(Status(code), body: [0x78]))
    #expect(!text.contains("Content-Length"))
    #expect(text.hasSuffix("\r\n\r\n"))
  }

  @Test func `cannot bring framing of its own`() {
    let text = sent(
      Response(200, headers: ["content-length": "9", "Transfer-Encoding": "chunked", "CONNECTION": "x"]))
    #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n\r\n")
  }

  @Test func `may bring a Date of its own`() {
    let text = sent(Response(200, headers: ["date": "yesterday"]))
    #expect(text == "HTTP/1.1 200 OK\r\ndate: yesterday\r\nContent-Length: 0\r\n\r\n")
  }

  @Test func `with an unknown status has an empty phrase and its space (RFC 9112 §4)`() {
    #expect(sent(Response(299)).hasPrefix("HTTP/1.1 299 \r\n"))
    #expect(sent(Response(Status(200, "a\r\nb"))).hasPrefix("HTTP/1.1 200 a  b\r\n"))
  }

  @Test func `is appended behind earlier ones, as pipelining needs`() {
    var bytes = Array("earlier".utf8)
    ResponseSerializer.append(response, to: &bytes, date: date, keepAlive: true)
    #expect(String(decoding: bytes, as: UTF8.self) == "earlier" + sent(response))
  }

  @Test func `has makers with their media types`() {
    #expect(Response.text("a").headers["Content-Type"] == "text/plain; charset=utf-8")
    #expect(Response.html(404, "<p>").status == 404)
    #expect(Response.html("<p>\("<")").body == Array("<p>&lt;".utf8))
    #expect(Response.json([0x7B, 0x7D]).headers["Content-Type"] == "application/json")
  }

  @Test func `that redirects stays one field and a URL`() {
    #expect(Response.redirect(to: "https://a/b?c=%20").headers["Location"] == "https://a/b?c=%20")
    #expect(Response.redirect(303, to: "/é \r\nX: y").headers["Location"] == "/%C3%A9%20%0D%0AX:%20y")
    #expect(Response.redirect(to: "/").status == 302)
  }

  @Test func `to an expectation is the interim status line`() {
    #expect(ResponseSerializer.continue == Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
  }
}

@Suite struct `A date` {
  /// RFC 9110 §5.6.7; the edges of the calendar; leap years of both kinds; before 1970.
  @Test(
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_399, "Mon, 28 Feb 2000 23:59:59 GMT"),
      (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (951_868_800, "Wed, 01 Mar 2000 00:00:00 GMT"),
      (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
      (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"), (2_147_483_647, "Tue, 19 Jan 2038 03:14:07 GMT"),
      (2_147_483_648, "Tue, 19 Jan 2038 03:14:08 GMT"), (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (-62_167_219_200, "Sat, 01 Jan 0000 00:00:00 GMT"), (Int64.max, "Fri, 31 Dec 9999 23:59:59 GMT"),
      (Int64.min, "Sat, 01 Jan 0000 00:00:00 GMT"),
    ] as [(Int64, String)]) func `is written as IMF-fixdate (RFC 9110 §5.6.7)`(seconds: Int64, text: String)
  {
    #expect(HTTPDate(unixSeconds: seconds).description == text)
    #expect(HTTPDate(unixSeconds: seconds).bytes.count == 29)
  }
}
