import CLinux

/// Writes to several sockets in one call of the system.
///
/// Linux's asynchronous I/O (io_submit(2)) writes to a socket that does not block at once, so that no more than a list of writes
/// is left of it. Where a container or a kernel does not allow it, nothing is tried.
final class PieceWriter {
  private let context = clinux_open_writer()

  deinit { if context != 0 { clinux_close_writer(context) } }

  /// Writes each piece of the bytes to its socket and notes in it how that went; says how many were tried, from the first on.
  func write(_ bytes: [UInt8], _ pieces: inout [clinux_piece]) -> Int {
    guard context != 0 else { return 0 }
    return Int(unsafe clinux_write_pieces(context, bytes, &pieces, Int32(pieces.count)))
  }
}
