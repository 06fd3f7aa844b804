import Crypto

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
    guard (1...2).contains(parts.count), let bytes = IPAddress.bytes(ofPeer: String(parts[0])) else {
      return false
    }
    let length = parts.count == 2 ? (parts[1].first == "+" ? nil : Int(parts[1])) : bytes.count * 8
    guard let length, (0...(bytes.count * 8)).contains(length) else { return false }
    blocks.append(Block(bytes: bytes, length: length))
    return true
  }

  func contains(_ address: String) -> Bool {
    guard !blocks.isEmpty, let bytes = IPAddress.bytes(ofPeer: address) else { return false }
    return blocks.contains { block in
      block.bytes.count == bytes.count
        && (0..<block.length).allSatisfy { bit in
          let mask = UInt8(0x80) >> UInt8(bit % 8)
          return block.bytes[bit / 8] & mask == bytes[bit / 8] & mask
        }
    }
  }
}

extension IPAddress {
  /// The bytes of a peer's address: without its zone, and of IPv4 if it is one inside IPv6 (`::ffff:10.0.0.1`).
  fileprivate static func bytes(ofPeer text: String) -> [UInt8]? {
    guard let bytes = bytes(String(text.prefix { $0 != "%" })) else { return nil }
    let mapping: [UInt8] = Array(repeating: 0, count: 10) + [0xFF, 0xFF]
    return bytes.count == 16 && bytes.starts(with: mapping) ? Array(bytes[12...]) : bytes
  }
}
