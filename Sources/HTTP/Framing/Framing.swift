/// What the fields of a head say about the message's framing and connection (RFC 9112 §6 and §9).
struct Framing: Sendable {
  /// How the content is delimited.
  enum Content: Sendable, Hashable {
    /// A number of bytes, 0 without framing fields (RFC 9112 §6.3).
    case length(Int)
    case chunked
  }

  private(set) var content = Content.length(0)
  private(set) var keepAlive: Bool
  private(set) var expectsContinue = false

  /// Throws if the fields break RFC 9112.
  init(_ headers: Headers, version: Version, limits: Limits) throws(Refusal) {
    var hosts = 0
    var length: Int?
    var isChunked = false
    var closes = false
    var keepsAlive = false
    let head = headers.bytes.span
    let fields = headers.fields.span
    for index in fields.indices {
      let field = fields[index]
      let value = head.extracting(field.valueRange)
      switch KnownField(head.extracting(field.nameRange)) {
      case .host:
        hosts += 1
        guard hosts == 1 else { throw .repeatedHost }
        guard Authority.isValid(value) else { throw .malformedHost }
      case .contentLength:
        guard length == nil else { throw .repeatedLength }
        length = try Self.length(value)
      case .transferEncoding:
        try Self.checkCodings(value, isSecond: isChunked)
        isChunked = true
      case .connection:
        closes = closes || value.hasMember("close")
        keepsAlive = keepsAlive || value.hasMember("keep-alive")
      case .expect where version == .http11:
        guard value.spells("100-continue") else { throw .expectation }
        expectsContinue = true
      case .expect, nil: break
      }
    }
    // Only 1.1 requires a Host (RFC 9112 §3.2), and only 1.1 has codings (§6.1).
    if hosts == 0, version == .http11 { throw .missingHost }
    if isChunked, version == .http10 { throw .codingInHTTP10 }
    if isChunked, length != nil { throw .lengthAndCoding }
    if let length, length > limits.body { throw .bodyTooLarge(limits) }
    content = isChunked ? .chunked : .length(length ?? 0)
    // RFC 9112 §9.3: close wins; 1.1 stays open by default, 1.0 only if asked.
    keepAlive = !closes && (version == .http11 || keepsAlive)
    expectsContinue = expectsContinue && content != .length(0)
  }

  /// A list of lengths is refused even if its members agree, as RFC 9112 §6.3 allows.
  private static func length(_ value: Span<UInt8>) throws(Refusal) -> Int {
    guard !value.isEmpty else { throw .malformedLength }
    var length = 0
    for index in value.indices {
      guard value[index].isDigit else { throw .malformedLength }
      let (product, overflows) = length.multipliedReportingOverflow(by: 10)
      let (sum, overflowsToo) = product.addingReportingOverflow(Int(value[index] - UInt8(ascii: "0")))
      guard !overflows, !overflowsToo else { throw .malformedLength }
      length = sum
    }
    return length
  }

  /// Only `chunked`, alone and once, can be decoded here.
  private static func checkCodings(_ value: Span<UInt8>, isSecond: Bool) throws(Refusal) {
    if value.spells("chunked") {
      guard !isSecond else { throw .chunkedTwice }
      return
    }
    guard !value.isEmpty else { throw .malformedCoding }
    let list = String(decoding: Array(copying: value), as: UTF8.self)
    var members = 0
    for member in QuotedList.split(list, at: UInt8(ascii: ",")) where !member.isEmpty {
      guard member.lowercased() == "chunked" else { throw .unknownCoding }
      members += 1
    }
    throw members > 1 ? .chunkedTwice : .malformedCoding
  }
}

/// The fields that decide about framing and connection.
private enum KnownField {
  case host, contentLength, transferEncoding, connection, expect

  init?(_ name: Span<UInt8>) {
    if name.spells("host") {
      self = .host
    } else if name.spells("expect") {
      self = .expect
    } else if name.spells("connection") {
      self = .connection
    } else if name.spells("content-length") {
      self = .contentLength
    } else if name.spells("transfer-encoding") {
      self = .transferEncoding
    } else {
      return nil
    }
  }
}
