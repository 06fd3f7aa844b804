import COpenSSL
import Synchronization

/// A secret for many HMAC-SHA-256 codes: its contexts are keyed once and used again.
///
/// Nothing of OpenSSL is touched before the first code.
package final class HMACKey: Sendable {
  private let key: [UInt8]
  /// Keyed contexts (`EVP_MAC_CTX` as bit patterns) that nobody uses; as many as threads ever made codes at one moment.
  private let idle = Mutex<[UInt]>([])

  /// A key of any length.
  package init(_ key: [UInt8]) { self.key = key }

  deinit {
    idle.withLock { idle in
      for context in idle { unsafe EVP_MAC_CTX_free(OpaquePointer(bitPattern: context)) }
    }
  }

  /// The code of a message, 32 bytes.
  package func code(for message: [UInt8]) -> [UInt8] {
    let kept = idle.withLock { $0.popLast() }
    let context = unsafe kept.map { unsafe OpaquePointer(bitPattern: $0) } ?? HMAC.keyedContext(key, .sha256)
    defer { idle.withLock { $0.append(UInt(bitPattern: context)) } }
    let size = HashFunction.sha256.length
    // Without a key the context goes back to where its key left it (EVP_MAC(3)).
    var done = unsafe EVP_MAC_init(context, nil, 0, nil) == 1
    done = unsafe done && EVP_MAC_update(context, message, message.count) == 1
    // Appended, because `Array(repeating:count:)` is not specialized here and costs as much as a block of the hash.
    var code: [UInt8] = []
    code.reserveCapacity(size)
    for _ in 0..<size { code.append(0) }
    var length = 0
    done = unsafe done && EVP_MAC_final(context, &code, &length, size) == 1
    // A code over memory fails only when memory has run out.
    guard done, length == size else { fatalError("HMAC failed: \(Library.takeError())") }
    return code
  }
}
