import COpenSSL
import Synchronization

/// A secret for many HMAC-SHA-256 codes: its contexts are keyed once and reused.
///
/// OpenSSL is not touched before the first code.
package final class HMACKey: Sendable {
  private let key: [UInt8]
  /// Keyed contexts (`EVP_MAC_CTX` as bit patterns) not in use; as many as threads have ever made codes at once.
  private let idle = Mutex<[UInt]>([])

  /// The key may have any length.
  package init(_ key: [UInt8]) { self.key = key }

  deinit {
    idle.withLock { idle in
      for context in idle { unsafe EVP_MAC_CTX_free(OpaquePointer(bitPattern: context)) }
    }
  }

  /// 32 bytes.
  package func code(for message: [UInt8]) -> [UInt8] {
    let last = idle.withLock { $0.popLast() }
    let context = unsafe last.map { unsafe OpaquePointer(bitPattern: $0) } ?? HMAC.keyedContext(key, .sha256)
    defer { idle.withLock { $0.append(UInt(bitPattern: context)) } }
    let size = HashFunction.sha256.length
    // Without a key the context is reset to the state after its key was set (EVP_MAC(3)).
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
