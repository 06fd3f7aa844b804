import Foundation
import Glibc
import HTTP
import Server
import Synchronization
import Testing

@Suite struct `A held answer` {
  @Test func `comes when its waiter is woken`() throws {
    let waiter = Waiter()
    let service = Probe { _, _ in
      .hold(Hold(waiter: waiter, atMost: .seconds(20)) { .send(.text(.ok, "woken")) })
    }
    try withServer(service) { _, port in
      let client = try Client(port: port)
      try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
      usleep(100_000)
      let (time, answer) = try timed {
        waiter.wake()
        return try client.answer()
      }
      #expect(answer.text == "woken")
      #expect(time < .seconds(3))
    }
  }

  @Test func `comes at once when its waiter was woken before`() throws {
    let waiter = Waiter()
    waiter.wake()
    let service = Probe { _, _ in .hold(Hold(waiter: waiter) { .send(.text(.ok, "woken")) }) }
    try withServer(service) { _, port in
      let answer = try Client(port: port).get("/")
      #expect(answer.text == "woken")
    }
  }

  @Test func `comes when time is up`() throws {
    let service = Probe { _, _ in
      .hold(Hold(waiter: Waiter(), atMost: .milliseconds(150)) { .send(.text(.ok, "still nothing")) })
    }
    try withServer(service) { _, port in
      let client = try Client(port: port)
      let (time, answer) = try timed { try client.get("/") }
      #expect(answer.text == "still nothing")
      #expect(time >= .milliseconds(150))
      #expect(try client.get("/").text == "still nothing")
    }
  }

  @Test func `may hold again, and be asked on a worker`() throws {
    let asked = Counted()
    let service = Probe(heavy: { _ in true }) { _, _ in
      @Sendable func again() -> Reply {
        asked.add() == 3
          ? .send(.text(.ok, "third"))
          : .hold(Hold(waiter: Waiter(), atMost: .milliseconds(20)) { .work(again) })
      }
      return again()
    }
    try withServer(service) { _, port in
      let answer = try Client(port: port).get("/")
      #expect(answer.text == "third")
    }
  }

  @Test func `is released when the client goes away`() throws {
    let waiter = Waiter()
    let asked = Counted()
    let service = Probe { _, _ in
      .hold(
        Hold(waiter: waiter) {
          _ = asked.add()
          return .send(.text(.ok, "nobody hears"))
        })
    }
    try withServer(service) { server, port in
      do {
        let client = try Client(port: port)
        try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
        usleep(100_000)
        #expect(server.openConnections == 1)
      }
      let end = ContinuousClock().now + .seconds(5)
      while server.openConnections > 0, ContinuousClock().now < end { usleep(5000) }
      #expect(server.openConnections == 0)
      #expect(waiter.isDone)
      waiter.wake()
      usleep(50_000)
      #expect(asked.value == 0)
    }
  }

  @Test func `is woken from many threads once`() throws {
    let waiters = (0..<50).map { _ in Waiter() }
    let service = Probe { request, _ in
      let waiter = waiters[Int(request.target.path.dropFirst()) ?? 0]
      return .hold(Hold(waiter: waiter, atMost: .seconds(20)) { .send(.text(.ok, request.target.path)) })
    }
    try withServer(service) { _, port in
      let clients = try waiters.indices.map { number in
        let client = try Client(port: port)
        try client.send("GET /\(number) HTTP/1.1\r\nHost: test\r\n\r\n")
        return client
      }
      usleep(50_000)
      Thread.detachNewThread { for waiter in waiters.reversed() { waiter.wake() } }
      for waiter in waiters { waiter.wake() }
      for (number, client) in clients.enumerated() {
        #expect(try client.answer().text == "/\(number)")
        #expect(throws: (any Error).self) {
          var time = timeval(tv_sec: 0, tv_usec: 1000)
          setsockopt(client.socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
          _ = try client.receive()
        }
      }
    }
  }
}

/// A number that threads count up.
final class Counted: Sendable {
  private let number = Mutex(0)

  func add() -> Int {
    number.withLock {
      $0 += 1
      return $0
    }
  }

  var value: Int { number.withLock { $0 } }
}
