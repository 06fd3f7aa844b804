/// Reads field lines byte by byte up to the empty line that ends them: of a head or of a trailer.
///
///     field-line = field-name ":" OWS field-value OWS        (RFC 9112 §5)
///
/// It keeps only positions, so it can stop at any byte and continue when the section has grown or moved. It reads
/// each byte once, and refuses the section at the first byte that breaks a rule.
struct FieldScanner: Sendable {
  private enum State { case lineStart, name, value, lineFeed, lastLineFeed }

  private var state = State.lineStart
  /// The first unread byte.
  private(set) var position: Int
  private var nameStart = 0
  private var valueStart = 0
  private var valueEnd = 0
  /// The fields so far, as positions in the section.
  private(set) var fields: [Headers.Field] = []

  init(position: Int) { self.position = position }

  /// Reads on; true once the section is complete, with `position` at its end.
  mutating func scan(_ section: Span<UInt8>, _ limits: Limits) throws(Refusal) -> Bool {
    let end = min(section.count, limits.headerBytes)
    var position = self.position
    scanning: while position < end {
      switch state {
      case .lineStart:
        if section[position] == .carriageReturn {
          position += 1
          state = .lastLineFeed
        } else {
          nameStart = position
          state = .name
        }

      case .name:
        while position < end, section[position].isTokenCharacter { position += 1 }
        guard position < end else { break scanning }
        guard section[position] == UInt8(ascii: ":"), position > nameStart else {
          throw .name(section[position], isFirst: position == nameStart)
        }
        position += 1
        valueStart = position
        state = .value

      case .value:
        while position < end, section[position].isFieldCharacter { position += 1 }
        guard position < end else { break scanning }
        guard section[position] == .carriageReturn else { throw .value(section[position]) }
        valueEnd = position
        position += 1
        state = .lineFeed

      case .lineFeed:
        guard section[position] == .lineFeed else { throw .bareCarriageReturn }
        position += 1
        guard fields.count < limits.headerCount else { throw .tooManyFields(limits) }
        // Most clients send no more.
        if fields.isEmpty { fields.reserveCapacity(8) }
        appendField(section)
        state = .lineStart

      case .lastLineFeed:
        guard section[position] == .lineFeed else { throw .bareCarriageReturn }
        self.position = position + 1
        return true
      }
    }
    self.position = position
    guard position < limits.headerBytes else { throw .headTooLarge(limits) }
    return false
  }

  private mutating func appendField(_ section: Span<UInt8>) {
    // White space around the value is not part of it (RFC 9110 §5.5).
    var start = valueStart
    var end = valueEnd
    while start < end, section[start].isBlank { start += 1 }
    while end > start, section[end - 1].isBlank { end -= 1 }
    fields.append(
      Headers.Field(
        nameStart: UInt32(nameStart), nameCount: UInt32(valueStart - 1 - nameStart),
        valueStart: UInt32(start), valueCount: UInt32(end - start)))
  }
}
