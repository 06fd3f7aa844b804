import HTTP
import Server
import Testing

@Suite struct `A connection` {
  @Test func `carries one request after another`() throws {
    try withServer(Probe.path) { _, port in
      let client = try Client(port: port)
      for number in 1...100 {
        let answer = try client.get("/\(number)")
        #expect(answer.status == 200)
        #expect(answer.text == "/\(number)")
      }
    }
  }

  @Test func `answers pipelined requests in their order (RFC 9112 section 9.3.2)`() throws {
    try withServer(Probe.path) { _, port in
      let client = try Client(port: port)
      try client.send((1...500).map { "GET /\($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
      for number in 1...500 { #expect(try client.answer().text == "/\(number)") }
    }
  }

  @Test(arguments: ["/heavy", "/delayed", "/held", "/dripped"])
  func `keeps the order when the first answer comes late`(first: String) throws {
    let service = Probe(heavy: { $0.target.path == "/heavy" }) { request, _ in
      switch request.target.path {
      case "/heavy":
        spin(for: .milliseconds(50))
        return .send(.text(.ok, "/heavy"))
      case "/delayed": return .send(.text(.ok, "/delayed"), Transmission(after: .milliseconds(50)))
      case "/dripped":
        return .send(.text(.ok, "/dripped"), Transmission(shape: .drip(over: .milliseconds(100))))
      case "/held":
        return .hold(Hold(waiter: Waiter(), atMost: .milliseconds(50)) { .send(.text(.ok, "/held")) })
      default: return .send(.text(.ok, request.target.path))
      }
    }
    try withServer(service) { _, port in
      let client = try Client(port: port)
      let paths = ["/before", first, "/second", first, "/third"]
      try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
      for path in paths { #expect(try client.answer().text == path) }
      #expect(try client.get("/after").text == "/after")
    }
  }

  @Test func `goes on while another one's heavy request is worked on`() throws {
    let service = Probe(heavy: { $0.target.path == "/heavy" }) { request, _ in
      if request.target.path == "/heavy" { spin(for: .milliseconds(300)) }
      return .send(.text(.ok, request.target.path))
    }
    try withServer(service, ServerOptions(loops: 1, workers: 1)) { _, port in
      let busy = try Client(port: port)
      let other = try Client(port: port)
      try busy.send("GET /heavy HTTP/1.1\r\nHost: test\r\n\r\n")
      let (time, answer) = try timed { try other.get("/light") }
      #expect(answer.text == "/light")
      #expect(time < .milliseconds(250))
      #expect(try busy.answer().text == "/heavy")
    }
  }

  @Test func `sends the head alone for HEAD (RFC 9110 section 9.3.2)`() throws {
    try withServer(Probe.path) { _, port in
      let client = try Client(port: port)
      try client.send("HEAD /abc HTTP/1.1\r\nHost: test\r\n\r\n")
      let answer = try client.answer(isHead: true)
      #expect(answer["Content-Length"] == "4")
      #expect(try client.get("/next").text == "/next")
    }
  }

  @Test func `tells a client that asks for it to go on (RFC 9110 section 10.1.1)`() throws {
    let echo = Probe { request, _ in .send(.text(.ok, String(decoding: request.body, as: UTF8.self))) }
    try withServer(echo) { _, port in
      let client = try Client(port: port)
      try client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
      #expect(try client.answer().status == 100)
      try client.send("hello")
      #expect(try client.answer().text == "hello")
    }
  }

  @Test func `takes a chunked body (RFC 9112 section 7.1)`() throws {
    let echo = Probe { request, _ in .send(.text(.ok, String(decoding: request.body, as: UTF8.self))) }
    try withServer(echo) { _, port in
      let client = try Client(port: port)
      try client.send("POST / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n")
      try client.send("4\r\nWiki\r\n5\r\npedia\r\n0\r\n\r\n")
      #expect(try client.answer().text == "Wikipedia")
    }
  }

  @Test func `takes a body larger than its read buffer`() throws {
    let count = Probe { request, _ in .send(.text(.ok, "\(request.body.count)")) }
    try withServer(count) { _, port in
      let client = try Client(port: port)
      try client.send("POST / HTTP/1.1\r\nHost: test\r\nContent-Length: 1000000\r\n\r\n")
      try client.send([UInt8](repeating: 7, count: 1_000_000))
      #expect(try client.answer().text == "1000000")
    }
  }

  @Test func `reads a request that comes byte by byte`() throws {
    let echo = Probe { request, _ in
      .send(.text(.ok, request.target.path + String(decoding: request.body, as: UTF8.self)))
    }
    try withServer(echo) { _, port in
      let client = try Client(port: port)
      for _ in 1...2 {
        for byte in "POST /slow HTTP/1.1\r\nHost: test\r\nContent-Length: 3\r\n\r\nabc".utf8 {
          try client.send([byte])
        }
        #expect(try client.answer().text == "/slowabc")
      }
    }
  }

  @Test(arguments: ["/light", "/heavy", "/delayed"])
  func `answers a client that has closed its sending side, then closes`(path: String) throws {
    let service = Probe(heavy: { $0.target.path == "/heavy" }) { request, _ in
      let delay: Duration = request.target.path == "/delayed" ? .milliseconds(50) : .zero
      return .send(.text(.ok, request.target.path), Transmission(after: delay))
    }
    try withServer(service) { _, port in
      let client = try Client(port: port)
      try client.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\nGET /last HTTP/1.1\r\nHost: test\r\n\r\n")
      client.finishSending()
      #expect(try client.answer().text == path)
      #expect(try client.answer().text == "/last")
      #expect(try client.receive().isEmpty)
    }
  }

  @Test func `is closed after the answer when the client says so (RFC 9112 section 9.6)`() throws {
    try withServer(Probe.path) { _, port in
      let client = try Client(port: port)
      try client.send("GET /x HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
      let answer = try client.answer()
      #expect(answer["Connection"] == "close")
      #expect(try client.receive().isEmpty)
    }
  }

  @Test func `lets the client read the refusal of what it is still sending`() throws {
    let options = ServerOptions(limits: Limits(body: 1000))
    try withServer(Probe.path, options) { _, port in
      let client = try Client(port: port)
      try client.send("POST /x HTTP/1.1\r\nHost: test\r\nContent-Length: 500000\r\n\r\n")
      // Closing at once would answer these bytes with a reset, which deletes the refusal from the client's side.
      try client.send([UInt8](repeating: 0, count: 500_000))
      let answer = try client.answer()
      #expect(answer.status == 413)
      #expect(answer["Connection"] == "close")
      #expect(try client.receive().isEmpty)
    }
  }

  @Test func `knows the client's address and our port`() throws {
    let service = Probe { _, peer in .send(.text(.ok, "\(peer.address) \(peer.localPort) \(peer.isSecure)")) }
    try withServer(service) { _, port in
      let answer = try Client(port: port).get("/")
      #expect(answer.text == "127.0.0.1 \(port) false")
    }
  }

  @Test func `serves five hundred clients at a time`() throws {
    try withServer(Probe.path) { server, port in
      let clients = try (0..<500).map { _ in try Client(port: port) }
      for round in 0..<3 {
        for (number, client) in clients.enumerated() {
          try client.send("GET /\(round)/\(number) HTTP/1.1\r\nHost: test\r\n\r\n")
        }
        for (number, client) in clients.enumerated() {
          #expect(try client.answer().text == "/\(round)/\(number)")
        }
      }
      #expect(server.openConnections == 500)
    }
  }
}

/// Keeps a core busy, as signing does.
func spin(for duration: Duration) {
  let end = ContinuousClock().now + duration
  while ContinuousClock().now < end {}
}
