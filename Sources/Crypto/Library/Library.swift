import COpenSSL

/// OpenSSL itself: its start, the algorithms fetched from it, and its error queue.
enum Library {
  private static let started: Void = {
    // No openssl.cnf: the program behaves the same on every machine and starts sooner.
    // No exit handler: at exit, workers may still be inside OpenSSL; the system frees the memory anyway.
    let options = UInt64(OPENSSL_INIT_NO_LOAD_CONFIG) | UInt64(OPENSSL_INIT_NO_ATEXIT)
    _ = OPENSSL_init_crypto(options, nil)
  }()

  /// Initializes OpenSSL once; call it, or fetch an algorithm, before anything else of OpenSSL.
  static func start() { _ = started }

  /// The reason of the last failure in OpenSSL's words; empties this thread's error queue.
  static func takeError() -> String {
    let code = ERR_peek_last_error()
    ERR_clear_error()
    guard code != 0, let reason = unsafe ERR_reason_error_string(code) else { return "no reason given" }
    return unsafe String(cString: reason)
  }

  /// Empties this thread's error queue: after a failure that its caller expected, and before calls that read it.
  static func clearErrors() {
    // OpenSSL visits all sixteen entries even if none is used.
    if ERR_peek_error() != 0 { ERR_clear_error() }
  }
}

/// An object of OpenSSL, such as an algorithm, that is fetched or made once and kept for the life of the process.
///
/// An implicit fetch takes locks that all threads share, at each use.
struct Fetched: Sendable {
  /// The pointer as a bit pattern, which may be sent between threads; the object behind it never changes.
  private let bits: UInt

  var pointer: OpaquePointer? { unsafe OpaquePointer(bitPattern: bits) }

  static func digest(_ name: String) -> Fetched {
    Library.start()
    return unsafe Fetched(EVP_MD_fetch(nil, name, nil), name)
  }

  static func cipher(_ name: String) -> Fetched {
    Library.start()
    return unsafe Fetched(EVP_CIPHER_fetch(nil, name, nil), name)
  }

  static func mac(_ name: String) -> Fetched {
    Library.start()
    return unsafe Fetched(EVP_MAC_fetch(nil, name, nil), name)
  }

  /// An OpenSSL without SHA-2 or AES cannot run this program.
  init(_ pointer: OpaquePointer?, _ name: String) {
    guard let pointer = unsafe pointer else {
      fatalError("this OpenSSL has no \(name): \(Library.takeError())")
    }
    bits = UInt(bitPattern: pointer)
  }
}

extension StaticString {
  /// Valid for the life of the process.
  ///
  /// Some of OpenSSL's objects keep the pointer, and a `String` that is passed to C lives only until the call returns.
  var characters: UnsafePointer<CChar> {
    unsafe UnsafeRawPointer(utf8Start).assumingMemoryBound(to: CChar.self)
  }
}
