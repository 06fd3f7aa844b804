import Testing

@testable import HTTP

@Suite struct `The limits of a request` {
  private let limits = Limits(requestLine: 40, headerBytes: 100, headerCount: 4, body: 10)

  /// A request line of so many bytes.
  private func line(_ count: Int) -> String {
    "GET /" + String(repeating: "a", count: count - 14) + " HTTP/1.1"
  }

  private func lines(_ count: Int) -> String { String(repeating: "X: y\r\n", count: count) }

  @Test func `take a request line of the limit and refuse one byte more with 414 (RFC 9112 §3)`() {
    #expect(status("\(line(40))\r\nHost: a\r\n\r\n", limits: limits) == 200)
    #expect(status("\(line(41))\r\nHost: a\r\n\r\n", limits: limits) == 414)
    #expect(status(String(repeating: "a", count: 41), limits: limits) == 414)
    #expect(status(String(repeating: "a", count: 40), limits: limits) == 0)
  }

  @Test func `say in their refusal what to send instead`() {
    for (refusal, remedy) in [
      (Refusal.requestLineTooLong(limits), "send long parameters in the content of a POST"),
      (.tooManyFields(limits), "send fewer headers"),
      (.headTooLarge(limits), "send fewer or shorter headers and cookies"),
      (.missingHost, "send one, such as Host: localhost:8080"),
      (.requestLine(0x16, isFirst: true), "use http://, or the address of --tls"),
    ] { #expect(refusal.reason.hasSuffix("; \(remedy)")) }
  }

  @Test func `take a head of the limit and refuse one byte more with 431 (RFC 6585 §5)`() {
    let head = "\(line(20))\r\nHost: a\r\nX: \r\n\r\n"
    let filling = String(repeating: "b", count: 100 - head.utf8.count)
    #expect(status(head.replacing("X: ", with: "X: \(filling)"), limits: limits) == 200)
    #expect(status(head.replacing("X: ", with: "X: \(filling)b"), limits: limits) == 431)
  }

  @Test func `take as many field lines as allowed and refuse one more with 431`() {
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\n\(lines(3))\r\n", limits: limits) == 200)
    #expect(status("GET / HTTP/1.1\r\nHost: a\r\n\(lines(4))\r\n", limits: limits) == 431)
  }

  @Test func `take content of the limit and refuse one byte more with 413 (RFC 9110 §15.5.14)`() {
    #expect(status(post("Content-Length: 10\r\n", "0123456789"), limits: limits) == 200)
    #expect(status(post("Content-Length: 11\r\n", ""), limits: limits) == 413)
  }

  @Test func `count the content of all chunks together`() {
    #expect(status(chunked("4\r\n0123\r\n6\r\n456789\r\n0\r\n\r\n"), limits: limits) == 200)
    #expect(status(chunked("4\r\n0123\r\n7\r\n"), limits: limits) == 413)
    #expect(status(chunked("b\r\n"), limits: limits) == 413)
  }

  @Test func `tell what was asked for, if that was read before`() {
    let long = String(repeating: "b", count: 100)
    let wires = [
      post("Content-Length: 11\r\n", ""), chunked("b\r\n"), get("X: \(long)\r\n"), get(lines(5)),
      "\(line(200))\r\n",
    ]
    for (wire, target) in zip(wires, ["/", "/", "/", "/", nil]) {
      for size in 1...wire.utf8.count {
        guard case .refuse(let refusal) = events(wire, size: size, limits: limits).last else {
          Issue.record("not refused: \(wire.debugDescription)")
          continue
        }
        #expect(refusal.target?.raw == target)
      }
    }
  }

  @Test func `hold for a trailer as for a head`() {
    #expect(status(chunked("0\r\n\(lines(4))\r\n"), limits: limits) == 200)
    #expect(status(chunked("0\r\n\(lines(5))\r\n"), limits: limits) == 431)
    let filling = String(repeating: "b", count: 100 - 7)
    #expect(status(chunked("0\r\nX: \(filling)\r\n\r\n"), limits: limits) == 200)
    #expect(status(chunked("0\r\nX: \(filling)b\r\n\r\n"), limits: limits) == 431)
  }

  @Test func `hold for all chunk extensions together`() {
    func chunks(_ count: Int) -> String {
      String(repeating: "1;\(String(repeating: "e", count: 100))\r\nx\r\n", count: count) + "0\r\n\r\n"
    }
    #expect(status(chunked(chunks(10))) == 200)
    #expect(status(chunked(chunks(11))) == 400)
  }

  @Test func `take four empty lines before a request and refuse five (RFC 9112 §2.2)`() {
    let blank = String(repeating: "\r\n", count: 4)
    #expect(status(blank + get("")) == 200)
    #expect(status(blank + "\r\n" + get("")) == 400)
    #expect(events(get("") + blank + get("")).count == 2)
  }

  @Test func `give the same answer however the bytes are cut`() {
    let wires = [
      "\(line(41))\r\n", "GET / HTTP/1.1\r\nHost: a\r\n\(lines(4))\r\n",
      "GET / HTTP/1.1\r\nX: \(String(repeating: "b", count: 100))", chunked("0\r\n\(lines(5))\r\n"),
      chunked("0\r\nX: \(String(repeating: "b", count: 100))\r\n"), chunked("4\r\n0123\r\n7\r\n"),
      "\(line(40))\r\n\u{0}", "\(line(41))\u{0}",
      "GET / HTTP/1.1\r\nX: \(String(repeating: "b", count: 80))\u{0}",
      "GET / HTTP/1.1\r\nX: \(String(repeating: "b", count: 81))\u{0}",
    ]
    for wire in wires {
      let whole = events(wire, limits: limits)
      #expect(whole.count == 1)
      for size in 1...wire.utf8.count { #expect(events(wire, size: size, limits: limits) == whole) }
    }
  }

  @Test func `hold when a head may be no longer than its request line`() {
    let narrow = Limits(requestLine: 40, headerBytes: 16, headerCount: 4, body: 10)
    for wire in [get(""), "\(line(15))\r\n", "\(line(16))\r\n", "\(line(20))\r\n", "\(line(60))\r\n"] {
      for size in 1...wire.utf8.count {
        guard case .refuse(let refusal) = events(wire, size: size, limits: narrow).last else {
          Issue.record("not refused in pieces of \(size): \(wire.debugDescription)")
          continue
        }
        #expect(refusal.status == 431)
      }
    }
  }

  @Test func `are 32 kB, 48 kB, 100 fields and 1 MB unless told otherwise`() {
    #expect(Limits() == Limits(requestLine: 32768, headerBytes: 49152, headerCount: 100, body: 1_048_576))
  }
}
