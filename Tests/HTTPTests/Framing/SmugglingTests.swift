import HTTP
import Testing

/// Messages whose end two readers could see at different places.
///
/// Each must be refused: whoever answers one has agreed to one of its readings.
@Suite struct `A message with two readings` {
  @Test(arguments: [
    "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 4\r\n",
    "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n",
    "content-length: 4\r\nTRANSFER-ENCODING: CHUNKED\r\n",
  ]) func `has Content-Length and Transfer-Encoding (RFC 9112 §6.1)`(lines: String) {
    #expect(status(post(lines, "0\r\n\r\n")) == 400)
  }

  @Test(arguments: [
    "Content-Length: 4\r\nContent-Length: 5\r\n", "Content-Length: 5\r\nContent-Length: 5\r\n",
    "Content-Length: 0\r\nContent-Length: 5\r\n", "Content-Length: 5, 5\r\n", "Content-Length: 4, 5\r\n",
    "Content-Length: 5,\r\n",
  ]) func `has more than one length (RFC 9112 §6.3)`(lines: String) {
    #expect(status(post(lines, "hello")) == 400)
  }

  @Test(arguments: [
    "+5", "-5", "5 5", "5\t5", "0x5", "5.0", "5e0", "", " ", "five", "\u{FF15}", "5;", "\"5\"", "5_0",
    "18446744073709551621", "9223372036854775808", "99999999999999999999999999999999999999",
  ]) func `has a length that is not a number (RFC 9110 §8.6)`(length: String) {
    #expect(status(post("Content-Length: \(length)\r\n", "hello")) == 400)
  }

  @Test func `has a length in a field whose name is nearly Content-Length`() {
    for name in [
      "Content-Length ", "Content-Length\t", " Content-Length", "Content\u{0}Length", "Content-Length\u{B}",
    ] {
      #expect(status(post("\(name): 5\r\n", "hello")) == 400)
    }
  }

  @Test(arguments: [
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n", 400),
    ("Transfer-Encoding: chunked, chunked\r\n", 400),
    ("Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n", 501),
    ("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked\r\n", 501),
    ("Transfer-Encoding: chunked, identity\r\n", 501),
    ("Transfer-Encoding: identity, chunked\r\n", 501),
    ("Transfer-Encoding: identity\r\n", 501),
    ("Transfer-Encoding: gzip, chunked\r\n", 501),
    ("Transfer-Encoding: xchunked\r\n", 501),
    ("Transfer-Encoding: chunkedx\r\n", 501),
    ("Transfer-Encoding: chunked;q=1\r\n", 501),
    ("Transfer-Encoding: \"chunked\"\r\n", 501),
    ("Transfer-Encoding: chunked,\r\n", 400),
    ("Transfer-Encoding: ,chunked\r\n", 400),
    ("Transfer-Encoding:\r\n", 400),
    ("Transfer-Encoding: ,\r\n", 400),
    ("Transfer-Encoding: \u{B}chunked\r\n", 400),
    ("Transfer-Encoding:\u{C}chunked\r\n", 400),
    ("Transfer-Encoding: chunked\u{0}\r\n", 400),
    ("Transfer-Encoding : chunked\r\n", 400),
    ("Transfer-Encoding\t: chunked\r\n", 400),
    ("Transfer-Encoding\u{0}: chunked\r\n", 400),
    ("Transfer-Encoding\r\n : chunked\r\n", 400),
    ("Transfer-Encoding:\r\n chunked\r\n", 400),
    ("Transfer-Encoding:\n chunked\r\n", 400),
    ("X: a\nTransfer-Encoding: chunked\r\n", 400),
    ("X: a\rTransfer-Encoding: chunked\r\n", 400),
    (" Transfer-Encoding: chunked\r\n", 400),
  ]) func `has a Transfer-Encoding that is not exactly chunked (RFC 9112 §6.1)`(lines: String, expected: Int)
  {
    #expect(status(post(lines, "0\r\n\r\n")) == expected)
    #expect(status(post(lines + "Content-Length: 5\r\n", "0\r\n\r\n")) >= 400)
    #expect(status(post("Content-Length: 5\r\n" + lines, "0\r\n\r\n")) >= 400)
  }

  @Test func `has a coding that HTTP/1.0 does not know (RFC 9112 §6.1)`() {
    #expect(status("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n") == 400)
  }

  @Test func `takes chunked in any case and with white space around it`() {
    #expect(status(post("Transfer-Encoding: \t ChunKed \t\r\n", "0\r\n\r\n")) == 200)
  }

  @Test(arguments: [
    "-1\r\n", "+1\r\nx\r\n", " 1\r\nx\r\n", "0x1\r\nx\r\n", "1 \r\nx\r\n", "1\t\r\nx\r\n", "\r\n", ";a\r\n",
    "1\nx\r\n", "1\rx\r\n", "1;a\nx\r\n", "1;a\rb\r\nx\r\n", "1;\u{0}\r\nx\r\n", "1 x\r\nx\r\n",
    "1,\r\nx\r\n",
    "1\r\nxy\r\n", "1\r\nx\n", "1\r\nx\r0", "1\r\nx0\r\n\r\n",
    "00000000000000001\r\nx\r\n",
    "0\r\n x\r\n\r\n", "0\r\nx\r\n\r\n", "0\r\nX : y\r\n\r\n", "0\r\nX: y\n\r\n", "0\r\n\n",
    "0\r\nX: \u{0}\r\n\r\n",
  ]) func `has a chunk that is not of the grammar (RFC 9112 §7.1)`(content: String) {
    #expect(status(chunked(content)) == 400)
  }

  @Test(arguments: [
    "FFFFFFFFFFFFFFFFF", "FFFFFFFFFFFFFFFF", "8000000000000000", "7FFFFFFFFFFFFFFF", "100001", "100000000",
  ])
  func `has a chunk size that does not fit the limit or a number (RFC 9110 §15.5.14)`(size: String) {
    #expect(status(chunked("\(size)\r\n")) == 413)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\n",
    "GET / HTTP/1.1\n\nHost: a", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ]) func `ends a line with LF alone (RFC 9112 §2.2)`(wire: String) {
    #expect(status(wire) == 400)
  }

  @Test(arguments: [
    "GET / HTTP/1.1\r Host: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\rX: b\r\n\r\n",
    "GET / HTTP/1.1\r\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\rX",
    "\r\rGET / HTTP/1.1\r\nHost: a\r\n\r\n",
  ]) func `has CR alone (RFC 9112 §2.2)`(wire: String) {
    #expect(status(wire) == 400)
  }

  @Test(arguments: [
    get("X: a\r\n b\r\n"), get("X: a\r\n\tb\r\n"), get("X:\r\n b\r\n"), get(" X: a\r\n"),
    "GET / HTTP/1.1\r\n Host: a\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\n \r\n\r\n",
  ]) func `has a folded line (RFC 9112 §5.2)`(wire: String) {
    #expect(status(wire) == 400)
    #expect(reason(wire)?.contains("§5.2") == true)
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", "without Host"),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", "more than one Host"),
    ("GET http://a/ HTTP/1.1\r\n\r\n", "without Host"),
    ("GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n", "more than one Host"),
    ("GET / HTTP/1.1\r\nHost: a, b@c\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: http://a\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: a:b\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: a:80:80\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: ::1\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: [::1]a\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: a%4\r\n\r\n", "not a host"),
    ("GET / HTTP/1.1\r\nHost: user@a\r\n\r\n", "not a host"),
  ]) func `does not say once for which host it is (RFC 9112 §3.2)`(wire: String, expected: String) {
    #expect(status(wire) == 400)
    #expect(reason(wire)?.contains(expected) == true)
  }

  @Test func `is not followed by another one`() {
    let wire = Array((post("Content-Length: 5, 5\r\n", "hello") + get("")).utf8)
    var parser = RequestParser()
    let (consumed, event) = parser.next(wire.span)
    #expect(consumed == wire.count)
    #expect(parser.next(Array(get("").utf8).span).event == event)
    #expect(!parser.isIdle && !parser.isInHead)
  }
}
