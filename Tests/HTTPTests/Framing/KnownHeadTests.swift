import Testing

@testable import HTTP

@Suite struct `A head that is known` {
  private static let head = "GET /keys HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\n\r\n"

  /// What pieces amount to for a new connection of a loop that knows these heads.
  private func requests(_ pieces: [String], _ heads: KnownHeads) -> [(Request, keepAlive: Bool)] {
    var parser = RequestParser()
    var requests: [(Request, keepAlive: Bool)] = []
    for piece in pieces {
      var rest = Array(piece.utf8)
      reading: while true {
        let (consumed, event) = parser.next(rest.span, knowing: heads)
        rest.removeFirst(consumed)
        switch event {
        case .request(let request, let keepAlive): requests.append((request, keepAlive))
        case .needMore: break reading
        case .expectContinue, .refuse:
          Issue.record("\(event)")
          break reading
        }
      }
    }
    return requests
  }

  @Test func `gives the request of before, also to other connections and behind another request`() throws {
    let heads = KnownHeads()
    let first = try #require(requests([Self.head], heads).first)
    let later = requests(
      [Self.head + Self.head + "GET /other HTTP/1.1\r\nHost: a\r\n\r\n" + Self.head], heads)
    #expect(later.map { $0.0.target.path } == ["/keys", "/keys", "/other", "/keys"])
    for place in [0, 1, 3] {
      #expect(later[place].0.isIdentical(to: first.0))
      #expect(later[place].keepAlive)
    }
    #expect(!later[2].0.isIdentical(to: first.0))
  }

  @Test(arguments: 1..<Self.head.utf8.count)
  func `is the same request when it comes in two pieces`(cut: Int) throws {
    let heads = KnownHeads()
    let first = try #require(requests([Self.head], heads).first)
    let pieces = [String(Self.head.prefix(cut)), String(Self.head.dropFirst(cut))]
    let later = try #require(requests(pieces, heads).first)
    #expect(later.0 == first.0)
  }

  @Test func `is not taken for one that differs in a byte, or goes on where it ends`() throws {
    let heads = KnownHeads()
    _ = requests([Self.head], heads)
    for (wire, path, count) in [
      (Self.head.replacing("keys", with: "kezs"), "/kezs", 2),
      (Self.head.replacing("Host: a", with: "Host: b"), "/keys", 2),
      ("GET /keys HTTP/1.1\r\nHost: a\r\nAccept: application/json\r\nX: y\r\n\r\n", "/keys", 3),
    ] {
      let found = try #require(requests([wire], heads).first)
      #expect(found.0.target.path == path)
      #expect(found.0.headers.count == count)
      #expect(found.0.headBytes == Array(wire.utf8))
    }
  }

  @Test func `still ends the connection when it says so`() throws {
    let heads = KnownHeads()
    let closing = "GET /keys HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    for _ in 0..<2 {
      let found = requests([closing + Self.head], heads)
      #expect(found.count == 1)
      #expect(found.first?.keepAlive == false)
    }
  }

  @Test
  func `that carries a query, credentials or a length is known as well, and does not push out the others`()
    throws
  {
    let heads = KnownHeads()
    let usual = requests([Self.head], heads)
    let wires = [
      "GET /a?state=1 HTTP/1.1\r\nHost: a\r\n\r\n",
      "GET /a HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\n\r\n",
      "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n",
    ]
    let first = try wires.map { try #require(requests([$0 + "x"], heads).first).0 }
    for number in 0..<3 { _ = requests(["GET /?state=\(number) HTTP/1.1\r\nHost: a\r\n\r\n"], heads) }
    #expect(requests([Self.head], heads)[0].0.isIdentical(to: usual[0].0))
    #expect(!requests([wires[0]], heads)[0].0.isIdentical(to: first[0]))
  }

  @Test func `and had content comes with the content of this time`() throws {
    let heads = KnownHeads()
    let wire = "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
    let found = requests([wire + "ab" + wire + "cd", wire + "e", "f"], heads).map(\.0)
    #expect(found.map { String(decoding: $0.body, as: UTF8.self) } == ["ab", "cd", "ef"])
    #expect(found.allSatisfy { $0.headers["content-length"] == "2" && $0.target.path == "/a" })
    let chunked = "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    let pieces = requests([chunked + "1\r\nx\r\n0\r\n\r\n" + chunked + "2\r\nyz\r\n0\r\n\r\n"], heads)
    #expect(pieces.map { String(decoding: $0.0.body, as: UTF8.self) } == ["x", "yz"])
  }

  @Test func `that came twice stays known while others come once`() throws {
    let heads = KnownHeads()
    let polled = "GET /result?token=1 HTTP/1.1\r\nHost: a\r\nAuthorization: Basic YTpi\r\n\r\n"
    let first = requests([polled], heads)
    #expect(requests([polled], heads)[0].0.isIdentical(to: first[0].0))
    for number in 0..<9 { _ = requests(["GET /?state=\(number) HTTP/1.1\r\nHost: a\r\n\r\n"], heads) }
    #expect(requests([polled], heads)[0].0.isIdentical(to: first[0].0))
  }

  @Test func `is forgotten when it is long or others came since`() throws {
    let heads = KnownHeads()
    let long = "GET /a HTTP/1.1\r\nHost: a\r\nCookie: \(String(repeating: "c", count: 2000))\r\n\r\n"
    let (once, again) = (requests([long], heads), requests([long], heads))
    #expect(once[0].0 == again[0].0 && !once[0].0.isIdentical(to: again[0].0))
    let first = requests([Self.head], heads)
    for number in 0..<4 { _ = requests(["GET /\(number) HTTP/1.1\r\nHost: a\r\n\r\n"], heads) }
    #expect(!requests([Self.head], heads)[0].0.isIdentical(to: first[0].0))
  }
}
