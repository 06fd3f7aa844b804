import Flow
import HTTP
import ProviderKit
import Testing

/// Answers on every host, at two paths that the provider has too.
final class Doorman: EndpointOwner {
  static let endpoints: [Endpoint<Doorman>] = [
    Endpoint(named: "plain", [.get], "/plain") { _, _ in .answer(Answer(.text("doorman"))) },
    Endpoint(named: "late", [.post], "/late") { _, _ in .answer(Answer(.text("doorman"))) },
    Endpoint(named: "door", [.get], "/door") { _, _ in .answer(Answer(.text("doorman"))) },
  ]
}

@Suite struct `What a host serves` {
  private let application: Application

  init() throws {
    let sandbox = Sandbox(
      library: ScenarioLibrary(world: World(), scenarios: []),
      environment: Environment(clock: SandboxClock(wall: { Instant(seconds: 1000) })) { _ in
        [UInt8](repeating: 7, count: 32)
      }, log: NoLog())
    let routes = try Routes([Toy.self], beside: [Desk(Doorman.endpoints) { _, _, _ in Doorman() }])
    application = Application(routes, sandbox: sandbox) { _, _ in [Doorman()] }
  }

  private func response(_ method: HTTP.Method, _ host: String, _ path: String) throws -> Response {
    let request = Request(method, path, headers: ["Host": host])
    let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 8080)
    guard case .send(let response, _) = application.respond(to: request, from: peer) else { throw NotSent() }
    return response
  }

  private struct NotSent: Error {}

  private func text(_ host: String, _ path: String) throws -> String {
    String(decoding: try response(.get, host, path).body, as: UTF8.self)
  }

  @Test(arguments: ["/toy/plain", "//toy//plain", "/%74oy/plain"])
  func `shared by all has a provider below its name`(path: String) throws {
    #expect(try text("localhost:8080", path).hasPrefix("http://localhost:8080/toy "))
    #expect(try text("localhost:8080", "/plain") == "doorman")
    #expect(try text("localhost:8080", "/door") == "doorman")
  }

  @Test func `of a provider has its paths before those that every host has`() throws {
    #expect(try text("toy.localhost:8080", "/plain").hasPrefix("http://toy.localhost:8080 "))
    #expect(try text("toy.localhost:8080", "/door") == "doorman")
    #expect(try response(.get, "toy.localhost:8080", "/toy/plain").status == 404)
  }

  @Test func `allows every method that somebody serves at a path (RFC 9110 §15.5.6)`() throws {
    #expect(try response(.put, "toy.localhost:8080", "/late").headers["Allow"] == "GET, POST")
    #expect(try response(.post, "toy.localhost:8080", "/late").status == 200)
    #expect(try response(.put, "localhost:8080", "/late").headers["Allow"] == "POST")
    #expect(try response(.put, "localhost:8080", "/toy/late").headers["Allow"] == "GET")
  }

  @Test func `answers the asterisk of OPTIONS with the methods of all (RFC 9110 §9.3.7)`() throws {
    #expect(try response(.options, "localhost:8080", "*").headers["Allow"] == "GET, HEAD, POST")
  }

  @Test(arguments: ["/toy", "/toy/", "/Toy/plain", "/toy%2Fplain", "/other/plain"])
  func `has nothing at a path that only looks like a provider's`(path: String) throws {
    #expect(try response(.get, "localhost:8080", path).status == 404)
  }

  @Test func `hints at the nearest of its own paths`() throws {
    #expect(try text("localhost:8080", "/toy/plan").contains("http://localhost:8080/toy/plain\n"))
    #expect(try text("toy.localhost:8080", "/plan").contains("http://toy.localhost:8080/plain\n"))
  }
}
