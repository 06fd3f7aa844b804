import Glibc
import HTTP
import Testing

@testable import Server

@Suite struct `Answers that are sent together` {
  /// Two connected sockets that do not block.
  private func withPairs(_ count: Int, _ body: ([(ours: Int32, theirs: Int32)]) throws -> Void) throws {
    var pairs: [(ours: Int32, theirs: Int32)] = []
    defer { for pair in pairs { for end in [pair.ours, pair.theirs] { close(end) } } }
    for _ in 0..<count {
      var ends: [Int32] = [0, 0]
      let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue)
      try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
      pairs.append((ends[0], ends[1]))
    }
    try body(pairs)
  }

  private func received(_ descriptor: Int32) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(count, 0)))
  }

  /// Few are sent one by one, more in one call of the system.
  private static let counts = [2, 3, 4, 9, 32]

  @Test(arguments: counts) func `go each to its own socket, those of one in their order`(count: Int) throws {
    try withPairs(count) { pairs in
      var gathered = GatheredAnswers()
      #expect(gathered.isEmpty)
      let writer = PieceWriter()
      for round in UInt8(0)..<2 {
        for (number, pair) in pairs.enumerated() {
          gathered.add([UInt8(number), round], for: pair.ours)
          gathered.add([0xFF], for: pair.ours)
        }
        gathered.send(by: writer) { descriptor, _ in Issue.record("\(descriptor) did not take all") }
        #expect(gathered.isEmpty)
        #expect(pairs.map { received($0.theirs) } == pairs.indices.map { [UInt8($0), round, 0xFF] })
      }
    }
  }

  @Test(arguments: counts)
  func `are passed on where the socket is full, and told of where it is broken`(count: Int) throws {
    try withPairs(count + 2) { pairs in
      ignoreBrokenPipes()
      let (full, broken, well) = (pairs[0], pairs[1], pairs[2...])
      let much = [UInt8](repeating: 7, count: 16_000)
      while send(full.ours, much, much.count, Int32(MSG_NOSIGNAL)) > 0 {}
      shutdown(broken.theirs, Int32(SHUT_RDWR))
      var gathered = GatheredAnswers()
      gathered.add([1, 2, 3], for: full.ours)
      gathered.add([4], for: broken.ours)
      for pair in well { gathered.add([5], for: pair.ours) }
      var left: [Int32: [UInt8]?] = [:]
      gathered.send(by: PieceWriter()) { left.updateValue($1.map(Array.init), forKey: $0) }
      #expect(left == [full.ours: [1, 2, 3], broken.ours: nil as [UInt8]?])
      #expect(well.allSatisfy { received($0.theirs) == [5] })
    }
  }

  @Test func `are no more than that nobody waits long for the others`() {
    var gathered = GatheredAnswers()
    for number in 0..<32 {
      #expect(!gathered.isFull)
      gathered.add([0], for: Int32(number))
    }
    #expect(gathered.isFull)
  }

  /// Answers with the path; `/busy` keeps the loop for a while, so that what comes meanwhile is found in one look.
  private static let service = Probe { request, _ in
    if request.target.path == "/busy" { spin(for: .milliseconds(100)) }
    return .send(.text(.ok, request.target.path))
  }

  /// Asks for `/busy`, then runs `body` while the loop is kept.
  private func whileBusy(_ port: Int, _ body: () throws -> Void) throws -> Client {
    let busy = try Client(port: port)
    #expect(try busy.get("/first").status == 200)
    try busy.send("GET /busy HTTP/1.1\r\nHost: test\r\n\r\n")
    usleep(20_000)
    try body()
    return busy
  }

  @Test func `reach each its own client`() throws {
    try withServer(Self.service, ServerOptions(loops: 1)) { _, port in
      let clients = try (0..<100).map { _ in try Client(port: port) }
      for client in clients { #expect(try client.get("/hello").text == "/hello") }
      let busy = try whileBusy(port) {
        for (number, client) in clients.enumerated() {
          try client.send("GET /\(number) HTTP/1.1\r\nHost: test\r\n\r\n")
        }
      }
      for (number, client) in clients.enumerated() { #expect(try client.answer().text == "/\(number)") }
      #expect(try busy.answer().text == "/busy")
    }
  }

  @Test func `reach a client that has finished sending, and those beside one that went away`() throws {
    try withServer(Self.service, ServerOptions(loops: 1)) { server, port in
      let finished = try Client(port: port)
      let other = try Client(port: port)
      var gone: Client? = try Client(port: port)
      for client in [finished, other] { #expect(try client.get("/hello").status == 200) }
      #expect(try gone?.get("/hello").status == 200)
      let busy = try whileBusy(port) {
        try gone?.send("GET /gone HTTP/1.1\r\nHost: test\r\n\r\n")
        gone = nil
        try finished.send("GET /finished HTTP/1.1\r\nHost: test\r\n\r\n")
        finished.finishSending()
        try other.send("GET /other HTTP/1.1\r\nHost: test\r\n\r\n")
      }
      #expect(try busy.answer().text == "/busy")
      #expect(try finished.answer().text == "/finished")
      #expect(try finished.receive().isEmpty)
      #expect(try other.answer().text == "/other")
      #expect(try other.get("/again").text == "/again")
    }
  }

  @Test func `are kept for clients that do not read, in their order`() throws {
    let body = String(repeating: "x", count: 15_000)
    let service = Probe { request, _ in
      if request.target.path == "/busy" { spin(for: .milliseconds(3)) }
      return .send(.text(.ok, request.target.path + body))
    }
    try withServer(service, ServerOptions(loops: 1)) { _, port in
      let busy = try Client(port: port)
      let slow = try (0..<6).map { _ in try Client(port: port, receiveBuffer: 4096) }
      for client in slow { #expect(try client.get("/first").status == 200) }
      // One answer each in every look, together more than the sockets' buffers hold.
      for round in 0..<300 {
        try busy.send("GET /busy HTTP/1.1\r\nHost: test\r\n\r\n")
        usleep(1_000)
        for client in slow { try client.send("GET /\(round) HTTP/1.1\r\nHost: test\r\n\r\n") }
        #expect(try busy.answer().text == "/busy" + body)
      }
      for client in slow {
        for round in 0..<300 { #expect(try client.answer().text == "/\(round)" + body) }
      }
    }
  }
}
