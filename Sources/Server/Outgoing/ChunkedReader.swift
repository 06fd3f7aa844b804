import HTTP

/// Decodes chunked content (RFC 9112 section 7.1).
struct ChunkedReader {
  private enum Phase {
    /// In a size line, whose extensions are ignored.
    case size
    case content(left: Int)
    /// Before the line end after a chunk.
    case chunkEnd
    /// In the trailer, whose fields are dropped.
    case trailer
    case finished
  }

  private(set) var content: [UInt8] = []
  private var phase = Phase.size
  private var line: [UInt8] = []

  /// For a size line with its extensions, or a trailer field.
  private static let lineLimit = 4096

  /// Consumes `input`; true once the content is complete.
  mutating func take(_ input: ArraySlice<UInt8>, limit: Int) throws(FetchError) -> Bool {
    var rest = input
    while !rest.isEmpty {
      switch phase {
      case .content(let left):
        let part = rest.prefix(left)
        content += part
        rest = rest.dropFirst(left)
        phase = part.count == left ? .chunkEnd : .content(left: left - part.count)
      case .size, .chunkEnd, .trailer:
        guard let end = try lineEnd(&rest) else { return false }
        try finish(end, limit: limit)
      case .finished: return true
      }
    }
    if case .finished = phase { return true }
    return false
  }

  /// The complete line without its terminator, or nil if more has to come.
  private mutating func lineEnd(_ rest: inout ArraySlice<UInt8>) throws(FetchError) -> [UInt8]? {
    let part = rest.prefix { $0 != UInt8(ascii: "\n") }
    line += part
    guard line.count <= Self.lineLimit else { throw .malformedAnswer("a chunk's size line is too long") }
    let isComplete = part.count < rest.count
    rest = rest.dropFirst(part.count + 1)
    guard isComplete else { return nil }
    defer { line = [] }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  private mutating func finish(_ line: [UInt8], limit: Int) throws(FetchError) {
    switch phase {
    case .size:
      let digits = line.prefix {
        $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t")
      }
      guard (1...8).contains(digits.count), digits.allSatisfy(Self.isHexadecimal),
        let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
      else { throw .malformedAnswer("a chunk's size is no hexadecimal number") }
      guard content.count + size <= limit else { throw .tooLarge(limit: limit) }
      phase = size == 0 ? .trailer : .content(left: size)
    case .chunkEnd:
      guard line.isEmpty else { throw .malformedAnswer("a chunk is longer than it says") }
      phase = .size
    case .trailer:
      if line.isEmpty { phase = .finished }
    case .content, .finished: break
    }
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
  }
}
