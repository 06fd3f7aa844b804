import HTTP
import Testing

/// A conversation with everything that framing knows: empty lines, pipelining, lengths, chunks, extensions,
/// trailers, expectations, HTTP/1.0, and bytes behind the last request.
private let conversation = Array(
  """
  \r
  GET /a//b%20c?x=1 HTTP/1.1\r
  Host: localhost:8080\r
  Accept:   */*  \r
  \r
  POST /c HTTP/1.1\r
  Host: localhost\r
  Content-Length: 5\r
  \r
  hello\r
  POST /d HTTP/1.1\r
  host: localhost\r
  transfer-encoding: chunked\r
  Expect: 100-continue\r
  \r
  5;a="b" ; c\r
  first\r
  009 \t ; d\r
  , second \r
  0\r
  Digest: x\r
  Other: y\r
  \r
  OPTIONS * HTTP/1.1\r
  Host:\r
  Content-Length: 0\r
  \r
  HEAD http://localhost/e HTTP/1.0\r
  Connection: keep-alive\r
  \r
  GET /f HTTP/1.1\r
  Host: [::1]:80\r
  Connection: Close, x\r
  \r
  bytes that nobody reads
  """.utf8)

@Suite struct `A stream of requests` {
  @Test func `holds the requests that were sent`() {
    let events = events(conversation)
    let requests: [(Request, Bool)] = events.compactMap {
      if case .request(let request, let keepAlive) = $0 { (request, keepAlive) } else { nil }
    }
    #expect(events.count == 7)
    #expect(events[2] == .expectContinue)
    #expect(
      requests.map { "\($0.0.method) \($0.0.target)" } == [
        "GET /a//b%20c?x=1", "POST /c", "POST /d", "OPTIONS *", "HEAD http://localhost/e", "GET /f",
      ])
    #expect(requests.map(\.1) == [true, true, true, true, true, false])
    #expect(
      requests.map { String(decoding: $0.0.body, as: UTF8.self) } == [
        "", "hello", "first, second ", "", "", "",
      ])
  }

  @Test(arguments: 1...conversation.count)
  func `reads the same in pieces of any size`(size: Int) {
    #expect(events(conversation, size: size) == events(conversation))
  }

  @Test func `reads the same cut in two at any place`() {
    let whole = events(conversation)
    for cut in 0...conversation.count {
      #expect(events([conversation[..<cut], conversation[cut...]]) == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: badMessages)
  func `is refused for the same reason however it is cut`(wire: String) {
    let bytes = Array(wire.utf8)
    let whole = events(bytes)
    guard case .refuse = whole.last else {
      Issue.record("not refused: \(wire.debugDescription)")
      return
    }
    for cut in 0...bytes.count {
      #expect(events([bytes[..<cut], bytes[cut...]]) == whole, "cut at \(cut)")
    }
    #expect(events(bytes, size: 1) == whole)
  }

  @Test func `gives nothing before a request is complete`() {
    let wire = Array("POST /c HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello".utf8)
    for count in 0..<wire.count { #expect(events(Array(wire[..<count])).isEmpty) }
  }
}

/// One message for every rule.
let badMessages: [String] = [
  "\u{16}\u{3}\u{1}", "G\u{0}T / HTTP/1.1\r\n", "GET / HTTP/1.1\nHost: a\r\n\r\n", "GET / HTTP/1.1\rHost: a",
  " GET / HTTP/1.1\r\n", "GET  / HTTP/1.1\r\n", "GET /\r\n", "GET / HTTP/1.1 \r\n", "GET / HTTP/2.0\r\n",
  "GET / http/1.1\r\n", "CONNECT a:80 HTTP/1.1\r\n", "GET a:80 HTTP/1.1\r\n", "GET http:/// HTTP/1.1\r\n",
  "GET /#f HTTP/1.1\r\n", "GET /%4 HTTP/1.1\r\n", "GET /%00 HTTP/1.1\r\n", "GET /%ff HTTP/1.1\r\n",
  "\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\n", "\rGET / HTTP/1.1\r\n", "GET / HTTP/1.1\r\n\r\n",
  get(" folded\r\n"), get("X: a\r\n b\r\n"), get("X : a\r\n"), get("X\t: a\r\n"), get(": a\r\n"),
  get("X\r\n"),
  get("X: \u{0}\r\n"), get("X: a\rb\r\n"), get("X: a\nY: b\r\n"), get("X: a\r\n\n"), get("Host: b\r\n"),
  "GET / HTTP/1.1\r\nHost: a b\r\n\r\n", get("Content-Length: 1\r\nContent-Length: 1\r\n"),
  get("Content-Length: +1\r\n"), get("Content-Length: 1\r\nTransfer-Encoding: chunked\r\n"),
  get("Transfer-Encoding: gzip\r\n"), get("Transfer-Encoding: chunked, chunked\r\n"),
  get("Transfer-Encoding:\r\n"), get("Expect: a miracle\r\n"), get("Content-Length: 1048577\r\n"),
  chunked("\r\n"), chunked("g\r\n"), chunked("5\nhello"), chunked("5 \r\nhello"), chunked("5;a\nhello"),
  chunked("5\r\nhello!\r\n"), chunked("5\r\nhello\n"), chunked("5\r\nhello\r0"), chunked("100001\r\n"),
  chunked("00000000000000005\r\n"), chunked("0\r\n folded\r\n"), chunked("0\r\nX : y\r\n"),
  chunked("0;\(String(repeating: "x", count: 2000))\r\n"),
]
