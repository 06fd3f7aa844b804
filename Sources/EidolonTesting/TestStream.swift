import HTTP

/// A streamed answer as a client reads it, without a socket.
package struct TestStream {
  private var next: (@Sendable () -> StreamStep)?

  init(_ stream: ResponseStream) { next = stream.next }

  package var isEnded: Bool { next == nil }

  /// Everything until the stream waits or ends, in at most this many pieces.
  package mutating func read(atMost pieces: Int = 1000) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<pieces {
      switch next?() {
      case .send(let piece, let then):
        bytes += piece
        next = then
      case .wait(let waiter, _, let then):
        waiter.cancel()
        next = then
        return String(decoding: bytes, as: UTF8.self)
      case .end, nil:
        next = nil
        return String(decoding: bytes, as: UTF8.self)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
