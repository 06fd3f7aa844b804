/// Reads a message's content: a number of bytes, or chunks up to the last one and its trailer (RFC 9112 §6
/// and §7.1).
package struct ContentReader: Sendable {
  private enum State {
    /// Content bytes, of a length or of a chunk.
    case data
    case chunkSize, extensionBlank, chunkExtension, sizeLineFeed
    /// The line end after a chunk's bytes.
    case dataReturn, dataLineFeed
    case trailer
  }

  /// In bytes, for all chunk extensions of a message; RFC 9112 §7.1.1 asks for some limit, and no client
  /// sends any.
  private static let extensionLimit = 1024

  private var state: State
  private let isChunked: Bool
  /// Bytes of the length or of the chunk still to come.
  private var remaining: Int
  private var sizeDigits = 0
  private var extensionBytes = 0
  /// The beginning of a trailer that came in parts, and its scanner.
  private var trailer: [UInt8] = []
  private var trailerScanner = FieldScanner(position: 0)

  init(_ content: Framing.Content) {
    switch content {
    case .length(let length):
      isChunked = false
      remaining = length
      state = .data
    case .chunked:
      isChunked = true
      remaining = 0
      state = .chunkSize
    }
  }

  package static var chunked: ContentReader { ContentReader(.chunked) }

  /// Consumes bytes from the front of `input` and appends those of the content to `content`, which holds all
  /// before them; `isComplete` once the content is.
  package mutating func take(
    _ input: Span<UInt8>, _ limits: Limits, into content: inout [UInt8]
  ) throws(Refusal) -> (consumed: Int, isComplete: Bool) {
    var position = 0
    if !isChunked {
      takeData(input, &position, into: &content)
      return (position, remaining == 0)
    }
    while position < input.count {
      let byte = input[position]
      switch state {
      case .data:
        takeData(input, &position, into: &content)
        if remaining == 0 { state = .dataReturn }
        continue
      case .trailer:
        return try takeTrailer(input, from: position, limits)
      case .chunkSize: try takeSize(byte, limits, known: content.count)
      case .extensionBlank:
        // White space is allowed before the semicolon only (RFC 9112 §7.1.1), so none may end the line.
        try countExtension()
        if byte == UInt8(ascii: ";") {
          state = .chunkExtension
        } else if !byte.isBlank {
          throw .chunkSize(byte)
        }
      case .chunkExtension:
        if byte == .carriageReturn {
          state = .sizeLineFeed
        } else {
          guard byte.isFieldCharacter else { throw .chunkExtension(byte) }
          try countExtension()
        }
      case .sizeLineFeed:
        guard byte == .lineFeed else { throw .bareCarriageReturn }
        state = remaining == 0 ? .trailer : .data
        sizeDigits = 0
      case .dataReturn:
        guard byte == .carriageReturn else { throw .chunkEnd }
        state = .dataLineFeed
      case .dataLineFeed:
        guard byte == .lineFeed else { throw .bareCarriageReturn }
        state = .chunkSize
      }
      position += 1
    }
    return (position, false)
  }

  private mutating func takeData(_ input: Span<UInt8>, _ position: inout Int, into content: inout [UInt8]) {
    let count = min(remaining, input.count - position)
    content.append(copying: input.extracting(position..<position + count))
    remaining -= count
    position += count
  }

  /// `chunk-size = 1*HEXDIG`; the limit of the content is reached before the number can overflow.
  private mutating func takeSize(_ byte: UInt8, _ limits: Limits, known: Int) throws(Refusal) {
    if let digit = byte.hexadecimalValue {
      sizeDigits += 1
      guard sizeDigits <= 16 else { throw .chunkSizeTooLong }
      remaining = remaining * 16 + Int(digit)
      guard remaining <= limits.body - known else { throw .bodyTooLarge(limits) }
      return
    }
    guard sizeDigits > 0 else { throw .chunkSize(byte) }
    switch byte {
    case .carriageReturn: state = .sizeLineFeed
    case UInt8(ascii: ";"): state = .chunkExtension
    case 0x20, 0x09: state = .extensionBlank
    default: throw .chunkSize(byte)
    }
  }

  private mutating func countExtension() throws(Refusal) {
    extensionBytes += 1
    guard extensionBytes <= Self.extensionLimit else { throw .chunkExtensionsTooLong }
  }

  /// Trailer fields are checked like those of the head and dropped (RFC 9112 §7.1.2).
  private mutating func takeTrailer(
    _ input: Span<UInt8>, from start: Int, _ limits: Limits
  ) throws(Refusal) -> (consumed: Int, isComplete: Bool) {
    let rest = input.extracting(start...)
    if trailer.isEmpty {
      if try trailerScanner.scan(rest, limits) { return (start + trailerScanner.position, true) }
      trailer.append(copying: rest)
      return (input.count, false)
    }
    let known = trailer.count
    trailer.append(copying: rest.extracting(first: limits.headerBytes - known))
    var scanner = trailerScanner
    defer { trailerScanner = scanner }
    guard try scanner.scan(trailer.span, limits) else { return (input.count, false) }
    return (start + scanner.position - known, true)
  }
}
