import Dispatch
import Foundation
import Glibc
import HTTP
import Server
import Synchronization
import Testing

@Suite struct `A streamed answer` {
  /// Numbers, one a ring of its bell, until it is told to end.
  final class Source: Sendable {
    struct State {
      var last = 0
      var isOver = false
      var waiter = Waiter()
      var waits = 0
    }

    let state = Mutex(State())

    var reply: Reply {
      .stream(
        ResponseStream(Response(.ok, headers: ["Content-Type": "text/event-stream"])) { self.step(after: 0) })
    }

    func step(after number: Int) -> StreamStep {
      state.withLock { state in
        if number < state.last {
          return .send(Array("\(number + 1)\n".utf8)) { self.step(after: number + 1) }
        }
        if state.isOver { return .end }
        state.waits += 1
        state.waiter = Waiter()
        return .wait(state.waiter, atMost: .seconds(20)) { self.step(after: number) }
      }
    }

    func add(_ count: Int = 1) {
      state.withLock { state in
        state.last += count
        return state.waiter
      }.wake()
    }

    func end() {
      state.withLock { state in
        state.isOver = true
        return state.waiter
      }.wake()
    }

    func waitUntilWaiting(_ times: Int = 1) {
      for _ in 0..<500 where state.withLock({ $0.waits }) < times { usleep(10_000) }
    }
  }

  private func ask(_ client: Client, _ method: String = "GET", version: String = "1.1") throws {
    try client.send("\(method) / HTTP/\(version)\r\nHost: test\r\n\r\n")
  }

  /// Receives until the text ends so.
  private func receive(_ client: Client, until end: String) throws -> String {
    var text = ""
    while !text.hasSuffix(end) {
      let bytes = try client.receive()
      guard !bytes.isEmpty else { throw Client.Problem.ended(after: text) }
      text += String(decoding: bytes, as: UTF8.self)
    }
    return text
  }

  @Test func `goes in chunks as things happen, and ends in good order`() throws {
    let source = Source()
    try withServer(Probe { _, _ in source.reply }) { _, port in
      let client = try Client(port: port)
      try ask(client)
      let head = try receive(client, until: "\r\n\r\n")
      #expect(head.contains("Transfer-Encoding: chunked\r\n"))
      #expect(head.contains("Connection: close\r\n"))
      #expect(!head.contains("Content-Length"))
      source.add()
      #expect(try receive(client, until: "1\n\r\n") == "2\r\n1\n\r\n")
      source.add(2)
      #expect(try receive(client, until: "3\n\r\n") == "2\r\n2\n\r\n2\r\n3\n\r\n")
      source.end()
      #expect(try client.receiveAllText() == "0\r\n\r\n")
    }
  }

  @Test func `goes to HTTP 1.0 without chunks, up to the close`() throws {
    let source = Source()
    source.add(2)
    source.end()
    try withServer(Probe { _, _ in source.reply }) { _, port in
      let client = try Client(port: port)
      try ask(client, version: "1.0")
      let text = try client.receiveAllText()
      #expect(text.hasSuffix("\r\n\r\n1\n2\n"))
      #expect(!text.contains("chunked"))
    }
  }

  @Test func `has only a head for HEAD`() throws {
    let source = Source()
    source.add()
    try withServer(Probe { _, _ in source.reply }) { _, port in
      let client = try Client(port: port)
      try ask(client, "HEAD")
      #expect(try client.receiveAllText().hasSuffix("\r\n\r\n"))
    }
  }

  @Test func `may come from a worker`() throws {
    let source = Source()
    source.add()
    source.end()
    try withServer(Probe(heavy: { _ in true }) { _, _ in source.reply }) { _, port in
      let client = try Client(port: port)
      try ask(client)
      #expect(try client.receiveAllText().hasSuffix("2\r\n1\n\r\n0\r\n\r\n"))
    }
  }

  @Test func `is not asked for more by a client that does not read, and is dropped in the end`() throws {
    let asked = Counted()
    let piece = [UInt8](repeating: 0x41, count: 64 * 1024)
    @Sendable func more() -> StreamStep {
      _ = asked.add()
      return .send(piece, then: more)
    }
    let service = Probe { request, _ in
      request.target.path == "/other"
        ? .send(.text(.ok, "other")) : .stream(ResponseStream(Response(.ok), next: more))
    }
    let options = ServerOptions(loops: 1, writeTimeout: .milliseconds(300))
    try withServer(service, options) { server, port in
      let slow = try Client(port: port, receiveBuffer: 4096)
      try ask(slow)
      let other = try Client(port: port)
      // Others are answered while the slow one is stuck.
      for _ in 0..<20 { #expect(try other.get("/other").text == "other") }
      for _ in 0..<500 where server.openConnections > 1 { usleep(10_000) }
      #expect(server.openConnections == 1)
      // What the kernel's buffers take, and one piece beyond; never the whole of it.
      #expect(asked.value < 200)
      let before = asked.value
      #expect(try other.get("/other").text == "other")
      #expect(asked.value == before)
    }
  }

  @Test func `is given up when the client goes away`() throws {
    let source = Source()
    try withServer(Probe { _, _ in source.reply }) { server, port in
      do {
        let client = try Client(port: port)
        try ask(client)
        source.waitUntilWaiting()
      }
      for _ in 0..<500 where server.openConnections > 0 { usleep(10_000) }
      #expect(server.openConnections == 0)
      #expect(source.state.withLock { $0.waiter.isDone })
    }
  }

  @Test func `ends at once when the server stops`() throws {
    let source = Source()
    let server = try Server.start(Probe { _, _ in source.reply }, on: [.anyLoopback])
    let client = try Client(port: try #require(server.endpoints.first).port)
    try ask(client)
    _ = try receive(client, until: "\r\n\r\n")
    source.waitUntilWaiting()
    let (time, _) = timed { server.stop(grace: .seconds(10)) }
    #expect(time < .seconds(2))
    #expect(try client.receiveAllText() == "0\r\n\r\n")
  }
}
