/// A number of bytes as people write it: `128MB`, `64 kB`, `1GB`, `1048576`.
struct ByteSize {
  let bytes: Int

  /// `nil` if it is not a size, or more than a terabyte.
  init?(_ text: String) {
    let text = text.lowercased()
    let digits = text.prefix { $0.isNumber }
    let unit = text.dropFirst(digits.count).drop { $0 == " " }
    let shift: Int? =
      switch unit {
      case "", "b": 0
      case "k", "kb", "kib": 10
      case "m", "mb", "mib": 20
      case "g", "gb", "gib": 30
      default: nil
      }
    guard let shift, let number = Int(digits), number <= (1 << 40) >> shift else { return nil }
    bytes = number << shift
  }
}
