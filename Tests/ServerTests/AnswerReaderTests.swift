import HTTP
import Testing

@testable import Server

@Suite struct `The answer to a fetch` {
  /// Reads `text` in pieces of `size` bytes, then the end of the connection.
  func read(_ text: String, size: Int = .max, limit: Int = 1000) throws(FetchError) -> FetchedDocument {
    let bytes = Array(text.utf8)
    var reader = AnswerReader(limit: limit)
    for start in stride(from: 0, to: bytes.count, by: min(size, max(bytes.count, 1))) {
      if let document = try reader.take(bytes[start..<min(start + min(size, bytes.count), bytes.count)]) {
        return document
      }
    }
    return try reader.end(isClean: true)
  }

  static let wires = [
    "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\nTrailer: 1\r\n\r\n",
    "HTTP/1.0 200\r\n\r\nhello",
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello",
  ]

  @Test(arguments: wires) func `is the same however it is cut`(wire: String) throws {
    for size in 1...wire.utf8.count {
      let document = try read(wire, size: size)
      #expect(document.status.code == 200)
      #expect(document.body == Array("hello".utf8))
    }
  }

  @Test func `keeps its fields`() throws {
    let document = try read(
      "HTTP/1.1 404 Not Found\r\nCache-Control: max-age=60 \r\nX:y\r\nContent-Length: 0\r\n\r\n")
    #expect(document.status.code == 404)
    #expect(document.headers["cache-control"] == "max-age=60")
    #expect(document.headers["X"] == "y")
  }

  @Test(arguments: [
    ("", "the connection was closed without an answer"),
    ("HTTP/1.1 200 OK\r\nContent-Le", "it ends within its head"),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhell",
      "the connection was closed after 4 bytes of its content"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      "its Content-Length is not one number"
    ),
    ("HTTP/1.1 200 OK\r\nContent-Length: +5\r\n\r\nhello", "its Content-Length is not one number"),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nhello",
      "it has both Content-Length and Transfer-Encoding"
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
      "its transfer encoding is not chunked alone"
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxy\r\n", "\"x\" in a chunk size (RFC 9112 §7.1)"
    ),
    (
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nabc\r\n",
      "a chunk that is longer than its size says (RFC 9112 §7.1)"
    ),
    ("HTTP/1.1 200 OK\r\nA: b\r\n c: d\r\n\r\n", "\" c\" is not a field name"),
    ("HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "\"A \" is not a field name"),
    ("HTTP/1.1 200 OK\r\nA\r\n\r\n", "a field line has no colon"),
    ("HTTP/2 200\r\n\r\n", "it does not begin with an HTTP/1.1 status line"),
    ("HTTP/1.1 20 OK\r\n\r\n", "it does not begin with an HTTP/1.1 status line"),
    ("SSH-2.0-OpenSSH\r\n\r\n", "it does not begin with an HTTP/1.1 status line"),
    ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "101 Switching Protocols was not asked for"),
  ])
  func `is refused when it breaks RFC 9112`(wire: String, reason: String) {
    #expect(throws: FetchError.malformedAnswer(reason)) { try read(wire) }
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 11\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nB\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n6\r\nabcdef\r\n5\r\n",
    "HTTP/1.1 200 OK\r\n\r\n01234567890",
  ])
  func `is refused as soon as it is seen to be too large`(wire: String) {
    var reader = AnswerReader(limit: 10)
    #expect(throws: FetchError.tooLarge(limit: 10)) { try reader.take(Array(wire.utf8)[...]) }
  }

  @Test func `is refused when its head never ends`() {
    var reader = AnswerReader(limit: 10)
    let wire = Array(("HTTP/1.1 200 OK\r\nA: " + String(repeating: "b", count: 40_000)).utf8)
    #expect(throws: FetchError.malformedAnswer("its head is larger than 32 kB")) {
      try reader.take(wire[...])
    }
  }

  @Test func `over TLS must not end without close_notify`() throws {
    var reader = AnswerReader(limit: 10)
    #expect(try reader.take(Array("HTTP/1.1 200 OK\r\n\r\nhello".utf8)[...]) == nil)
    #expect(throws: FetchError.malformedAnswer("the connection was closed after 5 bytes of its content")) {
      try reader.end(isClean: false)
    }
  }
}
