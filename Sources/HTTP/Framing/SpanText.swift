// What the scanners need of spans: copies, and comparison without case.

extension Array<UInt8> {
  /// The bytes of `span`; one allocation, one memcpy.
  init(copying span: Span<UInt8>) {
    // The pointer does not leave the closure; no safe call of the library copies a whole span.
    self = unsafe span.withUnsafeBufferPointer { unsafe Array($0) }
  }

  /// Adds the bytes of `span`; one memcpy.
  mutating func append(copying span: Span<UInt8>) {
    unsafe span.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension String {
  /// The text of `span`.
  init(copying span: Span<UInt8>) {
    // The pointer does not leave the closure.
    self = unsafe span.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
  }

  /// The text of bytes that are known to be ASCII, and so are not looked at once more.
  init(copyingASCII span: Span<UInt8>) {
    self.init(copying: unsafe UTF8Span(unchecked: span, isKnownASCII: true))
  }

  /// The text of bytes that are written on the stack first, at most so many, so that it takes no more room than it needs; `nil`
  /// where they are no UTF-8.
  ///
  /// - Parameter write: tells whether all that it wrote is ASCII, so that nobody has to look once more.
  @inline(__always) init?(atMost count: Int, _ write: (inout OutputSpan<UInt8>) -> Bool) {
    let text = unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { buffer -> String? in
      var bytes = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      let isASCII = write(&bytes)
      let written = unsafe UnsafeBufferPointer(start: buffer.baseAddress, count: bytes.finalize(for: buffer))
      if isASCII { return unsafe String(copyingASCII: written.span) }
      return unsafe String(validating: written, as: UTF8.self)
    }
    guard let text else { return nil }
    self = text
  }

  /// The text of bytes that are written where they stay, at most so many; what is no UTF-8 among them is replaced.
  @inline(__always) public init(capacity: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
    self = unsafe String(unsafeUninitializedCapacity: capacity) { buffer in
      var bytes = unsafe OutputSpan(buffer: buffer, initializedCount: 0)
      write(&bytes)
      return unsafe bytes.finalize(for: buffer)
    }
  }
}

extension Span<UInt8> {
  /// Whether the bytes spell `word`, given in small letters, in any case.
  @inline(__always) func spells(_ word: StaticString) -> Bool {
    guard count == word.utf8CodeUnitCount else { return false }
    // The literal's bytes live as long as the program, and the count was just compared.
    return word.withUTF8Buffer { word in
      for index in indices {
        guard self[index].lowercased == (unsafe word[index]) else { return false }
      }
      return true
    }
  }

  /// Eight bytes as a number, the first one lowest.
  @inline(__always) func word(at place: Int) -> UInt64 {
    precondition(place >= 0 && place &+ 8 <= count)
    // Bounds are checked; unsafe is only that any eight bytes are taken for a number, which they are.
    return UInt64(littleEndian: unsafe bytes.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  /// Where the first byte is that no token has (RFC 9110 §5.6.2), else the end.
  var firstNoToken: Int {
    var place = 0
    while place < count, self[place].isTokenCharacter { place &+= 1 }
    return place
  }

  /// Where the first byte is that no field's value has (RFC 9110 §5.5), else the end.
  var firstNoFieldText: Int {
    var place = skippingText(from: 0, to: count)
    while place < count, self[place].isFieldCharacter { place &+= 1 }
    return place
  }

  /// Whether these are the name of a field that says how a message is framed, which is the serializer's matter.
  var isFramingName: Bool {
    switch count {
    case 10: spells("connection")
    case 14: spells("content-length")
    case 17: spells("transfer-encoding")
    default: false
    }
  }

  /// Whether all of these are visible ASCII characters.
  var isVisible: Bool {
    guard first(0x20, or: 0x7F, in: 0..<count) == count else { return false }
    var place = skippingText(from: 0, to: count, stoppingAbove127: true)
    while place < count, self[place].isVisible { place &+= 1 }
    return place == count
  }

  /// Where the first of two bytes stands within `range`, else its end; looked for eight bytes at a time.
  func first(_ one: UInt8, or other: UInt8, in range: Range<Int>) -> Int {
    let raw = unsafe bytes
    var position = range.lowerBound
    while position &+ 8 <= range.upperBound {
      // Bounds are checked; unsafe is only that any eight bytes are taken for a number, which they are.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      guard !word.hasByte(one), !word.hasByte(other) else { break }
      position &+= 8
    }
    while position < range.upperBound, self[position] != one, self[position] != other { position &+= 1 }
    return position
  }

  /// Whether both are the same name, in any case; compared eight at a time, because the case is mostly the same too.
  func isSameName(as other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    return unsafe withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { other in
        var place = 0
        while place < bytes.count {
          if place &+ 8 <= bytes.count {
            let one = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            if unsafe one == other.loadUnaligned(fromByteOffset: place, as: UInt64.self) {
              place &+= 8
              continue
            }
          }
          guard unsafe bytes[place].lowercased == other[place].lowercased else { return false }
          place &+= 1
        }
        return true
      }
    }
  }

  /// Whether these bytes begin with those of `start`; compared eight at a time.
  func begins(with start: [UInt8]) -> Bool {
    guard count >= start.count else { return false }
    return unsafe withUnsafeBytes { bytes in
      unsafe start.withUnsafeBytes { start in
        var place = 0
        while place &+ 8 <= start.count {
          let one = unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          guard unsafe one == start.loadUnaligned(fromByteOffset: place, as: UInt64.self) else {
            return false
          }
          place &+= 8
        }
        while place < start.count {
          guard unsafe bytes[place] == start[place] else { return false }
          place &+= 1
        }
        return true
      }
    }
  }

  /// Whether `word`, given in small letters, is a member of this comma-separated list, in any case.
  func hasMember(_ word: StaticString) -> Bool {
    var start = 0
    while start <= count {
      var end = start
      while end < count, self[end] != UInt8(ascii: ",") { end += 1 }
      var last = end
      while start < last, self[start].isBlank { start += 1 }
      while last > start, self[last - 1].isBlank { last -= 1 }
      if extracting(start..<last).spells(word) { return true }
      start = end + 1
    }
    return false
  }

  /// A place behind `position`, `end` at most, before which no control byte lies.
  ///
  /// Eight bytes are looked at at a time, which is most of the speed of reading a head; so it may stop short, and
  /// the caller goes on byte by byte. Tab counts as a control byte, and with `stoppingAbove127` so do bytes above 127.
  @inline(__always)
  func skippingText(from position: Int, to end: Int, stoppingAbove127: Bool = false) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let tops: UInt64 = 0x8080_8080_8080_8080
    let raw = unsafe bytes
    var position = position
    while position &+ 8 <= end {
      // Bounds are checked; unsafe is only that any eight bytes are taken for a number, which they are.
      let word = unsafe raw.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
      // The top bit of a byte becomes set where it is below 0x20, and where it is 0x7F (a zero in `delete`).
      let delete = word ^ (0x7F &* ones)
      let controls = (word &- 0x20 &* ones) & ~word | (delete &- ones) & ~delete
      guard (stoppingAbove127 ? controls | word : controls) & tops == 0 else { break }
      position &+= 8
    }
    return position
  }
}

// Eight bytes at a time; the library's ways to look along bytes take them one by one.
extension UInt64 {
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }
  private static var tops: UInt64 { 0x8080_8080_8080_8080 }

  /// The top bits of those of the eight bytes that are this one, from the lowest; behind the first of them there may be more.
  @inline(__always) func marks(of byte: UInt8) -> UInt64 {
    let zeros = self ^ (Self.ones &* UInt64(byte))
    return (zeros &- Self.ones) & ~zeros & Self.tops
  }

  /// Whether all eight bytes are below 128.
  @inline(__always) var isASCII: Bool { self & Self.tops == 0 }

  /// Whether one of the eight bytes is this one.
  @inline(__always) func hasByte(_ byte: UInt8) -> Bool { marks(of: byte) != 0 }
}
