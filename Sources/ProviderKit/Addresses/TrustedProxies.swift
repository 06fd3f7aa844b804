/// The address blocks whose `X-Forwarded-…` headers are trusted; none by default.
package struct TrustedProxies: Sendable {
  private struct Block: Sendable {
    let bytes: [UInt8]
    let length: Int
  }

  private var blocks: [Block] = []

  package init() {}

  /// A block such as `10.0.0.0/8`, `127.0.0.1` or `fd00::/8`; `false` if it cannot be parsed.
  package mutating func trust(_ block: String) -> Bool {
    let parts = block.split(separator: "/", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let bytes = NumericAddress.bytes(String(parts[0])) else {
      return false
    }
    let length = parts.count == 2 ? (parts[1].first == "+" ? nil : Int(parts[1])) : bytes.count * 8
    guard let length, (0...(bytes.count * 8)).contains(length) else { return false }
    blocks.append(Block(bytes: bytes, length: length))
    return true
  }

  func contains(_ address: String) -> Bool {
    guard !blocks.isEmpty, let bytes = NumericAddress.bytes(address) else { return false }
    return blocks.contains { block in
      block.bytes.count == bytes.count
        && (0..<block.length).allSatisfy { bit in
          let mask = UInt8(0x80) >> UInt8(bit % 8)
          return block.bytes[bit / 8] & mask == bytes[bit / 8] & mask
        }
    }
  }
}

enum NumericAddress {
  /// Four or sixteen bytes; an IPv4 address inside IPv6 (`::ffff:10.0.0.1`) counts as IPv4.
  static func bytes(_ text: String) -> [UInt8]? {
    let text = text.split(separator: "%", maxSplits: 1).first.map(String.init) ?? ""
    guard text.contains(":") else { return ipv4(text) }
    guard let bytes = ipv6(text) else { return nil }
    let isMapped = bytes[0..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
    return isMapped ? Array(bytes[12...]) : bytes
  }

  private static func ipv4(_ text: String) -> [UInt8]? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      // `UInt8` would take a sign.
      part.first == "+" ? nil : UInt8(part)
    }
    let bytes = parts.compactMap { $0 }
    return parts.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func ipv6(_ text: String) -> [UInt8]? {
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let isShortened = text.contains("::")
    guard let head = groups(halves[0], isLast: !isShortened),
      let tail = isShortened ? groups(halves[1], isLast: true) : []
    else { return nil }
    let missing = 16 - head.count - tail.count
    guard isShortened ? missing >= 2 : missing == 0 else { return nil }
    return head + Array(repeating: 0, count: missing) + tail
  }

  /// The last group of the whole address may be an IPv4 address (RFC 4291 §2.2).
  private static func groups(_ text: String, isLast: Bool) -> [UInt8]? {
    if text.isEmpty { return [] }
    var bytes: [UInt8] = []
    let groups = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, group) in groups.enumerated() {
      if group.contains(".") {
        guard isLast, index == groups.count - 1, let last = ipv4(String(group)) else { return nil }
        bytes += last
      } else {
        guard group.count <= 4, group.first != "+", let value = UInt16(group, radix: 16) else { return nil }
        bytes += [UInt8(value >> 8), UInt8(value & 0xFF)]
      }
    }
    return bytes
  }
}
