/// A biometric class ID: storage, partition and class id (guide B.2, §1.1).
///
/// Clients send it with periods or slashes; tokens and results have slashes.
struct BCID: Hashable, Sendable {
  let storage: String
  let partition: Int
  let classIdentifier: Int

  /// Reads `^\w+[./]\d+[./]\d+$`; a sign before the class id only where it is allowed (§1.1).
  init?(_ text: String, allowingSign: Bool = false) {
    let bytes = text.utf8.span
    var marks: (first: Int?, second: Int?) = (nil, nil)
    for place in bytes.indices where bytes[place] == UInt8(ascii: ".") || bytes[place] == UInt8(ascii: "/") {
      switch marks {
      case (nil, _): marks.first = place
      case (_, nil): marks.second = place
      default: return nil
      }
    }
    guard let first = marks.first, let second = marks.second, BCID.isStorage(bytes.extracting(..<first)),
      let partition = BCID.number(bytes.extracting((first + 1)..<second)),
      let classIdentifier = BCID.number(bytes.extracting((second + 1)...), allowingSign: allowingSign)
    else { return nil }
    storage = String(text[..<text.utf8.index(text.startIndex, offsetBy: first)])
    (self.partition, self.classIdentifier) = (partition, classIdentifier)
  }

  private init(storage: String, partition: Int) {
    (self.storage, self.partition, classIdentifier) = (storage, partition, 0)
  }

  /// As tokens and results write it.
  var text: String { "\(storage)/\(partition)/\(classIdentifier)" }

  /// Feeds the numbers alone: storages are few.
  func hash(into hasher: inout Hasher) {
    hasher.combine(partition)
    hasher.combine(classIdentifier)
  }

  /// The partition as a BCID: class 0.
  var wholePartition: BCID { BCID(storage: storage, partition: partition) }

  /// Whether a text is a storage's name.
  static func isStorage(_ text: String) -> Bool { isStorage(text.utf8.span) }

  private static func isStorage(_ text: Span<UInt8>) -> Bool {
    for place in text.indices {
      switch text[place] {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): break
      default: return false
      }
    }
    return !text.isEmpty
  }

  private static func number(_ text: Span<UInt8>, allowingSign: Bool = false) -> Int? {
    let isNegative = allowingSign && !text.isEmpty && text[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard start < text.count else { return nil }
    var number = 0
    for place in start..<text.count {
      let digit = text[place] &- UInt8(ascii: "0")
      guard digit < 10 else { return nil }
      // Towards the sign, so that the least number reads too.
      let (product, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isTooLargeNow) =
        isNegative
        ? product.subtractingReportingOverflow(Int(digit)) : product.addingReportingOverflow(Int(digit))
      guard !isTooLarge, !isTooLargeNow else { return nil }
      number = sum
    }
    return number
  }
}
