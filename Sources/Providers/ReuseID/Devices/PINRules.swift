/// The format of a PIN; the vendor's bounds are not public, these are ours (§1b).
enum PINRules {
  static let shortest = 4
  static let longest = 8
  static let type = "NUMERIC"

  static func isWellFormed(_ pin: String) -> Bool {
    (shortest...longest).contains(pin.utf8.count) && pin.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}

/// The version of the app's library, sent in `X-Encap-Api-Version`.
struct LibraryVersion: Sendable, Hashable, Comparable {
  let parts: [Int]

  init?(_ text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
    guard (1...3).contains(parts.count), parts.allSatisfy({ $0.map { $0 >= 0 } ?? false }) else {
      return nil
    }
    self.parts = parts.compactMap { $0 } + [Int](repeating: 0, count: 3 - parts.count)
  }

  static func < (left: LibraryVersion, right: LibraryVersion) -> Bool {
    left.parts.lexicographicallyPrecedes(right.parts)
  }

  /// The major versions that this server understands.
  static let understood = 3...3
}
