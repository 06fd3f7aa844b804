/// A secret for many HMAC-SHA-256 codes (RFC 2104): what of a code does not depend on the message is computed once.
public final class HMACKey: Sendable {
  /// Behind the key with the inner padding.
  private let inner: SHA256State
  /// Behind the key with the outer padding.
  private let outer: SHA256State

  /// A key of any length.
  public init(_ key: [UInt8]) {
    let short = key.count > SHA256State.blockLength ? Digest.sha256(key) : key
    let padding = repeatElement(UInt8(0), count: SHA256State.blockLength - short.count)
    inner = Self.state(behind: (short + padding).map { $0 ^ 0x36 })
    outer = Self.state(behind: (short + padding).map { $0 ^ 0x5C })
  }

  /// The code of a message, 32 bytes.
  public func code(for message: [UInt8]) -> [UInt8] {
    var state = inner
    state.add(message)
    return state.hash(into: outer)
  }

  /// The code of several parts, one after the other.
  func code(of parts: [[UInt8]]) -> [UInt8] {
    var state = inner
    for part in parts { state.add(part) }
    return state.hash(into: outer)
  }

  private static func state(behind block: [UInt8]) -> SHA256State {
    var state = SHA256State()
    state.add(block)
    return state
  }
}
