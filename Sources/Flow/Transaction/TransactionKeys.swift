/// A code, token or identifier under which a transaction is found.
///
/// Nearly all of it is chance, and tokens are long: the end and the middle tell handles apart as well as the whole would.
struct Handle: TableKey {
  let text: String

  init(_ text: String) { self.text = text }

  func number(seed: UInt64) -> UInt64 {
    let bytes = text.utf8.span
    let count = bytes.count
    var number = seed.mixed(with: Self.word(bytes, endingAt: count) ^ UInt64(truncatingIfNeeded: count))
    if count > 8 { number = number.mixed(with: Self.word(bytes, endingAt: count - 8)) }
    if count > 64 { number = number.mixed(with: Self.word(bytes, endingAt: count / 2)) }
    return number
  }

  /// Up to eight bytes before a place as a number.
  private static func word(_ bytes: Span<UInt8>, endingAt end: Int) -> UInt64 {
    guard end >= 8 else {
      var word: UInt64 = 0
      for place in 0..<end { word = word << 8 | UInt64(bytes[place]) }
      return word
    }
    // One check of bounds for all eight, which the compiler then reads as one.
    let part = bytes.extracting(end - 8..<end)
    var word: UInt64 = 0
    for place in 0..<8 { word = word << 8 | UInt64(part[place]) }
    return word
  }
}

extension Int: TableKey {
  func number(seed: UInt64) -> UInt64 { seed.mixed(with: UInt64(bitPattern: Int64(self))) }
}

extension UInt64 {
  /// Both in one number, of which each bit depends on all of theirs.
  fileprivate func mixed(with other: UInt64) -> UInt64 {
    // An odd constant without pattern: the golden ratio's digits, as often taken for this.
    let product = (self ^ other).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}

// Not generic, so that the compiler makes the code of these tables once, for all providers.

/// Where each handle leads.
struct HandlePlaces: Sendable {
  private var places = KeyTable<Handle, Int32>()

  subscript(handle: String) -> Int? { places[Handle(handle)].map { Int($0) } }

  mutating func set(_ handle: String, to place: Int) { places.set(Handle(handle), to: Int32(place)) }

  /// Removes a handle if it still leads to this place.
  mutating func remove(_ handle: String, from place: Int) {
    if self[handle] == place { places.remove(Handle(handle)) }
  }
}

/// Where the transaction with each ordinal stands.
struct OrdinalPlaces: Sendable {
  private var places = KeyTable<Int, Int32>()

  var count: Int { places.count }
  var ordinals: [Int] { places.keys }

  subscript(ordinal: Int) -> Int? { places[ordinal].map { Int($0) } }

  mutating func set(_ ordinal: Int, to place: Int) { places.set(ordinal, to: Int32(place)) }

  mutating func remove(_ ordinal: Int) -> Int? { places.remove(ordinal).map { Int($0) } }
}
