import CLinux
import Crypto
import Flow

/// The environment of sandboxes: the machine's time, and randomness that derives from a seed.
enum SeededEnvironment {
  /// Identifiers repeat with the seed; without one they are unpredictable.
  static func make(seed: UInt64?, frozenAt: Instant? = nil) -> Environment {
    let key = HMACKey(seed.map { Array("eidolon seed \($0)".utf8) } ?? randomKey())
    return Environment(clock: SandboxClock(wall: { WallClock.now }, frozenAt: frozenAt)) {
      key.code(for: $0)
    }
  }

  /// Differs for each process, whatever its seed.
  static var instance: String {
    make(seed: nil).identifier(length: 16, from: .hexadecimal, ordinal: 0, purpose: "instance")
  }

  /// The system's randomness, without initializing OpenSSL before the server listens.
  private static func randomKey() -> [UInt8] {
    var key = [UInt8](repeating: 0, count: 32)
    // 32 bytes are delivered whole once the generator is seeded (getrandom(2)).
    guard unsafe getrandom(&key, key.count, 0) == key.count else { return randomBytes(32) }
    return key
  }
}
