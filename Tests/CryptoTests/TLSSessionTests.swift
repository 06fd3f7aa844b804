import Testing

@testable import Crypto

@Suite struct `A TLS session over memory` {
  let authority: CertificateAuthority
  let server: TLSServerContext
  let client: TLSClientContext

  init() throws {
    authority = try TestAuthority.make("localhost", "*.apps.localhost", "127.0.0.1", "::1")
    server = try TLSServerContext(authority.leaf(now: TestAuthority.now))
    client = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
  }

  func pair(host: String = "localhost", cut: Int = .max) throws -> TLSPair {
    TLSPair(client: try TLSSession(client, host: host), server: try TLSSession(server), cut: cut)
  }

  @Test(arguments: [TLSSession.Version.tls12, .tls13])
  func `speaks TLS 1.2 and 1.3, and http 1.1 by ALPN (RFC 7301)`(version: TLSSession.Version) throws {
    let pair = try pair()
    pair.client.speakOnly(version)
    #expect(pair.shakeHands() == (.complete, .complete))
    #expect(pair.server.version == (version == .tls12 ? "TLSv1.2" : "TLSv1.3"))
    #expect(pair.client.version == pair.server.version)
    #expect(pair.server.applicationProtocol == "http/1.1")
    #expect(try pair.say("GET /", from: pair.client, to: pair.server) == ("GET /", .needsMore))
    #expect(try pair.say("200 OK", from: pair.server, to: pair.client) == ("200 OK", .needsMore))
  }

  @Test func `refuses TLS 1.1`() throws {
    let pair = try pair()
    pair.client.speakOnly(.tls11)
    let ends = pair.shakeHands()
    #expect(ends.client != .complete)
    #expect(ends.server != .complete)
  }

  @Test(arguments: [1, 2, 3, 5, 7, 100, 1000], [TLSSession.Version.tls12, .tls13])
  func `comes to the same however the bytes are cut`(cut: Int, version: TLSSession.Version) throws {
    let pair = try pair(cut: cut)
    pair.client.speakOnly(version)
    #expect(pair.shakeHands() == (.complete, .complete))
    let long = String(repeating: "0123456789", count: cut < 5 ? 300 : 5000)
    #expect(try pair.say(long, from: pair.client, to: pair.server) == (long, .needsMore))
    #expect(try pair.say(long, from: pair.server, to: pair.client) == (long, .needsMore))
  }

  @Test func `appends records to what the caller has still to send`() throws {
    let pair = try pair()
    #expect(pair.client.advance() == .needsMore)
    pair.carry(from: pair.client, to: pair.server) { _ = pair.server.advance() }
    pair.carry(from: pair.server, to: pair.client) { _ = pair.client.advance() }
    pair.carry(from: pair.client, to: pair.server) { _ = pair.server.advance() }
    // The server's ticket is pending, and goes first.
    var bytes = Array("before".utf8)
    try pair.server.write(Array("200 OK".utf8).span, to: &bytes)
    #expect(bytes.starts(with: "before".utf8))
    var rest: [UInt8] = []
    pair.server.takeCiphertext(to: &rest)
    #expect(rest.isEmpty)
    pair.client.receive(Array(bytes.dropFirst(6)).span)
    #expect(pair.client.hasInput)
    var buffer = [UInt8](repeating: 0, count: 100)
    #expect(pair.client.read(into: &buffer) == .bytes(6))
    #expect(String(decoding: buffer[..<6], as: UTF8.self) == "200 OK")
    #expect(!pair.client.hasInput)
  }

  @Test func `ends with close_notify (RFC 8446 section 6.1)`() throws {
    let pair = try pair()
    #expect(pair.shakeHands() == (.complete, .complete))
    pair.server.close()
    pair.carry(from: pair.server, to: pair.client)
    var buffer = [UInt8](repeating: 0, count: 100)
    #expect(pair.client.read(into: &buffer) == .closed)
  }

  @Test(arguments: [TLSSession.Version.tls12, .tls13])
  func `fails if the client says goodbye in the handshake`(version: TLSSession.Version) throws {
    let pair = try pair()
    pair.client.speakOnly(version)
    #expect(pair.client.advance() == .needsMore)
    pair.carry(from: pair.client, to: pair.server) { #expect(pair.server.advance() == .needsMore) }
    // A close_notify in the clear (RFC 5246 section 7.2.1).
    pair.server.receive([0x15, 3, 3, 0, 2, 1, 0].span)
    #expect(pair.server.advance() == .failed(.refusedByPeer("close_notify")))
  }

  @Test func `continues an earlier session by its ticket`() throws {
    let first = try pair()
    #expect(first.shakeHands() == (.complete, .complete))
    // In TLS 1.3 the ticket comes after the handshake.
    var buffer = [UInt8](repeating: 0, count: 100)
    #expect(first.client.read(into: &buffer) == .needsMore)
    let second = try pair()
    try second.client.resume(from: first.client)
    #expect(second.shakeHands() == (.complete, .complete))
    #expect(second.server.isResumed)
  }

  @Test(arguments: ["localhost", "one.apps.localhost", "127.0.0.1", "::1"])
  func `is trusted for the leaf's names`(host: String) throws {
    #expect(try pair(host: host).shakeHands() == (.complete, .complete))
  }

  @Test(arguments: ["example.org", "two.one.apps.localhost", "127.0.0.2"])
  func `is not trusted for other names`(host: String) throws {
    let pair = try pair(host: host)
    guard case .failed(.certificateNotTrusted(let reason)) = pair.shakeHands().client else {
      Issue.record("trusted for \(host)")
      return
    }
    #expect(reason.contains("mismatch"))
  }

  @Test func `tells the server that the client does not know the authority`() throws {
    let stranger = try TLSClientContext(trust: .init(system: false))
    let pair = TLSPair(client: try TLSSession(stranger, host: "localhost"), server: try TLSSession(server))
    let ends = pair.shakeHands()
    // OpenSSL's text: the chain ends in a certificate that is not there.
    #expect(ends.client == .failed(.certificateNotTrusted("unable to get local issuer certificate")))
    guard case .failed(.refusedByPeer(let reason)) = ends.server else {
      Issue.record("the server did not hear the alert: \(ends.server)")
      return
    }
    #expect(reason.contains("unknown ca"))
  }

  @Test func `takes an unknown authority when told to, but no wrong name`() throws {
    let lenient = try TLSClientContext(trust: .init(system: false, acceptsUnknownAuthorities: true))
    let good = TLSPair(client: try TLSSession(lenient, host: "localhost"), server: try TLSSession(server))
    #expect(good.shakeHands() == (.complete, .complete))
    let bad = TLSPair(client: try TLSSession(lenient, host: "example.org"), server: try TLSSession(server))
    #expect(bad.shakeHands().client != .complete)
  }

  @Test func `refuses an expired certificate even then`() throws {
    let old = try TLSServerContext(authority.leaf(now: TestAuthority.now - 100 * 86_400))
    let lenient = try TLSClientContext(trust: .init(system: false, acceptsUnknownAuthorities: true))
    let pair = TLSPair(client: try TLSSession(lenient, host: "localhost"), server: try TLSSession(old))
    #expect(pair.shakeHands().client == .failed(.certificateNotTrusted("certificate has expired")))
  }

  @Test func `fails when what arrives is not TLS`() throws {
    let session = try TLSSession(server)
    session.receive(Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8).span)
    guard case .failed(.protocolViolation(let reason)) = session.advance() else {
      Issue.record("took http for TLS")
      return
    }
    #expect(reason == "http request")
  }
}

@Suite struct `A client's certificate` {
  let authority: CertificateAuthority
  let identity: TLSIdentity

  init() throws {
    authority = try TestAuthority.make("localhost", "veridium.localhost")
    // Any certificate will do: the route decides what it is worth.
    identity = try TestAuthority.make("client.example").identity
  }

  func pair(
    _ wish: TLSServerContext.ClientCertificates, host: String, shows identity: TLSIdentity?
  ) throws -> TLSPair {
    let server = try TLSServerContext(authority.leaf(now: TestAuthority.now), clientCertificates: wish)
    let client = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain), identity: identity)
    return TLSPair(client: try TLSSession(client, host: host), server: try TLSSession(server))
  }

  @Test(arguments: [TLSSession.Version.tls12, .tls13])
  func `is seen by a server that asks`(version: TLSSession.Version) throws {
    let pair = try pair(.always, host: "localhost", shows: identity)
    pair.client.speakOnly(version)
    #expect(pair.shakeHands() == (.complete, .complete))
    #expect(pair.server.peerCertificate == (try Certificate.list(pem: identity.certificateChain)[0]))
  }

  @Test func `may be missing`() throws {
    let pair = try pair(.always, host: "localhost", shows: nil)
    #expect(pair.shakeHands() == (.complete, .complete))
    #expect(pair.server.peerCertificate == nil)
  }

  @Test func `is not shown to a server that does not ask`() throws {
    let pair = try pair(.never, host: "localhost", shows: identity)
    #expect(pair.shakeHands() == (.complete, .complete))
    #expect(pair.server.peerCertificate == nil)
  }

  @Test(arguments: ["localhost": false, "veridium.localhost": true])
  func `is asked for by server name (RFC 6066 section 3)`(host: String, isAsked: Bool) throws {
    let pair = try pair(.forServerName { $0 == "veridium.localhost" }, host: host, shows: identity)
    #expect(pair.shakeHands() == (.complete, .complete))
    #expect((pair.server.peerCertificate != nil) == isAsked)
  }
}
