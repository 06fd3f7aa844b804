import Glibc
import HTTP
import Testing

@testable import Server

@Suite struct `Answers to clients that ask at the same time` {
  /// Answers with the path; `/busy` keeps the loop for a while, so that what comes meanwhile is found in one look.
  private static let service = Probe { request, _ in
    if request.target.path == "/busy" { spin(for: .milliseconds(100)) }
    return .send(.text(.ok, request.target.path))
  }

  /// Asks for `/busy`, then runs `body` while the loop is kept.
  private func whileBusy(_ port: Int, _ body: () throws -> Void) throws -> Client {
    let busy = try Client(port: port)
    #expect(try busy.get("/first").status == 200)
    try busy.send("GET /busy HTTP/1.1\r\nHost: test\r\n\r\n")
    usleep(20_000)
    try body()
    return busy
  }

  @Test func `reach each its own client`() throws {
    try withServer(Self.service, ServerOptions(loops: 1)) { _, port in
      let clients = try (0..<100).map { _ in try Client(port: port) }
      for client in clients { #expect(try client.get("/hello").text == "/hello") }
      let busy = try whileBusy(port) {
        for (number, client) in clients.enumerated() {
          try client.send("GET /\(number) HTTP/1.1\r\nHost: test\r\n\r\n")
        }
      }
      for (number, client) in clients.enumerated() { #expect(try client.answer().text == "/\(number)") }
      #expect(try busy.answer().text == "/busy")
    }
  }

  @Test func `reach a client that has finished sending, and those beside one that went away`() throws {
    try withServer(Self.service, ServerOptions(loops: 1)) { server, port in
      let finished = try Client(port: port)
      let other = try Client(port: port)
      var gone: Client? = try Client(port: port)
      for client in [finished, other] { #expect(try client.get("/hello").status == 200) }
      #expect(try gone?.get("/hello").status == 200)
      let busy = try whileBusy(port) {
        try gone?.send("GET /gone HTTP/1.1\r\nHost: test\r\n\r\n")
        gone = nil
        try finished.send("GET /finished HTTP/1.1\r\nHost: test\r\n\r\n")
        finished.finishSending()
        try other.send("GET /other HTTP/1.1\r\nHost: test\r\n\r\n")
      }
      #expect(try busy.answer().text == "/busy")
      #expect(try finished.answer().text == "/finished")
      #expect(try finished.receive().isEmpty)
      #expect(try other.answer().text == "/other")
      #expect(try other.get("/again").text == "/again")
    }
  }

  @Test func `are kept for clients that do not read, in their order`() throws {
    let body = String(repeating: "x", count: 15_000)
    let service = Probe { request, _ in
      if request.target.path == "/busy" { spin(for: .milliseconds(3)) }
      return .send(.text(.ok, request.target.path + body))
    }
    try withServer(service, ServerOptions(loops: 1)) { _, port in
      let busy = try Client(port: port)
      let slow = try (0..<6).map { _ in try Client(port: port, receiveBuffer: 4096) }
      for client in slow { #expect(try client.get("/first").status == 200) }
      // One answer each in every look, together more than the sockets' buffers hold.
      for round in 0..<300 {
        try busy.send("GET /busy HTTP/1.1\r\nHost: test\r\n\r\n")
        usleep(1_000)
        for client in slow { try client.send("GET /\(round) HTTP/1.1\r\nHost: test\r\n\r\n") }
        #expect(try busy.answer().text == "/busy" + body)
      }
      for client in slow {
        for round in 0..<300 { #expect(try client.answer().text == "/\(round)" + body) }
      }
    }
  }
}
