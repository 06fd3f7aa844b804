import Dispatch
import Foundation
import Glibc
import HTTP
import Server
import Synchronization
import Testing

@Suite struct `Stopping` {
  /// Stops the server on another thread; the function that it gives waits for the end and says how long it took.
  func stopAside(_ server: RunningServer, grace: Duration) -> () -> Duration {
    let time = Mutex(Duration.zero)
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let (duration, _) = timed { server.stop(grace: grace) }
      time.withLock { $0 = duration }
      isOver.signal()
    }
    return {
      isOver.wait()
      return time.withLock { $0 }
    }
  }

  @Test func `closes idle connections at once and refuses new ones`() throws {
    let server = try Server.start(Probe.path, on: [.anyLoopback])
    let port = try #require(server.endpoints.first).port
    let client = try Client(port: port)
    #expect(try client.get("/x").status == 200)
    let (time, _) = timed { server.stop(grace: .seconds(10)) }
    #expect(time < .seconds(1))
    #expect(try client.receive().isEmpty)
    #expect(throws: Client.Problem.errno("connect", ECONNREFUSED)) { try Client(port: port) }
    #expect(server.openConnections == 0)
  }

  @Test(arguments: ["/heavy", "/delayed", "/held", "/dripped"])
  func `finishes what is in flight`(path: String) throws {
    let service = Probe(heavy: { $0.target.path == "/heavy" }) { request, _ in
      switch request.target.path {
      case "/heavy":
        usleep(200_000)
        return .send(.text(.ok, "done"))
      case "/delayed": return .send(.text(.ok, "done"), Transmission(after: .milliseconds(200)))
      case "/dripped": return .send(.text(.ok, "done"), Transmission(shape: .drip(over: .milliseconds(200))))
      default:
        return .hold(Hold(waiter: Waiter(), atMost: .milliseconds(200)) { .send(.text(.ok, "done")) })
      }
    }
    let server = try Server.start(service, on: [.anyLoopback])
    let client = try Client(port: try #require(server.endpoints.first).port)
    try client.send("GET \(path) HTTP/1.1\r\nHost: test\r\n\r\n")
    usleep(50_000)
    let stopped = stopAside(server, grace: .seconds(5))
    let answer = try client.answer()
    #expect(answer.text == "done")
    #expect(try client.receive().isEmpty)
    #expect(stopped() < .seconds(4))
  }

  @Test func `takes a request that is being sent`() throws {
    let server = try Server.start(Probe.path, on: [.anyLoopback])
    let client = try Client(port: try #require(server.endpoints.first).port)
    try client.send("GET /half HTTP/1.1\r\n")
    usleep(50_000)
    let stopped = stopAside(server, grace: .seconds(5))
    usleep(50_000)
    try client.send("Host: test\r\n\r\n")
    let answer = try client.answer()
    #expect(answer.text == "/half")
    #expect(answer["Connection"] == "close")
    #expect(stopped() < .seconds(4))
  }

  @Test func `gives up when the grace is over`() throws {
    let service = Probe { _, _ in .hold(Hold(waiter: Waiter()) { .send(.text(.ok, "never")) }) }
    let server = try Server.start(service, on: [.anyLoopback])
    let client = try Client(port: try #require(server.endpoints.first).port)
    try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
    usleep(50_000)
    let (time, _) = timed { server.stop(grace: .milliseconds(200)) }
    #expect(time > .milliseconds(150) && time < .seconds(4))
    #expect(try client.receiveAll().isEmpty)
  }

  @Test func `is cut short by a second call`() throws {
    let service = Probe { _, _ in .hold(Hold(waiter: Waiter()) { .send(.text(.ok, "never")) }) }
    let server = try Server.start(service, on: [.anyLoopback])
    let client = try Client(port: try #require(server.endpoints.first).port)
    try client.send("GET / HTTP/1.1\r\nHost: test\r\n\r\n")
    usleep(50_000)
    let stopped = stopAside(server, grace: .seconds(60))
    usleep(50_000)
    server.abort()
    #expect(stopped() < .seconds(4))
  }
}

@Suite struct `Listening` {
  @Test func `on an address in use fails`() throws {
    let server = try Server.start(Probe.path, on: [.anyLoopback])
    defer { server.abort() }
    let taken = try #require(server.endpoints.first)
    #expect(throws: ServerError.addressInUse("\(taken)")) { try Server.start(Probe.path, on: [taken]) }
  }

  @Test func `on localhost serves both loopback addresses where there are two`() throws {
    let server = try Server.start(Probe.path, on: [Endpoint(host: "localhost", port: 0)])
    defer { server.abort() }
    let hosts = server.endpoints.map(\.host)
    #expect(hosts == ["127.0.0.1", "::1"] || hosts == ["127.0.0.1"])
    #expect(Set(server.endpoints.map(\.port)).count == 1)
  }

  @Test func `on all interfaces tells IPv4 clients by their IPv4 address`() throws {
    let service = Probe { _, peer in .send(.text(.ok, peer.address)) }
    let server = try Server.start(service, on: [Endpoint(host: "*", port: 0)])
    defer { server.abort() }
    let client = try Client(port: try #require(server.endpoints.first).port)
    #expect(try client.get("/").text == "127.0.0.1")
  }

  @Test func `on a foreign address fails`() {
    #expect(throws: ServerError.addressNotAvailable("192.0.2.1:0")) {
      try Server.start(Probe.path, on: [Endpoint(host: "192.0.2.1", port: 0)])
    }
  }

  @Test(arguments: [
    "127.0.0.1:8080": Endpoint(host: "127.0.0.1", port: 8080), "[::1]:0": Endpoint(host: "::1", port: 0),
    "8080": Endpoint(host: "localhost", port: 8080), "*:80": Endpoint(host: "*", port: 80),
  ])
  func `reads endpoints`(text: String, endpoint: Endpoint) {
    #expect(Endpoint(text) == endpoint)
  }

  @Test(arguments: ["", ":80", "host:", "host:65536", "::1:80", "host:-1", "host:8o", "[::1]"])
  func `refuses what is no endpoint`(text: String) {
    #expect(Endpoint(text) == nil)
  }
}
