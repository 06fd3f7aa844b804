import HTTP

/// Reads one answer off a connection that carries no other (RFC 9112), however its bytes are split.
///
/// Strict where two readers could differ about where the content ends.
struct AnswerReader {
  private enum Framing {
    case length(Int)
    case chunked(ContentReader)
    /// Until the connection is closed.
    case close
  }

  private let limit: Int
  /// What was not read yet.
  private var bytes: [UInt8] = []
  /// The content of the chunks so far.
  private var content: [UInt8] = []
  private var head: (status: Status, headers: Headers)?
  private var framing = Framing.close

  /// More than any legitimate head.
  private static let headLimit = 32 * 1024

  init(limit: Int) { self.limit = limit }

  /// Takes bytes; returns the document once it is complete.
  mutating func take(_ input: ArraySlice<UInt8>) throws(FetchError) -> FetchedDocument? {
    bytes += input
    while head == nil {
      guard let end = Self.endOfHead(bytes) else {
        guard bytes.count <= Self.headLimit else { throw .malformedAnswer("its head is larger than 32 kB") }
        return nil
      }
      let lines = Self.lines(bytes[..<end])
      bytes.removeSubrange(..<end)
      let status = try Self.status(lines.first ?? [])
      guard status.code != 101 else { throw .malformedAnswer("101 Switching Protocols was not asked for") }
      // Interim answers (RFC 9110 section 15.2) are skipped.
      guard status.code >= 200 else { continue }
      let headers = try Self.headers(lines.dropFirst())
      framing = try Self.framing(of: headers, status: status)
      head = (status, headers)
    }
    return try readContent()
  }

  /// Takes the end of the connection; `isClean` is false when TLS ended without close_notify.
  mutating func end(isClean: Bool) throws(FetchError) -> FetchedDocument {
    guard let head else {
      throw .malformedAnswer(
        bytes.isEmpty ? "the connection was closed without an answer" : "it ends within its head")
    }
    guard case .close = framing, isClean else {
      throw .malformedAnswer("the connection was closed after \(bytes.count) bytes of its content")
    }
    return FetchedDocument(status: head.status, headers: head.headers, body: bytes)
  }

  private mutating func readContent() throws(FetchError) -> FetchedDocument? {
    guard let head else { return nil }
    switch framing {
    case .length(let length):
      guard length <= limit else { throw .tooLarge(limit: limit) }
      guard bytes.count >= length else { return nil }
      return FetchedDocument(status: head.status, headers: head.headers, body: Array(bytes[..<length]))
    case .chunked(var reader):
      let input = bytes
      bytes = []
      let isComplete: Bool
      do throws(Refusal) {
        isComplete = try reader.take(input.span, Limits(body: limit), into: &content).isComplete
      } catch {
        throw error.status.code == 413 ? .tooLarge(limit: limit) : .malformedAnswer(error.reason)
      }
      framing = .chunked(reader)
      return isComplete ? FetchedDocument(status: head.status, headers: head.headers, body: content) : nil
    case .close:
      guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
      return nil
    }
  }

  // MARK: The head

  /// The index after the empty line.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    var lineStart = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      let line = bytes[lineStart..<index]
      if line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) { return index + 1 }
      lineStart = index + 1
    }
    return nil
  }

  private static func lines(_ head: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    head.split(separator: UInt8(ascii: "\n")).map { line in
      line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }.filter { !$0.isEmpty }
  }

  /// `HTTP/1.1 200 OK`; the reason may be missing (RFC 9112 section 4).
  private static func status(_ line: ArraySlice<UInt8>) throws(FetchError) -> Status {
    let text = String(decoding: line, as: UTF8.self)
    let parts = text.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0", parts[1].utf8.count == 3,
      let code = Int(parts[1]), (100...599).contains(code)
    else { throw .malformedAnswer("it does not begin with an HTTP/1.1 status line") }
    return Status(code, parts.count == 3 ? String(parts[2]) : "")
  }

  private static func headers(_ lines: ArraySlice<ArraySlice<UInt8>>) throws(FetchError) -> Headers {
    var headers = Headers()
    for line in lines {
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        throw .malformedAnswer("a field line has no colon")
      }
      let name = String(decoding: line[..<colon], as: UTF8.self)
      // Also refuses line folding (RFC 9112 section 5.2) and a blank before the colon (section 5.1).
      guard Headers.isName(name) else { throw .malformedAnswer("\"\(name)\" is not a field name") }
      let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
      var value = line[line.index(after: colon)...].drop(while: isBlank)
      while let last = value.last, isBlank(last) { value.removeLast() }
      headers.append(name, String(decoding: value, as: UTF8.self))
    }
    return headers
  }

  /// How the content ends (RFC 9112 section 6.3).
  private static func framing(of headers: Headers, status: Status) throws(FetchError) -> Framing {
    if status.forbidsBody { return .length(0) }
    let lengths = Set(headers.values("Content-Length"))
    let codings = headers.values("Transfer-Encoding")
    if !codings.isEmpty {
      guard lengths.isEmpty else {
        throw .malformedAnswer("it has both Content-Length and Transfer-Encoding")
      }
      guard codings.count == 1, codings[0].lowercased() == "chunked" else {
        throw .malformedAnswer("its transfer encoding is not chunked alone")
      }
      return .chunked(.chunked)
    }
    guard let length = lengths.first else { return .close }
    guard lengths.count == 1, (1...15).contains(length.utf8.count), length.utf8.allSatisfy(isDigit),
      let number = Int(length)
    else { throw .malformedAnswer("its Content-Length is not one number") }
    return .length(number)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
