/// Reads the head of a request: the request line, then field lines up to the empty line.
struct HeadScanner: Sendable {
  private enum Place { case line, lineFeed, fields }

  private var place = Place.line
  private var position = 0
  /// The request line, once complete.
  private(set) var line: RequestLine?
  /// The field lines, read when the request line is; at its end is the end of the head.
  private(set) var fieldScanner = FieldScanner(position: 0)

  /// Reads on in the head's bytes; true when it is complete.
  ///
  /// `head` begins at the first byte of the request line, at each call.
  mutating func scan(_ head: Span<UInt8>, _ limits: Limits) throws(Refusal) -> Bool {
    if place == .line { try scanLine(head, limits) }
    if place == .lineFeed {
      guard position < limits.headerBytes else { throw .headTooLarge(limits) }
      guard position < head.count else { return false }
      guard head[position] == .lineFeed else { throw .bareCarriageReturn }
      line = try RequestLine(head, end: position - 1)
      fieldScanner = FieldScanner(position: position + 1)
      place = .fields
    }
    guard place == .fields else { return false }
    return try fieldScanner.scan(head, limits)
  }

  private mutating func scanLine(_ head: Span<UInt8>, _ limits: Limits) throws(Refusal) {
    let end = min(head.count, limits.requestLine, limits.headerBytes)
    while position < end, head[position].isVisible || head[position] == 0x20 { position += 1 }
    guard position < limits.headerBytes else { throw .headTooLarge(limits) }
    guard position < head.count else { return }
    guard head[position] == .carriageReturn else {
      throw position == limits.requestLine
        ? .requestLineTooLong(limits) : .requestLine(head[position], isFirst: position == 0)
    }
    position += 1
    place = .lineFeed
  }
}
