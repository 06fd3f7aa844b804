import COpenSSL
import Synchronization

/// The prepared OpenSSL contexts of one key, each used by one thread at a time.
///
/// Three costs of OpenSSL 3.0 are paid once instead of at every signature: making a context (which fetches the
/// implementation again), setting its padding and digest (parsed from strings), and the lock around the blinding of
/// an RSA key that several threads use. A thread borrows a lane, which holds its own copy of the key and the contexts
/// made for it. There are as many lanes as threads have ever used the key at once.
final class KeyContexts: Sendable {
  enum Operation: Hashable {
    case sign(SignatureAlgorithm)
    case verify(SignatureAlgorithm)
    case encrypt(RSAEncryption)
    case decrypt(RSAEncryption)
  }

  /// A copy of the key with its contexts (`EVP_PKEY_CTX` as bit patterns), used by one thread at a time.
  private struct Lane {
    let key: KeyHandle
    var contexts: [Operation: UInt] = [:]
  }

  private struct Idle {
    var lanes: [Lane] = []
    var made = 0
  }

  /// The first lane works on it directly.
  let key: KeyHandle
  private let duplicates: Bool
  private let idle = Mutex(Idle())

  /// `duplicating` gives each lane a copy of a private key; public keys have no lock that makes that worthwhile.
  init(_ key: KeyHandle, duplicating: Bool) {
    self.key = key
    duplicates = duplicating
  }

  deinit {
    idle.withLock { idle in
      for lane in idle.lanes {
        for context in lane.contexts.values { unsafe EVP_PKEY_CTX_free(OpaquePointer(bitPattern: context)) }
      }
    }
  }

  /// Lends a context that is prepared for the operation, to one caller at a time.
  func withContext<Value>(
    for operation: Operation, _ body: (OpaquePointer?) throws(CryptoError) -> Value
  ) throws(CryptoError) -> Value {
    var lane = try borrow()
    defer { idle.withLock { $0.lanes.append(lane) } }
    if let context = lane.contexts[operation] {
      return try unsafe body(OpaquePointer(bitPattern: context))
    }
    let context = try unsafe operation.makeContext(lane.key)
    lane.contexts[operation] = UInt(bitPattern: context)
    return try unsafe body(context)
  }

  /// The lane that was used last, which is likely still in the processor's cache, or a new one.
  private func borrow() throws(CryptoError) -> Lane {
    let (lane, isFirst) = idle.withLock { idle -> (Lane?, Bool) in
      if let lane = idle.lanes.popLast() { return (lane, false) }
      idle.made += 1
      return (nil, idle.made == 1)
    }
    if let lane { return lane }
    if isFirst || !duplicates { return Lane(key: key) }
    guard let copy = key.duplicate() else {
      throw .library(operation: "duplicate a key", reason: Library.takeError())
    }
    return Lane(key: copy)
  }
}

extension KeyContexts.Operation {
  /// Sets everything that is the same in every call.
  fileprivate func makeContext(_ key: KeyHandle) throws(CryptoError) -> OpaquePointer {
    guard let context = unsafe EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil) else {
      throw .library(operation: "make a context", reason: Library.takeError())
    }
    guard unsafe prepare(context) else {
      unsafe EVP_PKEY_CTX_free(context)
      throw .library(operation: "prepare \(self)", reason: Library.takeError())
    }
    return unsafe context
  }

  private func prepare(_ context: OpaquePointer) -> Bool {
    switch self {
    case .sign(let algorithm):
      unsafe EVP_PKEY_sign_init(context) == 1 && algorithm.configure(context)
    case .verify(let algorithm):
      unsafe EVP_PKEY_verify_init(context) == 1 && algorithm.configure(context)
    case .encrypt(let algorithm):
      unsafe EVP_PKEY_encrypt_init(context) == 1 && algorithm.configure(context)
    case .decrypt(let algorithm):
      unsafe EVP_PKEY_decrypt_init(context) == 1 && algorithm.configure(context)
    }
  }
}
