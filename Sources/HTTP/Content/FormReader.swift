/// Reads encoded forms: each byte is looked at once, and each name and value is made where it stays.
enum FormReader {
  /// The fields of an encoded form, in order.
  static func fields(of bytes: Span<UInt8>) throws(Form.Problem) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    // As many as an authorization request has.
    fields.reserveCapacity(12)
    var number = 0
    var start = 0
    while start < bytes.count {
      let field = Bounds(in: bytes, from: start)
      start = field.end + 1
      guard !field.isEmpty else { continue }
      number += 1
      guard number <= Form.maximumCount else { throw .tooManyFields }
      do throws(PercentCoding.Problem) {
        let name = try text(bytes.extracting(field.start..<field.equals), of: field)
        let value = try text(bytes.extracting(min(field.equals + 1, field.end)..<field.end), of: field)
        fields.append((name, value))
      } catch {
        throw .malformed(field: number, error)
      }
    }
    return fields
  }

  private static func text(_ bytes: Span<UInt8>, of field: Bounds) throws(PercentCoding.Problem) -> String {
    if field.isPlain { return String(copying: bytes) }
    return try PercentCoding.unescape(bytes, plusIsSpace: true)
  }

  /// Where a field lies.
  private struct Bounds {
    let start: Int
    /// Behind its last byte: at the `&`, or at the end of the form.
    private(set) var end: Int
    /// At its first `=`, else at its end.
    private(set) var equals: Int
    /// Whether it is ASCII without escapes.
    private(set) var isPlain: Bool

    var isEmpty: Bool { start == end }

    init(in bytes: Span<UInt8>, from start: Int) {
      self.start = start
      var place = start
      var equals: Int?
      var hasEscape = false
      // Bits of all bytes, which tell whether there is anything but ASCII.
      var seen: UInt8 = 0
      while place < bytes.count {
        let byte = bytes[place]
        seen |= byte
        // Most bytes are letters, which stand behind all that means something.
        if byte < 0x40 {
          if byte == UInt8(ascii: "&") { break }
          if byte == UInt8(ascii: "=") {
            if equals == nil { equals = place }
          } else if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") {
            hasEscape = true
          }
        }
        place &+= 1
      }
      (end, self.equals) = (place, equals ?? place)
      isPlain = !hasEscape && seen < 0x80
    }
  }
}
