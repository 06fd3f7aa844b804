import Flow
import HTTP
import JSON
import Registry
import Testing

@testable import Control
@testable import ProviderKit
@testable import eidolon

@Suite struct `The control plane` {
  private let state = ControlState()
  private let application: Application

  init() throws {
    let loaded = try LibrarySource(hasDefaults: true, folders: [], clients: []).load()
    application = try Composition(loaded: loaded, seed: 1, state: state).emulator().root
  }

  private func get(_ path: String, host: String? = "localhost:8080") throws -> Response {
    let headers: Headers = host.map { ["Host": $0] } ?? [:]
    let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 8080)
    let reply = application.respond(to: Request(.get, path, headers: headers), from: peer)
    guard case .send(let response, _) = reply else { throw RunFailure("expected an answer at once") }
    return response
  }

  private func text(_ response: Response) -> String { String(decoding: response.body, as: UTF8.self) }

  @Test func `answers that it is well`() throws {
    let response = try get("/_eidolon/health")
    #expect(
      response.status == .ok && text(response) == "{\"status\":\"ok\",\"version\":\"\(Control.version)\"}\n")
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.headers["Eidolon"] == "emulator" && response.headers["Cache-Control"] == "no-store")
  }

  @Test func `is ready once every address is served`() throws {
    #expect(try get("/_eidolon/ready").status.code == 503)
    state.becomeReady()
    #expect(try text(get("/_eidolon/ready")) == "{\"status\":\"ready\",\"version\":\"\(Control.version)\"}\n")
  }

  @Test func `hands out the authority, or says how to get one`() throws {
    let none = try get("/_eidolon/ca.pem")
    #expect(none.status == .notFound && text(none).contains("eidolon serve --tls localhost:8443"))
    state.setAuthority(.own)
    #expect(try text(get("/_eidolon/ca.pem")).contains("--tls-cert"))
    state.setAuthority(.certificate("-----BEGIN CERTIFICATE-----\n"))
    let response = try get("/_eidolon/ca.pem")
    #expect(response.status == .ok && text(response) == "-----BEGIN CERTIFICATE-----\n")
    #expect(response.headers["Content-Type"] == "application/x-pem-file")
  }

  @Test(arguments: ["/_eidolon/health", "/_eidolon/ready", "/_eidolon/ca.pem"])
  func `answers no host that a stranger can own`(path: String) throws {
    let response = try get(path, host: "attacker.example")
    #expect(response.status.code == 421)
    #expect(response.headers["Content-Type"] == "application/problem+json")
    let problem = try JSON(parsing: response.body)
    #expect(problem["type"] == "urn:eidolon:problem:host-not-allowed" && problem["status"] == 421)
    #expect(
      problem["detail"]?.string?.hasPrefix("The Host \"attacker.example\" could belong to a web page") == true
    )
  }

  @Test func `has a start page with what to paste, without inline script or style`() throws {
    let response = try get("/", host: "eidolon:8080")
    let page = text(response)
    #expect(response.status == .ok && response.headers["Content-Type"] == "text/html; charset=utf-8")
    let policy = response.headers["Content-Security-Policy"] ?? ""
    #expect(policy.hasPrefix("default-src 'none'; style-src 'self'; script-src 'self'"))
    #expect(page.contains("This is an emulator. No real identity is used."))
    #expect(page.contains(">EIDOLON_TEST</code>"))
    let discovery = "http://eidolon:8080/itsme/oidc/.well-known/openid-configuration"
    #expect(
      page.contains("<a href=\"\(discovery)\"><code id=\"itsme-1\" class=\"whole\">\(discovery)</code></a>"))
    #expect(!page.contains("<script>") && !page.contains("<style") && page.contains("Not strict: "))
  }

  @Test func `has a start page into which no host writes`() throws {
    let page = try text(get("/", host: "\"><script>alert(1)</script>"))
    #expect(!page.contains("<script>"))
  }
}

@Suite struct `The hosts of the control plane` {
  @Test(arguments: [
    nil, "localhost", "localhost:8080", "LOCALHOST", "itsme.localhost:1", "localhost.", "eidolon",
    "eidolon:8080",
    "host.docker.internal:8080", "127.0.0.1", "127.8.9.10:80", "10.0.0.1", "172.16.0.1", "172.31.255.255",
    "192.168.1.1:8080", "169.254.1.1", "0.0.0.0:8080", "[::1]", "[::1]:8080", "[::]", "[fd12::1]",
    "[fe80::1]:1",
    "[::ffff:10.0.0.1]",
  ])
  func `are those that no stranger can own`(host: String?) {
    #expect(ControlHost.isSafe(host))
  }

  @Test(arguments: [
    "", "example.com", "localhost.example.com", "xlocalhost.test", "127.0.0.1.nip.io", "8.8.8.8",
    "172.32.0.1",
    "172.15.0.1", "192.169.0.1", "1.2.3", "[2001:db8::1]", "[::ffff:8.8.8.8]", "[::1", ":80",
    "host.docker.internal.evil.test",
    "a.b:80", "[fec0::1]",
  ])
  func `are none that a stranger can own`(host: String) {
    #expect(!ControlHost.isSafe(host))
  }
}
