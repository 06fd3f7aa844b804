import Crypto
import Foundation
import Glibc
import HTTP
import Server
import Testing

/// A client that speaks TLS over the plain one.
final class SecureClient {
  let client: Client
  let session: TLSSession
  private var heard: [UInt8] = []

  init(_ client: Client, _ session: TLSSession) {
    self.client = client
    self.session = session
  }

  convenience init(port: Int, _ context: TLSClientContext, host: String = "localhost") throws {
    self.init(try Client(port: port), try TLSSession(context, host: host))
    try shakeHands()
  }

  private func shakeHands() throws {
    while true {
      let state = session.advance()
      try flush()
      if state == .complete { return }
      if case .failed(let failure) = state { throw failure }
      let bytes = try client.receive()
      session.receive(bytes.span)
    }
  }

  private func flush() throws {
    var records: [UInt8] = []
    session.takeCiphertext(to: &records)
    if !records.isEmpty { try client.send(records) }
  }

  func send(_ text: String) throws {
    var records: [UInt8] = []
    let bytes = Array(text.utf8)
    try session.write(bytes.span, to: &records)
    try client.send(records)
  }

  /// The next bytes; nil after close_notify.
  func receive() throws -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 20_000)
    while true {
      switch session.read(into: &buffer) {
      case .bytes(let count): return Array(buffer[..<count])
      case .closed: return nil
      case .failed(let failure): throw failure
      case .needsMore:
        let bytes = try client.receive()
        guard !bytes.isEmpty else { throw Client.Problem.ended(after: "TLS") }
        session.receive(bytes.span)
      }
    }
  }

  /// The content of the next answer.
  func answer() throws -> String {
    while true {
      if let end = heard.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: heard[..<end.lowerBound], as: UTF8.self)
        let field = head.components(separatedBy: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let length = field.flatMap { Int($0.dropFirst(16)) } ?? 0
        if heard.count >= end.upperBound + length {
          defer { heard.removeSubrange(..<(end.upperBound + length)) }
          return String(decoding: heard[end.upperBound..<(end.upperBound + length)], as: UTF8.self)
        }
      }
      guard let next = try receive() else {
        throw Client.Problem.ended(after: String(decoding: heard, as: UTF8.self))
      }
      heard += next
    }
  }

  func get(_ path: String) throws -> String {
    try send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
    return try answer()
  }
}

@Suite struct `Over https` {
  let now = Int(Date().timeIntervalSince1970)
  let authority: CertificateAuthority
  let trusting: TLSClientContext

  init() throws {
    authority = try CertificateAuthority(
      names: [CertificateName("localhost"), CertificateName("127.0.0.1")], now: now)
    trusting = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain))
  }

  func serve<Result>(
    _ service: some Service, _ options: ServerOptions = ServerOptions(),
    clientCertificates: TLSServerContext.ClientCertificates = .never,
    _ body: (RunningServer, Int) throws -> Result
  ) throws -> Result {
    let context = try TLSServerContext(authority.leaf(now: now), clientCertificates: clientCertificates)
    return try withServer(service, options, tls: context, body)
  }

  @Test func `a connection carries one request after another`() throws {
    try serve(Probe.path) { _, port in
      let client = try SecureClient(port: port, trusting)
      for number in 1...50 {
        let text = try client.get("/\(number)")
        #expect(text == "/\(number)")
      }
    }
  }

  @Test func `answers to pipelined requests keep their order, whoever makes them`() throws {
    let service = Probe(heavy: { $0.target.path == "/heavy" }) { request, _ in
      let delay: Duration = request.target.path == "/delayed" ? .milliseconds(50) : .zero
      return .send(.text(.ok, request.target.path), Transmission(after: delay))
    }
    try serve(service) { _, port in
      let client = try SecureClient(port: port, trusting)
      let paths: [String] = (1...100).map { number in
        number % 30 == 0 ? "/heavy" : number % 45 == 0 ? "/delayed" : "/\(number)"
      }
      try client.send(paths.map { "GET \($0) HTTP/1.1\r\nHost: localhost\r\n\r\n" }.joined())
      for path in paths {
        let text = try client.answer()
        #expect(text == path)
      }
    }
  }

  @Test func `a streamed answer goes piece by piece and ends with close_notify`() throws {
    let source = `A streamed answer`.Source()
    try serve(Probe { _, _ in source.reply }) { _, port in
      let client = try SecureClient(port: port, trusting)
      try client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
      source.waitUntilWaiting()
      source.add()
      var text = ""
      while !text.hasSuffix("1\n\r\n"), let bytes = try client.receive() {
        text += String(decoding: bytes, as: UTF8.self)
      }
      #expect(text.hasSuffix("\r\n\r\n2\r\n1\n\r\n"))
      source.end()
      let end = try #require(try client.receive())
      #expect(String(decoding: end, as: UTF8.self) == "0\r\n\r\n")
      #expect(try client.receive() == nil)
    }
  }

  @Test func `large content goes both ways`() throws {
    let echo = Probe { request, _ in .send(.text(.ok, String(decoding: request.body, as: UTF8.self))) }
    try serve(echo) { _, port in
      let client = try SecureClient(port: port, trusting)
      let text = String(repeating: "0123456789", count: 90_000)
      try client.send(
        "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(text.utf8.count)\r\n\r\n" + text)
      #expect(try client.answer() == text)
    }
  }

  @Test func `the service knows that it is https`() throws {
    try serve(Probe { _, peer in .send(.text(.ok, "\(peer.isSecure) \(peer.clientCertificate == nil)")) }) {
      _, port in
      let text = try SecureClient(port: port, trusting).get("/")
      #expect(text == "true true")
    }
  }

  @Test func `the service sees the client's certificate`() throws {
    let identity = try CertificateAuthority(names: [CertificateName("client.example")], now: now).identity
    let context = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain), identity: identity)
    let service = Probe { _, peer in
      .send(.text(.ok, peer.clientCertificate.flatMap { Certificate(der: $0)?.subject } ?? "none"))
    }
    try serve(service, clientCertificates: .always) { _, port in
      let shown = try SecureClient(port: port, context).get("/")
      #expect(shown == "CN = Eidolon private CA")
      let missing = try SecureClient(port: port, trusting).get("/")
      #expect(missing == "none")
    }
  }

  @Test func `the service decides by server name whom to ask for a certificate`() throws {
    struct Asking: Service {
      func respond(to request: Request, from peer: Peer) -> Reply {
        .send(.text(.ok, peer.clientCertificate == nil ? "none" : "shown"))
      }
      func wantsClientCertificate(serverName: String?) -> Bool { serverName == "asking.localhost" }
    }
    let identity = try CertificateAuthority(names: [CertificateName("client.example")], now: now).identity
    let names = try ["localhost", "asking.localhost"].map { try CertificateName($0) }
    let authority = try CertificateAuthority(names: names, now: now)
    let context = try TLSClientContext(
      trust: .init(system: false, authorities: authority.identity.certificateChain), identity: identity)
    let server = try Server.start(Asking(), on: [])
    defer { server.abort() }
    let endpoints = try server.listen(on: .anyLoopback, identity: authority.leaf(now: now))
    let port = try #require(endpoints.first).port
    for (host, answer) in [("localhost", "none"), ("asking.localhost", "shown")] {
      #expect(try SecureClient(port: port, context, host: host).get("/") == answer)
    }
  }

  @Test func `a plain http request is told that the port speaks https`() throws {
    try serve(Probe.path) { _, port in
      let client = try Client(port: port)
      let answer = try client.get("/")
      #expect(answer.status == 400)
      #expect(answer.text.contains("this port speaks https"))
      #expect(try client.receive().isEmpty)
    }
  }

  @Test func `a client that distrusts us is reported and closed`() throws {
    let reports = Reports()
    let stranger = try TLSClientContext(trust: .init(system: false))
    try serve(Probe.path, ServerOptions(report: { reports.add($0) })) { server, port in
      #expect(throws: TLSFailure.self) { try SecureClient(port: port, stranger) }
      let end = ContinuousClock().now + .seconds(5)
      while server.openConnections > 0, ContinuousClock().now < end { usleep(5000) }
      #expect(server.openConnections == 0)
      #expect(reports.all.contains { $0.contains("unknown ca") })
    }
  }

  @Test func `a handshake that does not get on is given up`() throws {
    try serve(Probe.path, ServerOptions(handshakeTimeout: .milliseconds(100))) { _, port in
      let client = try Client(port: port)
      try client.send([22, 3, 1])
      let (time, end) = try timed { try client.receive() }
      #expect(end.isEmpty)
      #expect(time < .seconds(4))
    }
  }

  @Test func `the end is announced by close_notify, a cut-off answer is not`() throws {
    let service = Probe { request, _ in
      .send(
        .text(.ok, "0123456789"),
        Transmission(shape: request.target.path == "/cut" ? .truncated(bytes: 30) : .whole))
    }
    try serve(service) { _, port in
      let client = try SecureClient(port: port, trusting)
      try client.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
      #expect(try client.answer() == "0123456789")
      #expect(try client.receive() == nil)
      let other = try SecureClient(port: port, trusting)
      try other.send("GET /cut HTTP/1.1\r\nHost: localhost\r\n\r\n")
      #expect(try other.receive()?.count == 30)
      #expect(throws: Client.Problem.ended(after: "TLS")) { try other.receive() }
    }
  }

  @Test func `idle connections are closed with close_notify when the server stops`() throws {
    let server = try Server.start(Probe.path, on: [])
    let context = try TLSServerContext(authority.leaf(now: now))
    let port = try #require(server.listen(on: .anyLoopback, tls: context).first).port
    let client = try SecureClient(port: port, trusting)
    #expect(try client.get("/x") == "/x")
    server.stop(grace: .seconds(5))
    #expect(try client.receive() == nil)
  }

  @Test(arguments: ["--tlsv1.2", "--tlsv1.3"]) func `curl is served`(version: String) throws {
    try serve(Probe.path) { _, port in
      let file = FileManager.default.temporaryDirectory.appending(path: "eidolon-\(UUID().uuidString).pem")
      defer { try? FileManager.default.removeItem(at: file) }
      try authority.identity.certificateChain.write(to: file, atomically: true, encoding: .utf8)
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = [
        "timeout", "10", "curl", "-sS", version, "--tls-max", String(version.suffix(3)), "--cacert",
        file.path,
        "https://localhost:\(port)/from-curl",
      ]
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus != 127 else { return }
      #expect(text == "/from-curl")
    }
  }
}
