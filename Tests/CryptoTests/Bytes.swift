/// The bytes of hexadecimal digits, as RFCs print vectors; spaces and line ends are skipped.
func hex(_ text: String) -> [UInt8] {
  let digits = text.compactMap(\.hexDigitValue)
  return stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// The bytes of a text.
func utf8(_ text: String) -> [UInt8] { Array(text.utf8) }

/// The same bytes with one bit changed.
func flipping(_ bytes: [UInt8], at index: Int) -> [UInt8] {
  var changed = bytes
  changed[index] ^= 1
  return changed
}
