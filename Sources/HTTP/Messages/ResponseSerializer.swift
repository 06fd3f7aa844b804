package enum ResponseSerializer {
  /// Appends the whole answer.
  ///
  /// `Date` is added unless the answer has its own. With `isHead` the content is left out but its length
  /// still sent (RFC 9110 §9.3.2). The status line always says HTTP/1.1, our version (RFC 9110 §6.2);
  /// `version` is the request's and decides what must be said about the connection.
  package static func append(
    _ response: Response, to bytes: inout [UInt8], date: HTTPDate, keepAlive: Bool,
    isHead: Bool = false, version: Version = .http11
  ) {
    let hasDate: Bool
    if let head = response.preparedHead {
      bytes.append(contentsOf: head.bytes)
      hasDate = head.hasDate
    } else {
      appendHead(of: response, to: &bytes)
      hasDate = response.headers.contains("Date")
    }
    if !keepAlive {
      bytes.append(contentsOf: connectionClose)
    } else if version == .http10 {
      bytes.append(contentsOf: connectionKeepAlive)
    }
    bytes.append(contentsOf: hasDate ? lineEnd : date.headEnd)
    if !isHead && !response.status.forbidsBody { bytes.append(contentsOf: response.body) }
  }

  /// Appends the head of an answer of unknown length; the connection is closed after it.
  ///
  /// The content is sent in chunks (RFC 9112 §7.1), to HTTP/1.0 as it is up to the close.
  package static func appendStreamHead(
    of response: Response, to bytes: inout [UInt8], date: HTTPDate, version: Version
  ) {
    appendHead(of: response, to: &bytes, hasLength: false)
    if version != .http10 { bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
    bytes.append(contentsOf: connectionClose)
    bytes.append(contentsOf: response.headers.contains("Date") ? lineEnd : date.headEnd)
  }

  /// Appends the status line and the fields without `Date`, `Connection` and the empty line.
  fileprivate static func appendHead(
    of response: Response, to bytes: inout [UInt8], hasLength: Bool = true
  ) {
    bytes.append("HTTP/1.1 \(response.status.code) ")
    for byte in response.status.reason.utf8 { bytes.append(byte.isFieldCharacter ? byte : 0x20) }
    bytes.append("\r\n")
    response.headers.append(to: &bytes)
    // No length where there is no content by definition (RFC 9110 §8.6); a 304 may have one, ours do not.
    if hasLength, !response.status.forbidsBody {
      bytes.append("Content-Length: \(response.body.count)\r\n")
    }
  }

  /// Appends a piece of a streamed answer; an empty one is left out, as it would end the stream.
  package static func appendPiece(_ piece: [UInt8], to bytes: inout [UInt8], version: Version) {
    guard version != .http10 else { return bytes.append(contentsOf: piece) }
    guard !piece.isEmpty else { return }
    bytes.append(contentsOf: String(piece.count, radix: 16).utf8)
    bytes.append(contentsOf: lineEnd)
    bytes.append(contentsOf: piece)
    bytes.append(contentsOf: lineEnd)
  }

  package static func appendStreamEnd(to bytes: inout [UInt8], version: Version) {
    if version != .http10 { bytes.append(contentsOf: "0\r\n\r\n".utf8) }
  }

  /// The interim answer to `Expect: 100-continue`.
  package static let `continue` = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let lineEnd = Array("\r\n".utf8)
  private static let connectionClose = Array("Connection: close\r\n".utf8)
  private static let connectionKeepAlive = Array("Connection: keep-alive\r\n".utf8)
}

/// An answer's status line and fields as bytes, with its length, without `Date`, `Connection` and the empty
/// line.
struct PreparedHead: Sendable {
  let bytes: [UInt8]
  let hasDate: Bool

  init(_ response: Response) {
    var bytes: [UInt8] = []
    ResponseSerializer.appendHead(of: response, to: &bytes)
    self.bytes = bytes
    hasDate = response.headers.contains("Date")
  }
}

extension Headers {
  /// Appends the field lines, except those about framing.
  func append(to bytes: inout [UInt8]) {
    let fieldBytes = self.bytes.span
    for field in fields {
      let name = fieldBytes.extracting(field.nameRange)
      guard !name.isFramingName else { continue }
      bytes.append(copying: name)
      bytes.append(": ")
      bytes.append(copying: fieldBytes.extracting(field.valueRange))
      bytes.append("\r\n")
    }
  }
}
