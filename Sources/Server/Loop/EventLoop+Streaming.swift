import HTTP

// Answers that continue as things happen: one piece at a time, requested when the client has taken the one before.

extension EventLoop {
  /// Sends the head and the first pieces.
  mutating func begin(_ stream: ResponseStream, _ framing: Exchange.Framing, on connection: Connection) {
    // A half-closed client looks like one that is gone; do not write to it for minutes on the off chance.
    if connection.isEndOfInput { return drop(connection) }
    var framing = framing
    framing.keepAlive = false
    ResponseSerializer.appendStreamHead(
      of: stream.response, to: &output, date: date, version: framing.version)
    guard !framing.isHead else { return connection.ending = .orderly }
    suspend(connection, framing, .streaming(.blocked(then: stream.next)))
    if isStopping { endStream(connection) } else { perform(stream.next(), on: connection) }
  }

  /// Asks for the next step: something happened, time is up, or the client has taken the last piece.
  mutating func goOn(_ streaming: Exchange.Streaming, on connection: Connection) {
    switch streaming {
    case .blocked(let then): perform(then(), on: connection)
    case .waiting(let waiter, let then):
      waiter.cancel()
      perform(then(), on: connection)
    }
  }

  private mutating func perform(_ step: StreamStep, on connection: Connection) {
    guard let exchange = connection.exchange else { return }
    switch step {
    case .send(let piece, let then):
      ResponseSerializer.appendPiece(piece, to: &output, version: exchange.framing.version)
      exchange.state = .streaming(.blocked(then: then))
      guard flush(connection) else { return }
      if connection.unsent.isEmpty {
        // One piece a turn, so that a stream with much to send does not hold up the loop's other clients.
        exchange.state = .streaming(.waiting(Waiter(), then: then))
        connection.deadline = .never
        connection.wait &+= 1
        mailbox.post(.woken(connection.ticket))
      } else {
        schedule(connection, at: now + patience.write)
      }
    case .wait(let waiter, let atMost, let then):
      exchange.state = .streaming(.waiting(waiter, then: then))
      guard flush(connection) else { return }
      connection.wait &+= 1
      schedule(connection, at: now + atMost)
      waiter.onWake { [mailbox, ticket = connection.ticket] in mailbox.post(.woken(ticket)) }
    case .end: endStream(connection)
    }
  }

  /// Sends the output; false if that ended the connection.
  private mutating func flush(_ connection: Connection) -> Bool {
    send(connection)
    if connection.ending == .abrupt { drop(connection) }
    return connection.ending == .none
  }

  /// Ends a stream properly, at its end or because the server stops.
  mutating func endStream(_ connection: Connection) {
    guard let exchange = connection.exchange, case .streaming = exchange.state else { return }
    release(connection)
    ResponseSerializer.appendStreamEnd(to: &output, version: exchange.framing.version)
    connection.ending = .orderly
    settle(connection)
  }
}
