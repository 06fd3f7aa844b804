// Every rule that a message can break, each once: its status and its sentence.

/// Sentences about the request line.
extension Refusal {
  static func requestLine(_ byte: UInt8, isFirst: Bool) -> Refusal {
    switch byte {
    case 0x16 where isFirst:
      Refusal(
        .badRequest,
        "this looks like a TLS handshake, but the port speaks plain http (RFC 9112 §2.2); use http://, or the address of --tls"
      )
    case .lineFeed: .bareLineFeed
    default: Refusal(.badRequest, "\(byte.name) in the request line (RFC 9112 §3)")
    }
  }

  static func requestLineTooLong(_ limits: Limits) -> Refusal {
    Refusal(
      414,
      "a request line of more than \(limits.requestLine) bytes (RFC 9112 §3); send long parameters in the content of a POST"
    )
  }

  static let malformedMethod = Refusal(
    .badRequest, "the request line does not begin with a method and one space (RFC 9112 §3.1)")
  static let malformedRequestLine = Refusal(
    .badRequest, "the request line is not method, target and version with one space between (RFC 9112 §3)")
  static let malformedVersion = Refusal(
    .badRequest, "the request line does not end with a version like HTTP/1.1 (RFC 9112 §2.3)")
  static let unsupportedVersion = Refusal(
    505, "this server speaks HTTP/1.1 and HTTP/1.0 only (RFC 9110 §15.6.6)")
  static let connect = Refusal(501, "CONNECT is for proxies (RFC 9110 §9.3.6)")
  static let targetForm = Refusal(
    .badRequest, "the target is neither a path nor an http or https URL (RFC 9112 §3.2)")
  static let targetAuthority = Refusal(
    .badRequest, "the target's host is missing or malformed (RFC 9110 §4.2)")
  static let fragment = Refusal(.badRequest, "a fragment in the target (RFC 9112 §3.2)")

  static func path(_ problem: PercentCoding.Problem) -> Refusal {
    switch problem {
    case .malformedEscape:
      Refusal(.badRequest, "a % without two hexadecimal digits in the path (RFC 3986 §2.1)")
    case .encodedNull: Refusal(.badRequest, "%00 in the path (RFC 3986 §7.3)")
    case .invalidUTF8: Refusal(.badRequest, "escapes in the path that are not UTF-8 (RFC 3986 §2.5)")
    }
  }
}

/// Sentences about lines and fields.
extension Refusal {
  static let bareLineFeed = Refusal(.badRequest, "a line that ends with LF without CR (RFC 9112 §2.2)")
  static let bareCarriageReturn = Refusal(.badRequest, "CR without LF (RFC 9112 §2.2)")
  static let tooManyBlankLines = Refusal(
    .badRequest, "too many empty lines before the request line (RFC 9112 §2.2)")

  static func name(_ byte: UInt8, isFirst: Bool) -> Refusal {
    switch byte {
    case 0x20 where isFirst, 0x09 where isFirst:
      Refusal(.badRequest, "a folded field line, or white space before the first field (RFC 9112 §5.2)")
    case 0x20, 0x09: Refusal(.badRequest, "white space between a field's name and the colon (RFC 9112 §5.1)")
    case .lineFeed: .bareLineFeed
    case .carriageReturn: Refusal(.badRequest, "a field line without a colon (RFC 9112 §5)")
    case UInt8(ascii: ":"): Refusal(.badRequest, "a field line without a name (RFC 9112 §5)")
    default: Refusal(.badRequest, "\(byte.name) in a field's name (RFC 9110 §5.1)")
    }
  }

  static func value(_ byte: UInt8) -> Refusal {
    byte == .lineFeed
      ? .bareLineFeed : Refusal(.badRequest, "\(byte.name) in a field's value (RFC 9110 §5.5)")
  }

  static func tooManyFields(_ limits: Limits) -> Refusal {
    Refusal(431, "more than \(limits.headerCount) field lines (RFC 6585 §5); send fewer headers")
  }

  static func headTooLarge(_ limits: Limits) -> Refusal {
    Refusal(
      431,
      "a head or trailer of more than \(limits.headerBytes) bytes (RFC 6585 §5); send fewer or shorter headers and cookies"
    )
  }
}

/// Sentences about framing.
extension Refusal {
  static let missingHost = Refusal(
    .badRequest, "an HTTP/1.1 request without Host (RFC 9112 §3.2); send one, such as Host: localhost:8080")
  static let repeatedHost = Refusal(.badRequest, "more than one Host (RFC 9112 §3.2)")
  static let malformedHost = Refusal(.badRequest, "Host is not a host with an optional port (RFC 9112 §3.2)")
  static let repeatedLength = Refusal(.badRequest, "more than one Content-Length (RFC 9112 §6.3)")
  static let malformedLength = Refusal(
    .badRequest, "Content-Length is not one decimal number (RFC 9112 §6.3)")
  static let lengthAndCoding = Refusal(.badRequest, "Content-Length beside Transfer-Encoding (RFC 9112 §6.1)")
  static let codingInHTTP10 = Refusal(.badRequest, "Transfer-Encoding in an HTTP/1.0 request (RFC 9112 §6.1)")
  static let malformedCoding = Refusal(
    .badRequest, "Transfer-Encoding is empty or not well-formed (RFC 9112 §6.1)")
  static let chunkedTwice = Refusal(.badRequest, "chunked more than once (RFC 9112 §6.1)")
  static let unknownCoding = Refusal(501, "a transfer coding other than chunked (RFC 9112 §6.1)")
  static let expectation = Refusal(417, "an expectation other than 100-continue (RFC 9110 §10.1.1)")

  static func bodyTooLarge(_ limits: Limits) -> Refusal {
    Refusal(413, "content of more than \(limits.body) bytes (RFC 9110 §15.5.14)")
  }
}

/// Sentences about chunks.
extension Refusal {
  static func chunkSize(_ byte: UInt8) -> Refusal {
    byte == .lineFeed
      ? .bareLineFeed : Refusal(.badRequest, "\(byte.name) in a chunk size (RFC 9112 §7.1)")
  }

  static func chunkExtension(_ byte: UInt8) -> Refusal {
    byte == .lineFeed
      ? .bareLineFeed : Refusal(.badRequest, "\(byte.name) in a chunk extension (RFC 9112 §7.1.1)")
  }

  static let chunkSizeTooLong = Refusal(.badRequest, "a chunk size of more than 16 digits (RFC 9112 §7.1)")
  static let chunkExtensionsTooLong = Refusal(
    .badRequest, "too many bytes of chunk extensions (RFC 9112 §7.1.1)")
  static let chunkEnd = Refusal(.badRequest, "a chunk that is longer than its size says (RFC 9112 §7.1)")
}

extension UInt8 {
  /// The byte for people: the character if it is visible, else its number.
  fileprivate var name: String {
    isVisible
      ? "\"\(Unicode.Scalar(self))\""
      : "byte 0x" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true)
  }
}
