/// A biometric class ID: storage, partition and class id (guide B.2, §1.1).
///
/// Clients separate the parts by periods or slashes; tokens and results by slashes.
struct BCID: Hashable, Sendable {
  let storage: String
  let partition: Int
  let classIdentifier: Int

  /// Reads `^\w+[./]\d+[./]\d+$`; `allowingSign` permits a minus before the class id (§1.1).
  init?(_ text: String, allowingSign: Bool = false) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }
    guard parts.count == 3, BCID.isStorage(parts[0]), let partition = BCID.number(parts[1]),
      let classIdentifier = BCID.number(parts[2], allowingSign: allowingSign)
    else { return nil }
    storage = String(parts[0])
    (self.partition, self.classIdentifier) = (partition, classIdentifier)
  }

  private init(storage: String, partition: Int) {
    (self.storage, self.partition, classIdentifier) = (storage, partition, 0)
  }

  /// As tokens and results write it.
  var text: String { "\(storage)/\(partition)/\(classIdentifier)" }

  /// The BCID with class 0, which stands for the partition.
  var wholePartition: BCID { BCID(storage: storage, partition: partition) }

  /// `\w+`.
  static func isStorage(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"): true
        default: false
        }
      }
  }

  private static func number(_ text: Substring, allowingSign: Bool = false) -> Int? {
    let digits = allowingSign && text.hasPrefix("-") ? text.dropFirst() : text
    return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
