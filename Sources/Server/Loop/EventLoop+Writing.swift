import Crypto
import Glibc
import HTTP

// From `output` to the socket, and the ways a connection ends.

extension EventLoop {
  /// Sends `output`, keeps what the socket does not take, and ends the connection if that was the last answer.
  mutating func send(_ connection: Connection) {
    if connection.ending == .closed { return output.removeAll(keepingCapacity: true) }
    if let channel = connection.channel {
      transmitEncrypted(channel, on: connection)
    } else if !Self.transmit(&output, to: connection) {
      drop(connection)
    }
    guard connection.exchange == nil else { return }
    if !connection.unsent.isEmpty {
      if connection.stage != .handshake { schedule(connection, at: now + patience.write) }
    } else if connection.ending == .orderly || connection.ending == .abrupt {
      end(connection)
    }
  }

  /// Sends what the socket did not take before.
  mutating func sendRest(_ connection: Connection) {
    guard let count = connection.unsent.span.write(to: connection.descriptor) else { return drop(connection) }
    if count == connection.unsent.count {
      connection.unsent = []
      if let exchange = connection.exchange {
        if case .streaming(let streaming) = exchange.state { goOn(streaming, on: connection) }
        return
      }
      if connection.ending != .none { return end(connection) }
      // The deadline was for writing; the next stage of reading begins.
      if connection.stage != .handshake { connection.stage = .idle }
      goOn(connection)
    } else if count > 0 {
      connection.unsent = connection.unsent.dropFirst(count)
      if connection.exchange == nil, connection.stage != .handshake {
        schedule(connection, at: now + patience.write)
      }
    }
  }

  /// Closes a connection that has no request in flight, once its output is sent.
  mutating func closeGracefully(_ connection: Connection) {
    connection.ending = .orderly
    send(connection)
  }

  private mutating func transmitEncrypted(_ channel: SecureChannel, on connection: Connection) {
    encrypt(channel, on: connection)
    if !Self.transmit(&records, to: connection) { drop(connection) }
  }

  /// Empties the buffer into the socket, or into `unsent`; false if the connection is broken.
  private static func transmit(_ bytes: inout [UInt8], to connection: Connection) -> Bool {
    guard !bytes.isEmpty else { return true }
    defer {
      // One large answer must not keep its memory for good.
      if bytes.capacity > 4 * Self.inputSize { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    }
    if !connection.unsent.isEmpty {
      connection.unsent.append(contentsOf: bytes)
    } else if let count = bytes.span.write(to: connection.descriptor) {
      // A copy, since the loop reuses its buffer.
      if count < bytes.count { connection.unsent = ArraySlice(Array(bytes[count...])) }
    } else {
      return false
    }
    return true
  }

  /// The longest wait for a client to close while the server stops; stopping should take less than a second.
  private static var lastLinger: Int64 { 250_000_000 }

  /// Sends the goodbye and our FIN, then waits for the client's.
  ///
  /// Closing with unread bytes in the socket would send a reset, which may overtake the answer (RFC 9112 section 9.6). A
  /// client that announced its last request sends no more.
  private mutating func end(_ connection: Connection) {
    guard !connection.isLingering else { return }
    if connection.ending == .orderly, let channel = connection.channel {
      channel.session.close()
      transmitEncrypted(channel, on: connection)
      if connection.ending == .closed { return }
      if !connection.unsent.isEmpty {
        // `sendRest` ends it; abrupt, so that close_notify is not queued twice.
        connection.ending = .abrupt
        return schedule(connection, at: now + patience.write)
      }
    }
    if connection.hasLastRequest, !connection.isReadable { return drop(connection) }
    connection.isLingering = true
    connection.unread = []
    shutdown(connection.descriptor, Int32(SHUT_WR))
    schedule(
      connection, at: now + (isStopping ? min(patience.linger, Self.lastLinger) : patience.linger)
    )
    giveWay(connection)
  }
}
