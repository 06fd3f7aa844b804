import Foundation
import HTTP
import Testing

@testable import Server

/// The name of the calling thread.
private func threadName() -> String {
  let name = try? String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
  return name?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
}

@Suite struct `Heavy work` {
  @Test func `is done by a worker, and what is light by the loop beside it`() throws {
    let service = Probe(heavy: { $0.target.path == "/heavy" }) { _, _ in .send(.text(.ok, threadName())) }
    try withServer(service, ServerOptions(loops: 1, workers: 1)) { _, port in
      let client = try Client(port: port)
      for _ in 0..<6 {
        #expect(try client.get("/heavy").text == "worker")
        #expect(try client.get("/light").text == "loop 0")
      }
    }
  }

  @Test func `is answered to whoever asked, when many ask at once`() throws {
    let service = Probe(heavy: { _ in true }) { request, _ in .send(.text(.ok, request.target.path)) }
    try withServer(service, ServerOptions(loops: 3, workers: 1)) { _, port in
      let clients = try (0..<12).map { _ in try Client(port: port) }
      for round in 0..<20 {
        for (number, client) in clients.enumerated() {
          try client.send("GET /same HTTP/1.1\r\nHost: \(number)-\(round)\r\n\r\n")
        }
        for client in clients { #expect(try client.answer().text == "/same") }
      }
    }
  }

  @Test func `is answered before what was asked behind it on its connection`() throws {
    let service = Probe(heavy: { $0.target.path != "/light" }) { request, _ in
      .send(.text(.ok, request.target.path))
    }
    try withServer(service, ServerOptions(loops: 1, workers: 1)) { _, port in
      let first = try Client(port: port)
      for _ in 0..<8 { _ = try first.get("/same") }
      for _ in 0..<20 {
        let clients = try (0..<8).map { _ in try Client(port: port) }
        for client in clients {
          try client.send(
            "GET /same HTTP/1.1\r\nHost: test\r\n\r\nGET /light HTTP/1.1\r\nHost: test\r\n\r\n"
              + "GET /same HTTP/1.1\r\nHost: test\r\n\r\n"
              + "GET /light HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n")
        }
        for client in clients {
          for path in ["/same", "/light", "/same", "/light"] { #expect(try client.answer().text == path) }
          #expect(try client.receive().isEmpty)
        }
      }
    }
  }
}
