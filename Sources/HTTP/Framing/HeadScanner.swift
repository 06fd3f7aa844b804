/// Reads the head of a request: the request line, then field lines up to the empty line.
struct HeadScanner: Sendable {
  private enum State { case line, lineFeed, fields }

  private var state = State.line
  private var position = 0
  /// The request line, once complete.
  private(set) var line: RequestLine?
  /// Reads the field lines once the request line is complete; its end is the end of the head.
  private(set) var fieldScanner = FieldScanner(position: 0)

  /// Reads on; true once the head is complete.
  ///
  /// `head` begins at the first byte of the request line at every call.
  mutating func scan(_ head: Span<UInt8>, _ limits: Limits) throws(Refusal) -> Bool {
    if state == .line { try scanLine(head, limits) }
    if state == .lineFeed {
      guard position < limits.headerBytes else { throw .headTooLarge(limits) }
      guard position < head.count else { return false }
      guard head[position] == .lineFeed else { throw .bareCarriageReturn }
      line = try RequestLine(head, end: position - 1)
      fieldScanner = FieldScanner(position: position + 1)
      state = .fields
    }
    guard state == .fields else { return false }
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
    state = .lineFeed
  }
}
