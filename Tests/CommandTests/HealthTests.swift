import Control
import HTTP
import Registry
import ProviderKit
import Server
import Testing

@testable import eidolon

/// A server that answers as it is told, on a port of its own.
private final class FixedServer {
  private struct Fixed: Service {
    let response: Response
    func respond(to request: Request, from peer: Peer) -> Reply {
      .send(request.target.path == "/_eidolon/health" ? response : .notFound)
    }
    func refused(_ refusal: Refusal, from peer: Peer) -> Response { response }
  }

  private let server: RunningServer

  init(_ response: Response) throws {
    server = try Server.start(Fixed(response: response), on: [.anyLoopback], options: ServerOptions(loops: 1))
  }

  func stop() { server.stop(grace: .zero) }

  var address: ListenAddress { server.endpoints[0] }
}

@Suite struct `eidolon health` {
  private func run(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> Report {
    try HealthCommand.run(parsed(.health, arguments), environment: environment)
  }

  @Test func `is content when the server is`() throws {
    let server = try FixedServer(.json(.ok, Array("{}".utf8)))
    defer { server.stop() }
    let (address, port) = (server.address, server.address.port)
    #expect(try run(["--url", "http://\(address)"]) == Report(output: "ok\n"))
    #expect(try run(["--url", "http://localhost:\(port)/_eidolon/health"]) == Report(output: "ok\n"))
    #expect(try run(environment: ["EIDOLON_LISTEN": "0.0.0.0:\(port),[::]:1"]) == Report(output: "ok\n"))
  }

  @Test func `fails when the server answers otherwise`() throws {
    let server = try FixedServer(.text(Status(503), "no"))
    defer { server.stop() }
    #expect(
      try run(["--url", "http://\(server.address)"])
        == Report(errors: "\(server.address) answered with status 503\n", status: .failure))
  }

  @Test func `fails when nobody listens`() throws {
    let server = try FixedServer(.notFound)
    defer { server.stop() }
    // The port stays ours meanwhile, so that no server of another test gets it.
    let address = "\(server.address)".replacing("127.0.0.1", with: "127.0.0.2")
    #expect(
      try run(["--url", "http://\(address)"])
        == Report(errors: "\(address): Connection refused\n", status: .failure))
  }

  @Test func `asks by address only`() throws {
    #expect(
      try run(["--url", "http://name.test"])
        == Report(
          errors: "name.test:80: is asked by address only; give a numeric one or localhost\n",
          status: .failure))
  }

  @Test(arguments: [
    ("http://127.0.0.1:8080", "127.0.0.1", 8080, "/_eidolon/health"),
    ("http://[::1]:81/", "::1", 81, "/_eidolon/health"),
    ("http://[::]", "::1", 80, "/_eidolon/health"),
    ("http://localhost/~t1/", "127.0.0.1", 80, "/~t1/_eidolon/health"),
    ("127.0.0.1:8080", "127.0.0.1", 8080, "/_eidolon/health"),
    ("http://1.2.3.4/_eidolon/health?x#y", "1.2.3.4", 80, "/_eidolon/health"),
  ])
  func `finds the question's address in a URL`(url: String, host: String, port: Int, path: String) throws {
    let address = try HealthAddress(url: OptionValue(text: url, origin: "--url"))
    #expect(address.host == host && address.port == port && address.path == path)
  }

  @Test(arguments: [
    ("127.0.0.1:8080", nil), ("127.0.0.1:90", "*:90"), ("127.0.0.1:91", "0.0.0.0:91"),
    ("[::1]:92", "[::]:92"),
    ("10.1.2.3:93", "10.1.2.3:93,127.0.0.1:1"), ("127.0.0.1:94", "94"),
  ])
  func `finds the server where EIDOLON_LISTEN says`(authority: String, listen: String?) throws {
    #expect(try HealthAddress(listen: listen).authority == authority)
  }

  @Test func `says what is wrong with an address`() {
    #expect(
      throws: UsageFailure(
        "--url \"https://a\": health asks over plain http only; give the address of --listen")
    ) {
      try HealthAddress(url: OptionValue(text: "https://a", origin: "--url"))
    }
    #expect(throws: UsageFailure("--url \"http://\" is not a URL such as http://127.0.0.1:8080")) {
      try HealthAddress(url: OptionValue(text: "http://", origin: "--url"))
    }
    #expect(throws: UsageFailure("EIDOLON_LISTEN \"x:y\" is not HOST:PORT")) {
      try HealthAddress(listen: "x:y")
    }
  }

  @Test func `tells HTTP from what is none`() throws {
    #expect(
      try Probe.answer(in: Array("HTTP/1.1 200 OK\r\nA: b\r\n\r\nbody".utf8))
        == Probe.Answer(status: 200, body: "body"))
    #expect(throws: RunFailure("closed the connection without an answer")) { try Probe.answer(in: []) }
    #expect(throws: RunFailure("answered something that is not HTTP")) {
      try Probe.answer(in: Array("SSH-2.0".utf8))
    }
  }
}
