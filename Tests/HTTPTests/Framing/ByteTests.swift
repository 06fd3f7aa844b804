import HTTP
import Testing

/// The text with `byte` in place of the first `@`.
private func wire(_ text: String, _ byte: UInt8) -> [UInt8] {
  let bytes = Array(text.utf8)
  guard let place = bytes.firstIndex(of: UInt8(ascii: "@")) else { return bytes }
  return Array(bytes[..<place]) + [byte] + Array(bytes[(place + 1)...])
}

private func bytes(_ text: String) -> Set<UInt8> { Set(text.utf8) }

/// The bytes that `text` takes in place of its `@`: those with which it is a request.
private func taken(_ text: String) -> Set<UInt8> {
  Set((0...255).map { UInt8($0) }.filter { status(wire(text, $0)) == 200 })
}

private let letters = bytes("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
private let digits = bytes("0123456789")
/// RFC 9110 §5.6.2.
private let tokens = letters.union(digits).union(bytes("!#$%&'*+-.^_`|~"))
private let visible = Set((0x21...0x7E).map { UInt8($0) })
/// RFC 9110 §5.5: visible, obs-text, space and tab.
private let values = visible.union((0x80...0xFF).map { UInt8($0) }).union(bytes(" \t"))

@Suite struct `Of all 256 bytes` {
  @Test func `a method takes those of a token (RFC 9110 §9.1)`() {
    #expect(taken("G@T / HTTP/1.1\r\nHost: a\r\n\r\n") == tokens)
    #expect(taken("GE@ / HTTP/1.1\r\nHost: a\r\n\r\n") == tokens)
  }

  @Test func `a method begins with a token character`() {
    #expect(taken("@ET / HTTP/1.1\r\nHost: a\r\n\r\n") == tokens)
  }

  @Test func `a path takes visible ones but the fragment's and half an escape (RFC 9112 §3.2)`() {
    #expect(taken("GET /a@c HTTP/1.1\r\nHost: a\r\n\r\n") == visible.subtracting(bytes("#%")))
  }

  @Test func `a query takes visible ones but the fragment's`() {
    #expect(taken("GET /?a@c HTTP/1.1\r\nHost: a\r\n\r\n") == visible.subtracting(bytes("#")))
  }

  @Test func `a target begins with a slash alone`() {
    #expect(taken("GET @ HTTP/1.1\r\nHost: a\r\n\r\n") == bytes("/"))
    #expect(taken("OPTIONS @ HTTP/1.1\r\nHost: a\r\n\r\n") == bytes("/*"))
  }

  @Test func `an escape takes hexadecimal digits (RFC 3986 §2.1)`() {
    let hexadecimal = digits.union(bytes("abcdefABCDEF"))
    #expect(taken("GET /%4@ HTTP/1.1\r\nHost: a\r\n\r\n") == hexadecimal)
    // Behind 8 to F stands no UTF-8 of one byte, and 00 is refused.
    #expect(taken("GET /%@1 HTTP/1.1\r\nHost: a\r\n\r\n") == bytes("01234567"))
  }

  @Test func `a version takes digits, of which only 1 is ours (RFC 9112 §2.3)`() {
    #expect(taken("GET / HTTP/1.@\r\nHost: a\r\n\r\n") == digits)
    #expect(taken("GET / HTTP/@.1\r\nHost: a\r\n\r\n") == bytes("1"))
    for byte in UInt8.min...UInt8.max {
      let expected = byte == UInt8(ascii: "1") ? 200 : digits.contains(byte) ? 505 : 400
      #expect(status(wire("GET / HTTP/@.1\r\nHost: a\r\n\r\n", byte)) == expected)
    }
    for name in ["@TTP", "H@TP", "HT@P", "HTT@"] {
      #expect(taken("GET / \(name)/1.1\r\nHost: a\r\n\r\n").count == 1)
    }
    #expect(taken("GET / HTTP@1.1\r\nHost: a\r\n\r\n") == bytes("/"))
    #expect(taken("GET / HTTP/1@1\r\nHost: a\r\n\r\n") == bytes("."))
  }

  @Test func `the request line's places between take one space (RFC 9112 §3)`() {
    #expect(taken("GET@/ HTTP/1.1\r\nHost: a\r\n\r\n") == bytes(" "))
    #expect(taken("GET /@HTTP/1.1\r\nHost: a\r\n\r\n") == bytes(" "))
    #expect(taken("GET / HTTP/1.1@Host: a\r\n\r\n").isEmpty)
    #expect(taken("GET / HTTP/1.1@\nHost: a\r\n\r\n") == bytes("\r"))
    #expect(taken("GET / HTTP/1.1\r@Host: a\r\n\r\n") == bytes("\n"))
  }

  @Test func `a field's name takes those of a token (RFC 9110 §5.1)`() {
    // A colon in the middle ends the name.
    #expect(taken(get("X@Y: a\r\n")) == tokens.union(bytes(":")))
    #expect(taken(get("@: a\r\n")) == tokens)
  }

  @Test func `a field's value takes visible ones, space, tab and those above 127 (RFC 9110 §5.5)`() {
    #expect(taken(get("X: a@b\r\n")) == values)
    #expect(taken(get("X:@\r\n")) == values)
    #expect(taken(get("X: a@\r\n")) == values)
  }

  @Test(arguments: 0..<24)
  func `a long field's value and a long target take the same at every place`(place: Int) {
    let before = String(repeating: "a", count: place)
    let behind = String(repeating: "b", count: 24 - place)
    #expect(taken(get("X:\(before)@\(behind)\r\n")) == values)
    #expect(
      taken("GET /?\(before)@\(behind) HTTP/1.1\r\nHost: a\r\n\r\n") == visible.subtracting(bytes("#")))
  }

  @Test func `a field line's end is CR and LF (RFC 9112 §2.2)`() {
    #expect(taken("GET / HTTP/1.1\r\nHost: a@\n\r\n") == bytes("\r"))
    #expect(taken("GET / HTTP/1.1\r\nHost: a\r@\r\n") == bytes("\n"))
    #expect(taken("GET / HTTP/1.1\r\nHost: a\r\n\r@") == bytes("\n"))
  }

  @Test func `a Host takes those of a host name or a port (RFC 3986 §3.2.2)`() {
    let names = letters.union(digits).union(bytes("-._~!$&'()*+,;="))
    // With a colon, `b` is not a port.
    #expect(taken("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n") == names)
    #expect(taken("GET / HTTP/1.1\r\nHost: a:8@\r\n\r\n") == digits.union(bytes(" \t")))
  }

  @Test func `a Content-Length takes digits (RFC 9110 §8.6)`() {
    // The value ends with white space, which is no part of it.
    for byte in UInt8.min...UInt8.max {
      let events = events(wire(post("Content-Length: 0@\r\n", ""), byte))
      let isRefused = if case .refuse = events.last { true } else { false }
      #expect(isRefused != (digits.contains(byte) || byte == 0x20 || byte == 0x09), "byte \(byte)")
    }
  }

  @Test func `a chunk size takes hexadecimal digits (RFC 9112 §7.1)`() {
    for byte in UInt8.min...UInt8.max {
      let events = events(wire(chunked("@"), byte))
      let isRefused = if case .refuse = events.last { true } else { false }
      #expect(isRefused != digits.union(bytes("abcdefABCDEF")).contains(byte), "byte \(byte)")
    }
  }

  @Test func `behind a chunk size stand CR, a semicolon, or white space before one`() {
    for byte in UInt8.min...UInt8.max {
      let events = events(wire(chunked("5@"), byte))
      let isRefused = if case .refuse = events.last { true } else { false }
      let isTaken = digits.union(bytes("abcdefABCDEF\r; \t")).contains(byte)
      #expect(isRefused != isTaken, "byte \(byte)")
    }
  }

  @Test func `a chunk extension takes those of a field's value (RFC 9112 §7.1.1)`() {
    #expect(taken(chunked("0;a=@b\r\n\r\n")) == values)
  }

  @Test func `a chunk's end takes CR and LF`() {
    #expect(taken(chunked("1\r\nx@\n0\r\n\r\n")) == bytes("\r"))
    #expect(taken(chunked("1\r\nx\r@0\r\n\r\n")) == bytes("\n"))
    #expect(taken(chunked("1\r@x\r\n0\r\n\r\n")) == bytes("\n"))
    #expect(taken(chunked("1\r\n@\r\n0\r\n\r\n")).count == 256)
  }

  @Test func `a trailer's fields take the same as those of a head`() {
    #expect(taken(chunked("0\r\nX@Y: a\r\n\r\n")) == tokens.union(bytes(":")))
    #expect(taken(chunked("0\r\nX: a@b\r\n\r\n")) == values)
  }
}
