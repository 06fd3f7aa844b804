import Glibc
import HTTP
import Server
import Testing

@Suite struct `A client that does not get on` {
  @Test func `with its head is told so (RFC 9110 section 15.5.9)`() throws {
    try withServer(Probe.path, ServerOptions(headerTimeout: .milliseconds(100))) { _, port in
      let client = try Client(port: port)
      #expect(try client.get("/one").status == 200)
      try client.send("GET /two HTT")
      let (time, answer) = try timed { try client.answer() }
      #expect(answer.status == 408)
      #expect(time > .milliseconds(50) && time < .seconds(3))
      #expect(try client.receive().isEmpty)
    }
  }

  @Test func `gains no time by sending single bytes`() throws {
    try withServer(Probe.path, ServerOptions(headerTimeout: .milliseconds(200))) { _, port in
      let client = try Client(port: port)
      let (time, answer) = try timed {
        try client.send("GET /two HTTP/1.1\r\n")
        for _ in 0..<6 {
          usleep(50_000)
          try? client.send("X")
        }
        return try client.answer()
      }
      #expect(answer.status == 408)
      #expect(time < .seconds(3))
    }
  }

  @Test func `with its content is told so`() throws {
    try withServer(Probe.path, ServerOptions(bodyTimeout: .milliseconds(100))) { _, port in
      let client = try Client(port: port)
      try client.send("POST /x HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\n123")
      let answer = try client.answer()
      #expect(answer.status == 408)
      #expect(answer.text.contains("content did not arrive within 0.1 seconds"))
    }
  }

  @Test func `with a next request is closed without a word`() throws {
    try withServer(Probe.path, ServerOptions(idleTimeout: .milliseconds(150))) { server, port in
      let silent = try Client(port: port)
      let client = try Client(port: port)
      for _ in 0..<4 {
        usleep(60_000)
        #expect(try client.get("/x").status == 200)
      }
      #expect(try silent.receive().isEmpty)
      let (time, end) = try timed { try client.receive() }
      #expect(end.isEmpty)
      #expect(time > .milliseconds(100) && time < .seconds(3))
    }
  }

  @Test func `with reading keeps nobody waiting and is dropped`() throws {
    let large = Response(.ok, body: [UInt8](repeating: 7, count: 4_000_000)).prepared()
    let service = Probe { request, _ in .send(request.target.path == "/large" ? large : .text(.ok, "small")) }
    try withServer(service, ServerOptions(loops: 1, writeTimeout: .milliseconds(300))) { server, port in
      let slow = try Client(port: port, receiveBuffer: 4096)
      let other = try Client(port: port)
      // More requests than it will ever read answers to.
      try slow.send(String(repeating: "GET /large HTTP/1.1\r\nHost: test\r\n\r\n", count: 50))
      for _ in 0..<20 { #expect(try other.get("/small").text == "small") }
      let end = ContinuousClock().now + .seconds(5)
      while server.openConnections > 1, ContinuousClock().now < end { usleep(20_000) }
      #expect(server.openConnections == 1)
      #expect(try other.get("/small").text == "small")
    }
  }

  @Test func `but reads on after a pause gets every byte`() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let large = Response(.ok, body: bytes)
    try withServer(Probe { _, _ in .send(large) }) { _, port in
      let client = try Client(port: port, receiveBuffer: 4096)
      try client.send(String(repeating: "GET / HTTP/1.1\r\nHost: test\r\n\r\n", count: 3))
      usleep(100_000)
      for _ in 0..<3 { #expect(try client.answer().body == bytes) }
    }
  }
}

@Suite struct `The limit on connections` {
  @Test func `answers one more with 503 and closes it`() throws {
    try withServer(Probe.path, ServerOptions(connections: 3)) { server, port in
      let clients = try (0..<3).map { _ in try Client(port: port) }
      for client in clients { #expect(try client.get("/x").status == 200) }
      let extra = try Client(port: port)
      try extra.send("GET /x HTTP/1.1\r\nHost: test\r\n\r\n")
      #expect(try extra.answer().status == 503)
      #expect(try extra.receive().isEmpty)
      for client in clients { #expect(try client.get("/x").status == 200) }
    }
  }

  @Test func `makes room when a client goes`() throws {
    try withServer(Probe.path, ServerOptions(connections: 1)) { server, port in
      for _ in 0..<5 {
        let client = try Client(port: port)
        #expect(try client.get("/x").status == 200)
        shutdown(client.socket, Int32(SHUT_RDWR))
        let end = ContinuousClock().now + .seconds(5)
        while server.openConnections > 0, ContinuousClock().now < end { usleep(1000) }
      }
    }
  }
}
