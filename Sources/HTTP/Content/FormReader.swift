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
      let first = start
      let name = Stretch(in: bytes, from: first, stopsAtEquals: true)
      let hasValue = name.end < bytes.count && bytes[name.end] == UInt8(ascii: "=")
      let value =
        hasValue ? Stretch(in: bytes, from: name.end + 1, stopsAtEquals: false) : Stretch(emptyAt: name.end)
      start = value.end + 1
      guard first < value.end else { continue }
      number += 1
      guard number <= Form.maximumCount else { throw .tooManyFields }
      do throws(PercentCoding.Problem) {
        fields.append((try text(of: name, in: bytes), try text(of: value, in: bytes)))
      } catch {
        throw .malformed(field: number, error)
      }
    }
    return fields
  }

  private static func text(
    of stretch: Stretch, in bytes: Span<UInt8>
  ) throws(PercentCoding.Problem) -> String {
    if stretch.start == stretch.end { return "" }
    let bytes = bytes.extracting(stretch.start..<stretch.end)
    if stretch.isPlain { return String(copyingASCII: bytes) }
    return try PercentCoding.unescape(bytes, plusIsSpace: true)
  }

  /// Where a name or a value lies.
  private struct Stretch {
    let start: Int
    /// Behind its last byte.
    let end: Int
    /// Whether it is ASCII without escapes.
    let isPlain: Bool

    init(emptyAt place: Int) { (start, end, isPlain) = (place, place, true) }

    /// What lies before the next `&`, for a name also before the next `=`, or before the end of the form.
    init(in bytes: Span<UInt8>, from start: Int, stopsAtEquals: Bool) {
      var place = start
      var hasEscape = false
      // Bits of all bytes, which tell whether there is anything but ASCII.
      var seen: UInt8 = 0
      while place &+ 8 <= bytes.count {
        let word = bytes.word(at: place)
        var ends = word.marks(of: UInt8(ascii: "&"))
        if stopsAtEquals { ends |= word.marks(of: UInt8(ascii: "=")) }
        // All eight, or those before the end.
        let count = ends.trailingZeroBitCount / 8
        let mine = count == 8 ? word : word & ((1 << UInt64(truncatingIfNeeded: 8 * count)) &- 1)
        if mine.hasByte(UInt8(ascii: "%")) || mine.hasByte(UInt8(ascii: "+")) { hasEscape = true }
        if !mine.isASCII { seen = 0x80 }
        place &+= count
        if count < 8 { break }
      }
      // The last few.
      while place < bytes.count {
        let byte = bytes[place]
        // Most bytes are letters, which stand behind all that means something.
        if byte < 0x40 {
          if byte == UInt8(ascii: "&") || stopsAtEquals && byte == UInt8(ascii: "=") { break }
          if byte == UInt8(ascii: "%") || byte == UInt8(ascii: "+") { hasEscape = true }
        }
        seen |= byte
        place &+= 1
      }
      (self.start, end, isPlain) = (start, place, !hasEscape && seen < 0x80)
    }
  }
}
