import Crypto
import Glibc
import HTTP

/// The TLS state of a connection.
final class SecureChannel {
  let session: TLSSession
  /// True if the client has sent anything.
  var hasStarted = false

  init(_ session: TLSSession) { self.session = session }
}

// Between the socket and `serve`, and between `output` and the socket, for https.

extension EventLoop {
  /// Sets up the server's side of TLS; false if that failed and the connection is gone.
  mutating func secure(_ connection: Connection, with context: TLSServerContext) -> Bool {
    do {
      connection.channel = SecureChannel(try TLSSession(context))
      connection.stage = .handshake
      return true
    } catch {
      options.report("\(error)")
      drop(connection)
      return false
    }
  }

  /// Feeds `count` bytes of `input` to TLS, then continues the handshake or serves the plaintext.
  mutating func decrypt(_ count: Int, on connection: Connection) {
    guard let channel = connection.channel else { return }
    if count > 0 {
      if !channel.hasStarted {
        var isPlain = false
        input.withBytes(1) { isPlain = Self.isPlainHTTP($0[0]) }
        if isPlain { return answerInPlainText(connection) }
      }
      channel.hasStarted = true
      input.withBytes(count) { channel.session.receive($0) }
    }
    if connection.stage == .handshake, !shakeHands(channel, on: connection) { return }
    // Serving changes the loop, so its buffer is lent to this function.
    var plaintext = self.plaintext.isEmpty ? [UInt8](repeating: 0, count: Self.inputSize / 4) : self.plaintext
    self.plaintext = []
    defer { self.plaintext = plaintext }
    while connection.isReading {
      switch channel.session.read(into: &plaintext) {
      case .bytes(let count):
        serve(plaintext.span.extracting(0..<count), on: connection)
        if !channel.session.hasInput { return }
      case .needsMore: return
      case .closed:
        connection.isEndOfInput = true
        connection.ending = .orderly
      case .failed(let failure): breakOff(failure, on: connection)
      }
    }
  }

  /// True if the handshake is complete.
  private mutating func shakeHands(_ channel: SecureChannel, on connection: Connection) -> Bool {
    switch channel.session.advance() {
    case .needsMore: return false
    case .failed(let failure):
      breakOff(failure, on: connection)
      return false
    case .complete:
      connection.stage = .idle
      connection.peer = Peer(
        address: connection.peer.address, isSecure: true,
        clientCertificate: channel.session.peerCertificate?.der, localPort: connection.peer.localPort,
        acceptedFault: channel.session.acceptedFault?.rawValue)
      return true
    }
  }

  /// Sends the alert that OpenSSL has ready, and closes.
  private func breakOff(_ failure: TLSFailure, on connection: Connection) {
    options.report("https from \(connection.peer.address) on port \(connection.peer.localPort): \(failure)")
    connection.ending = .abrupt
  }

  /// Encrypts `output` into `records`, followed by any pending handshake messages.
  mutating func encrypt(_ channel: SecureChannel, on connection: Connection) {
    if !output.isEmpty {
      do {
        try Self.encrypt(output, channel, into: &records)
      } catch {
        breakOff(error, on: connection)
      }
      output.removeAll(keepingCapacity: output.capacity <= 4 * Self.inputSize)
    }
    channel.session.takeCiphertext(to: &records)
  }

  /// Apart from the loop, so that one of its buffers is read while the other is written.
  private static func encrypt(
    _ answers: [UInt8], _ channel: SecureChannel, into records: inout [UInt8]
  ) throws(TLSFailure) {
    try channel.session.write(answers.span, to: &records)
  }

  /// True if a first byte begins an HTTP method rather than a TLS record, whose types are below 32.
  private static func isPlainHTTP(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }

  private mutating func answerInPlainText(_ connection: Connection) {
    connection.channel = nil
    connection.stage = .idle
    let refusal = Refusal(400, "this port speaks https: use https:// in the URL, or the port of plain http")
    answer(service.refused(refusal, from: connection.peer), on: connection, framing: .refusal)
  }
}
