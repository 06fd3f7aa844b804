import Glibc
import HTTP
import Server
import Testing

@Suite struct `An ordered fault on the wire` {
  func client(for transmission: Transmission, _ body: (Client) throws -> Void) throws {
    let service = Probe { request, _ in
      .send(.text(.ok, "0123456789"), request.target.path == "/fault" ? transmission : Transmission())
    }
    try withServer(service) { _, port in
      let client = try Client(port: port)
      #expect(try client.get("/well").text == "0123456789")
      try client.send("GET /fault HTTP/1.1\r\nHost: test\r\n\r\n")
      try body(client)
    }
  }

  @Test func `resets the connection`() throws {
    try client(for: Transmission(shape: .reset)) { client in
      #expect(throws: Client.Problem.errno("recv", ECONNRESET)) { try client.receive() }
    }
  }

  @Test func `closes without a byte`() throws {
    try client(for: Transmission(shape: .empty)) { client in
      let bytes = try client.receiveAll()
      #expect(bytes.isEmpty)
    }
  }

  @Test func `cuts the answer off`() throws {
    try client(for: Transmission(shape: .truncated(bytes: 30))) { client in
      let bytes = try client.receiveAll()
      #expect(bytes.count == 30)
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 OK\r\n"))
    }
  }

  @Test func `cuts the answer off within its content`() throws {
    let whole = try withServer(Probe { _, _ in .send(.text(.ok, "0123456789")) }) { _, port in
      let client = try Client(port: port)
      try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
      return try client.receive().count
    }
    try client(for: Transmission(shape: .truncated(bytes: whole - 4))) { client in
      let text = try client.receiveAllText()
      #expect(text.contains("Content-Length: 10\r\n"))
      #expect(text.hasSuffix("\r\n\r\n012345"))
    }
  }

  @Test func `sends garbage`() throws {
    try client(for: Transmission(shape: .garbage([0, 1, 2, 0xFF]))) { client in
      let bytes = try client.receiveAll()
      #expect(bytes == [0, 1, 2, 0xFF])
    }
  }

  @Test func `drips the answer and goes on`() throws {
    try client(for: Transmission(shape: .drip(over: .milliseconds(300)))) { client in
      var pieces = 0
      var bytes: [UInt8] = []
      let (time, _) = try timed {
        while !String(decoding: bytes, as: UTF8.self).hasSuffix("0123456789") {
          bytes += try client.receive()
          pieces += 1
        }
      }
      #expect(pieces >= 4)
      #expect(time > .milliseconds(200))
      #expect(try client.get("/well").status == 200)
    }
  }

  @Test func `delays the answer without delaying other clients`() throws {
    let service = Probe { request, _ in
      let delay: Duration = request.target.path == "/late" ? .milliseconds(200) : .zero
      return .send(.text(.ok, request.target.path), Transmission(after: delay))
    }
    try withServer(service, ServerOptions(loops: 1)) { _, port in
      let late = try Client(port: port)
      let other = try Client(port: port)
      let start = ContinuousClock().now
      try late.send("GET /late HTTP/1.1\r\nHost: test\r\n\r\n")
      #expect(try other.get("/now").text == "/now")
      #expect(ContinuousClock().now - start < .milliseconds(180))
      #expect(try late.answer().text == "/late")
      #expect(ContinuousClock().now - start >= .milliseconds(200))
    }
  }

  @Test func `comes after its delay`() throws {
    try client(for: Transmission(after: .milliseconds(100), shape: .reset)) { client in
      let (time, _) = timed {
        #expect(throws: Client.Problem.errno("recv", ECONNRESET)) { try client.receive() }
      }
      #expect(time >= .milliseconds(95))
    }
  }
}
