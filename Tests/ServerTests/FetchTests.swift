import Crypto
import Foundation
import Glibc
import HTTP
import Server
import Testing

/// A server that answers `/fetch?URL` with what it fetched there, or why not.
private struct Relay {
  var timeout: Duration = .seconds(5)
  var limit = 256 * 1024
  var outgoing = OutgoingOptions(isInContainer: false)

  func fetch(_ url: String) throws -> String {
    let (timeout, limit) = (timeout, limit)
    let service = Probe { _, _ in
      .fetch(
        Fetch(url: url, timeout: timeout, limit: limit) { result in
          switch result {
          case .success(let document):
            .send(
              .text(
                .ok,
                "\(document.status.code) \(document.headers["Content-Type"] ?? "-") "
                  + String(decoding: document.body, as: UTF8.self)))
          case .failure(let error): .send(.text(502, "\(error)"))
          }
        })
    }
    return try withServer(service, ServerOptions(outgoing: outgoing)) { _, port in
      try Client(port: port).get("/").text
    }
  }
}

@Suite struct `A fetched document` {
  @Test func `comes from another server over http`() throws {
    let keys = Probe { request, _ in
      .send(
        .json(
          .ok,
          Array("{\"asked\":\"\(request.target.raw)\",\"host\":\"\(request.headers["Host"] ?? "")\"}".utf8)))
    }
    try withServer(keys) { _, port in
      let text = try Relay().fetch("http://localhost:\(port)/jwks.json?a=b#c")
      #expect(text == "200 application/json {\"asked\":\"/jwks.json?a=b\",\"host\":\"localhost:\(port)\"}")
    }
  }

  @Test func `comes over https when its authority is known`() throws {
    let authority = try CertificateAuthority(
      names: [CertificateName("localhost"), CertificateName("127.0.0.1")],
      now: Int(Date().timeIntervalSince1970))
    let tls = try TLSServerContext(authority.leaf(now: Int(Date().timeIntervalSince1970)))
    try withServer(Probe.path, tls: tls) { _, port in
      let trusting = Relay(outgoing: OutgoingOptions(authorities: authority.identity.certificateChain))
      let byName = try trusting.fetch("https://localhost:\(port)/keys")
      #expect(byName == "200 text/plain; charset=utf-8 /keys")
      let byAddress = try trusting.fetch("https://127.0.0.1:\(port)/keys")
      #expect(byAddress == "200 text/plain; charset=utf-8 /keys")
    }
  }

  @Test func `is refused from an unknown authority unless that is allowed`() throws {
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority(names: [CertificateName("localhost")], now: now)
    try withServer(Probe.path, tls: TLSServerContext(authority.leaf(now: now))) { _, port in
      let refused = try Relay().fetch("https://localhost:\(port)/")
      #expect(
        refused == "https failed: the certificate is not trusted: unable to get local issuer certificate")
      let lenient = Relay(outgoing: OutgoingOptions(acceptsUnknownAuthorities: true))
      let allowed = try lenient.fetch("https://localhost:\(port)/")
      #expect(allowed == "200 text/plain; charset=utf-8 /")
      let wrongName = try lenient.fetch("https://127.0.0.1:\(port)/")
      #expect(wrongName == "https failed: the certificate is not trusted: IP address mismatch")
    }
  }

  @Test func `may be an answer of the server itself, wherever its Host points to`() throws {
    let service = Probe { request, _ in
      guard request.target.path == "/" else {
        return .send(
          .text(
            .ok,
            "\(request.method.text) \(request.target.raw) for \(request.headers["Host"] ?? "") "
              + "as \(request.headers["Authorization"] ?? ""): \(String(decoding: request.body, as: UTF8.self))"
          ))
      }
      let own = Request(
        .post, "/own?a=b", headers: ["Host": "localhost:1", "Authorization": "Basic eA=="],
        form: ["c": "d"])
      return .fetch(
        Fetch(own: own) { result in
          switch result {
          case .success(let document): .send(Response(document.status, body: document.body))
          case .failure(let error): .send(.text(502, "\(error)"))
          }
        })
    }
    let text = "POST /own?a=b for localhost:1 as Basic eA==: c=d"
    try withServer(service) { _, port in
      let answer = try Client(port: port).get("/").text
      #expect(answer == text)
    }
    let now = Int(Date().timeIntervalSince1970)
    let authority = try CertificateAuthority(names: [CertificateName("localhost")], now: now)
    let tls = try TLSServerContext(authority.leaf(now: now))
    try withServer(service, tls: tls) { _, port in
      let relay = Relay(outgoing: OutgoingOptions(acceptsUnknownAuthorities: true))
      let answer = try relay.fetch("https://localhost:\(port)/")
      #expect(answer.hasSuffix(text))
    }
  }

  @Test func `may have any status, and redirects are not followed`() throws {
    let service = Probe { _, _ in .send(.redirect(to: "http://127.0.0.1:1/")) }
    try withServer(service) { _, port in
      let text = try Relay().fetch("http://127.0.0.1:\(port)/")
      #expect(text.hasPrefix("302 "))
    }
  }

  @Test func `is refused when it is too large`() throws {
    let service = Probe { _, _ in .send(Response(.ok, body: [UInt8](repeating: 7, count: 1001))) }
    try withServer(service) { _, port in
      let refused = try Relay(limit: 1000).fetch("http://127.0.0.1:\(port)/")
      #expect(refused == "the document is larger than 1000 bytes")
      let taken = try Relay(limit: 1001).fetch("http://127.0.0.1:\(port)/")
      #expect(taken.hasPrefix("200 "))
    }
  }

  @Test(arguments: [
    Transmission(after: .seconds(20)), Transmission(shape: .drip(over: .seconds(20))),
  ])
  func `is given up when time is up`(transmission: Transmission) throws {
    try withServer(Probe { _, _ in .send(.text(.ok, "late"), transmission) }) { _, port in
      let (time, text) = try timed {
        try Relay(timeout: .milliseconds(200)).fetch("http://127.0.0.1:\(port)/")
      }
      #expect(text == "no complete answer within 0.2 seconds")
      #expect(time < .seconds(5))
    }
  }

  @Test(arguments: [
    (Transmission.Shape.empty, "the connection was closed without an answer"),
    (.truncated(bytes: 30), "it ends within its head"),
    (.garbage(Array("hello\r\n\r\n".utf8)), "it does not begin with an HTTP/1.1 status line"),
  ])
  func `is refused when the answer is broken`(shape: Transmission.Shape, reason: String) throws {
    try withServer(Probe { _, _ in .send(.text(.ok, "x"), Transmission(shape: shape)) }) { _, port in
      let text = try Relay().fetch("http://127.0.0.1:\(port)/")
      #expect(text == "the answer is malformed: \(reason)")
    }
  }

  @Test(arguments: [
    "http://169.254.169.254/latest/meta-data/", "http://[fe80::1]/", "https://[::ffff:169.254.169.254]/",
  ])
  func `never comes from a link-local address`(url: String) throws {
    let text = try Relay().fetch(url)
    #expect(text.hasPrefix("the URL is never fetched: "))
  }

  @Test func `tells who could not be reached`() throws {
    try withClosedPort { port in
      let text = try Relay().fetch("http://127.0.0.1:\(port)/")
      #expect(text == "no connection to 127.0.0.1:\(port): Connection refused")
    }
    let unknown = try Relay().fetch("http://name.invalid/")
    #expect(unknown == "the name name.invalid has no address" || unknown.hasPrefix("no complete answer"))
  }

  @Test func `tells what localhost means inside a container`() throws {
    try withClosedPort { port in
      let relay = Relay(outgoing: OutgoingOptions(isInContainer: true))
      let text = try relay.fetch("http://localhost:\(port)/jwks")
      #expect(text.contains("inside a container localhost is the container itself"))
      #expect(text.contains("host.docker.internal"))
    }
  }

  @Test func `of plain http cannot be had by https`() throws {
    try withServer(Probe.path) { _, port in
      let text = try Relay().fetch("https://127.0.0.1:\(port)/")
      #expect(text.hasPrefix("https failed: "))
    }
  }

  @Test(arguments: [
    "/relative", "ftp://a/", "http://", "http://a b/", "http://user@host/", "http://host:0/",
    "http://host:99999/",
    "http://[::1/", "http://host:8o/",
  ])
  func `needs an absolute http or https URL`(url: String) throws {
    let text = try Relay().fetch(url)
    #expect(text.hasPrefix("the URL cannot be fetched: "))
  }
}
