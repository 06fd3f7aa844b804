/// Writes answers as bytes.
public enum ResponseSerializer {
  /// Adds the whole answer to `bytes`.
  ///
  /// `Date` is added unless the answer has its own. With `isHead` the content is left out and its length still
  /// told (RFC 9110 §9.3.2). The status line always says HTTP/1.1, our version (RFC 9110 §6.2); `version` is the
  /// request's and decides what must be said about the connection.
  public static func append(
    _ response: Response, to bytes: inout [UInt8], date: HTTPDate, keepAlive: Bool,
    isHead: Bool = false, version: Version = .http11
  ) {
    if let head = response.preparedHead {
      bytes.append(contentsOf: head.bytes)
    } else {
      PreparedHead.write(response, to: &bytes)
    }
    if !keepAlive {
      bytes.append(contentsOf: connectionClose)
    } else if version == .http10 {
      bytes.append(contentsOf: connectionKeepAlive)
    }
    let hasDate = response.preparedHead?.hasDate ?? response.headers.contains("Date")
    bytes.append(contentsOf: hasDate ? lineEnd : date.headEnd)
    if !isHead && !response.status.forbidsBody { response.appendBody(to: &bytes) }
  }

  /// Adds the head of an answer whose length nobody knows; the connection is closed after it.
  ///
  /// Its content goes in chunks (RFC 9112 §7.1), to HTTP/1.0 as it is up to the close.
  public static func appendStreamHead(
    of response: Response, to bytes: inout [UInt8], date: HTTPDate, version: Version
  ) {
    let head = PreparedHead(response, hasLength: false)
    bytes.append(contentsOf: head.bytes)
    if version != .http10 { bytes.append(contentsOf: "Transfer-Encoding: chunked\r\n".utf8) }
    bytes.append(contentsOf: connectionClose)
    bytes.append(contentsOf: head.hasDate ? lineEnd : date.headEnd)
  }

  /// Adds a piece of a streamed answer; an empty one would be its end and is left out.
  public static func appendPiece(_ piece: [UInt8], to bytes: inout [UInt8], version: Version) {
    guard version != .http10 else { return bytes.append(contentsOf: piece) }
    guard !piece.isEmpty else { return }
    bytes.append(contentsOf: String(piece.count, radix: 16).utf8)
    bytes.append(contentsOf: lineEnd)
    bytes.append(contentsOf: piece)
    bytes.append(contentsOf: lineEnd)
  }

  /// Adds the end of a streamed answer.
  public static func appendStreamEnd(to bytes: inout [UInt8], version: Version) {
    if version != .http10 { bytes.append(contentsOf: "0\r\n\r\n".utf8) }
  }

  /// The interim answer to `Expect: 100-continue`.
  public static let `continue` = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  private static let lineEnd = Array("\r\n".utf8)
  private static let connectionClose = Array("Connection: close\r\n".utf8)
  private static let connectionKeepAlive = Array("Connection: keep-alive\r\n".utf8)
}

/// An answer's status line and fields as bytes, with its length; all but `Date`, `Connection` and the empty line.
final class PreparedHead: Sendable {
  let bytes: [UInt8]
  let hasDate: Bool

  init(_ response: Response, hasLength: Bool = true) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(response.headers.bytes.count + 128)
    Self.write(response, to: &bytes, hasLength: hasLength)
    self.bytes = bytes
    hasDate = response.headers.contains("Date")
  }

  static func write(_ response: Response, to bytes: inout [UInt8], hasLength: Bool = true) {
    writeStatusLine(response.status, to: &bytes)
    response.appendFields(to: &bytes)
    // No length where there is no content by definition (RFC 9110 §8.6); 304 may tell one, ours do not.
    if hasLength, !response.status.forbidsBody {
      bytes.append("Content-Length: ")
      bytes.append(decimal: response.bodySize)
      bytes.append("\r\n")
    }
  }

  private static func writeStatusLine(_ status: Status, to bytes: inout [UInt8]) {
    switch status.code {
    case 200 where status.reason == "OK": return bytes.append("HTTP/1.1 200 OK\r\n")
    case 302 where status.reason == "Found": return bytes.append("HTTP/1.1 302 Found\r\n")
    default: break
    }
    bytes.append("HTTP/1.1 ")
    bytes.append(decimal: status.code)
    bytes.append(0x20)
    for byte in status.reason.utf8 { bytes.append(byte.isFieldCharacter ? byte : 0x20) }
    bytes.append("\r\n")
  }
}

extension Headers {
  /// Adds the lines of the fields to what is sent; those about framing are left out.
  func append(to bytes: inout [UInt8]) {
    guard !areLines else { return bytes.append(contentsOf: self.bytes) }
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
