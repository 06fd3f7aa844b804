import Crypto
import Foundation
import Glibc
import HTTP
import Server
import Synchronization
import Testing

/// Repeatable chance (Knuth's MMIX generator), so that a failure comes again.
private struct Chance {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % bound
  }
}

@Suite struct `Clients that misbehave in every way` {
  static let service = Probe(heavy: { $0.target.path == "/heavy" }) { request, _ in
    switch request.target.path {
    case "/delayed": .send(.text(.ok, "x"), Transmission(after: .milliseconds(3)))
    case "/dripped": .send(.text(.ok, "x"), Transmission(shape: .drip(over: .milliseconds(60))))
    case "/reset": .send(.text(.ok, "x"), Transmission(shape: .reset))
    case "/empty": .send(.text(.ok, "x"), Transmission(shape: .empty))
    case "/cut": .send(.text(.ok, "x"), Transmission(shape: .truncated(bytes: 20)))
    case "/held": .hold(Hold(waiter: Waiter(), atMost: .milliseconds(5)) { .send(.text(.ok, "x")) })
    case "/large": .send(Response(.ok, body: [UInt8](repeating: 1, count: 300_000)))
    case "/fetched": .fetch(Fetch(url: "http://127.0.0.1:1/") { _ in .send(.text(.ok, "x")) })
    default: .send(.text(.ok, "x"))
    }
  }

  static let paths = [
    "/", "/heavy", "/delayed", "/dripped", "/reset", "/empty", "/cut", "/held", "/large", "/fetched",
  ]

  private func misbehave(port: Int, _ chance: inout Chance) throws {
    let client = try Client(port: port, receiveBuffer: chance.below(4) == 0 ? 4096 : nil)
    var wire = ""
    for _ in 0...chance.below(6) {
      let path = Self.paths[chance.below(Self.paths.count)]
      wire += ["GET", "HEAD"][chance.below(2)] + " \(path) HTTP/1.1\r\nHost: test\r\n\r\n"
      if chance.below(5) == 0 {
        wire +=
          "POST \(path) HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
      }
      if chance.below(20) == 0 { wire += "\u{1}\u{2}nonsense\r\n\r\n" }
    }
    let bytes = Array(wire.utf8)
    let cut = chance.below(3) == 0 ? chance.below(bytes.count) : bytes.count
    var sent = 0
    while sent < cut {
      let piece = min(1 + chance.below(chance.below(2) == 0 ? 10 : 1000), cut - sent)
      try client.send(Array(bytes[sent..<sent + piece]))
      sent += piece
      if chance.below(10) == 0 { usleep(useconds_t(chance.below(3000))) }
    }
    switch chance.below(5) {
    case 0:
      var option = linger(l_onoff: 1, l_linger: 0)
      setsockopt(client.socket, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    case 1: client.finishSending()
    case 2: usleep(useconds_t(chance.below(8000)))
    default: break
    }
    var time = timeval(tv_sec: 0, tv_usec: 1 + chance.below(20_000))
    setsockopt(client.socket, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    for _ in 0..<chance.below(6) { _ = try client.receive() }
  }

  func misbehave(port: Int, threads: Int, rounds: Int) {
    let group = DispatchGroup()
    for thread in 0..<threads {
      group.enter()
      Thread.detachNewThread {
        var chance = Chance(state: UInt64(thread) &* 7919 &+ 1)
        for _ in 0..<rounds { try? misbehave(port: port, &chance) }
        group.leave()
      }
    }
    group.wait()
  }

  @Test func `leave the server well and without connections`() throws {
    let options = ServerOptions(writeTimeout: .milliseconds(500), lingerTimeout: .milliseconds(300))
    try withServer(Self.service, options) { server, port in
      misbehave(port: port, threads: 6, rounds: 80)
      let end = ContinuousClock().now + .seconds(20)
      while server.openConnections > 0, ContinuousClock().now < end { usleep(10_000) }
      #expect(server.openConnections == 0)
      let client = try Client(port: port)
      #expect(try client.get("/").text == "x")
    }
  }

  @Test func `leave an https server well too`() throws {
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority(names: [CertificateName("localhost")], now: now)
    let trusting = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
    let options = ServerOptions(
      writeTimeout: .milliseconds(500), lingerTimeout: .milliseconds(300),
      handshakeTimeout: .milliseconds(500))
    try withServer(Self.service, options, tls: TLSServerContext(authority.leaf(now: now))) { server, port in
      // Plain http, then TLS that is broken off here and there.
      misbehave(port: port, threads: 2, rounds: 20)
      var chance = Chance(state: 42)
      for _ in 0..<60 {
        let client = try SecureClient(port: port, trusting)
        for _ in 0...chance.below(4) {
          let path = Self.paths[chance.below(Self.paths.count)]
          try? client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        }
        if chance.below(3) == 0 { try? client.client.send([23, 3, 3, 0, 5, 1, 2, 3, 4, 5]) }
        if chance.below(3) == 0 { client.client.finishSending() }
        if chance.below(3) == 0 { _ = try? client.answer() }
      }
      let end = ContinuousClock().now + .seconds(20)
      while server.openConnections > 0, ContinuousClock().now < end { usleep(10_000) }
      #expect(server.openConnections == 0)
      let client = try SecureClient(port: port, trusting)
      #expect(try client.get("/") == "x")
    }
  }
}
