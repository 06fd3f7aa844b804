import COpenSSL

/// What OpenSSL reads from and writes to instead of a socket: the ciphertext of one session.
///
/// A BIO of our own, because OpenSSL's memory BIO clears and copies everything twice, and keeps the memory of the largest
/// message for as long as the connection is open.
final class TLSTransport {
  /// Arrived from the peer, and read by OpenSSL up to `position`.
  private var received: [UInt8] = []
  private var position = 0
  /// Written by OpenSSL, and to be sent.
  var unsent: [UInt8] = []

  var isDrained: Bool { received.isEmpty }

  func receive(_ ciphertext: Span<UInt8>) {
    unsafe ciphertext.withUnsafeBufferPointer { unsafe received.append(contentsOf: $0) }
  }

  /// Makes the session use this transport, which must outlive it; false if memory is short.
  func attach(to session: OpaquePointer) -> Bool {
    guard let bio = unsafe BIO_new(Self.method.pointer) else { return false }
    unsafe BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
    unsafe BIO_set_init(bio, 1)
    // One BIO for both ways takes one reference (SSL_set_bio(3)).
    unsafe SSL_set_bio(session, bio, bio)
    return true
  }

  // MARK: What OpenSSL calls

  /// How many bytes were copied to `target`; 0 if there are none.
  private func read(into target: UnsafeMutableRawBufferPointer) -> Int {
    let count = min(target.count, received.count - position)
    guard count > 0 else { return 0 }
    unsafe received.withUnsafeBytes { bytes in
      unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
    }
    position += count
    // Thousands of connections may idle: none keeps memory for what it has read.
    if position == received.count { (received, position) = ([], 0) }
    return count
  }

  private static var retry: Int32 { BIO_FLAGS_READ | BIO_FLAGS_SHOULD_RETRY }

  private static let method = unsafe Fetched(makeMethod(), "BIO")

  private static func makeMethod() -> OpaquePointer? {
    Library.start()
    guard let method = unsafe BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "eidolon") else {
      return nil
    }
    unsafe BIO_meth_set_read_ex(method) { bio, target, size, count in
      guard let transport = unsafe TLSTransport.of(bio), let count = unsafe count else { return 0 }
      let given = unsafe transport.read(into: UnsafeMutableRawBufferPointer(start: target, count: size))
      unsafe count.pointee = given
      // Told to ask again only where nothing is left: else a close_notify in a handshake would look like a wait.
      if given > 0 {
        unsafe BIO_clear_flags(bio, TLSTransport.retry)
      } else {
        unsafe BIO_set_flags(bio, TLSTransport.retry)
      }
      return given > 0 ? 1 : 0
    }
    unsafe BIO_meth_set_write_ex(method) { bio, source, size, count in
      guard let transport = unsafe TLSTransport.of(bio) else { return 0 }
      unsafe transport.unsent.append(contentsOf: UnsafeRawBufferPointer(start: source, count: size))
      unsafe count?.pointee = size
      return 1
    }
    // Nothing is buffered, so a flush succeeds; every other control is one that this BIO does not have.
    unsafe BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
    return unsafe method
  }

  private static func of(_ bio: OpaquePointer?) -> TLSTransport? {
    guard let address = unsafe BIO_get_data(bio) else { return nil }
    return unsafe Unmanaged<TLSTransport>.fromOpaque(address).takeUnretainedValue()
  }
}
