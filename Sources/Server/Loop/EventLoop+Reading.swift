import Glibc
import HTTP

// From the socket to the service.

extension EventLoop {
  /// Reads and serves what has arrived, as long as the connection may be read.
  mutating func read(_ connection: Connection) {
    if connection.isLingering { return discard(connection) }
    var rounds = 0
    while connection.isReading, connection.isReadable {
      rounds += 1
      if rounds > 4 {
        // A client that never stops sending must not starve the others.
        giveWay(connection)
        break
      }
      let count = input.receive(from: connection.descriptor)
      if count > 0 {
        // A short read means that the socket is empty; after a FIN the end itself is still to be read.
        if count < input.size, !connection.isEndOfInput { connection.isReadable = false }
        if connection.channel == nil {
          input.withBytes(count) { serve($0, on: connection) }
        } else {
          decrypt(count, on: connection)
        }
        finishTurn(connection)
      } else if count == 0 {
        // Nothing is in flight here, so no client waits for an answer.
        return drop(connection)
      } else {
        switch errno {
        case EINTR: continue
        case EAGAIN: connection.isReadable = false
        default: return drop(connection)
        }
      }
    }
  }

  /// Parses requests out of `bytes` and answers them into `output`, until one has to wait.
  mutating func serve(_ bytes: Span<UInt8>, on connection: Connection) {
    var start = 0
    parsing: while start < bytes.count {
      let (consumed, event) = connection.parser.next(bytes.extracting(start..<bytes.count))
      start += consumed
      switch event {
      case .needMore: break parsing
      case .expectContinue: output.append(contentsOf: ResponseSerializer.continue)
      case .request(let request, let keepAlive):
        connection.stage = .idle
        connection.hasLastRequest = !keepAlive
        begin(request, keepAlive: keepAlive && !isStopping, on: connection)
        if connection.exchange != nil || connection.ending != .none { break parsing }
        if output.count >= Self.inputSize {
          // After many answers, or a large one, continue only once the client has taken them.
          send(connection)
          if !connection.isReading { break parsing }
        }
      case .refuse(let refusal):
        answer(service.refused(refusal, from: connection.peer), on: connection, framing: .refusal)
        return
      }
    }
    if start < bytes.count, connection.ending == .none {
      connection.unread = Array(copying: bytes.extracting(start..<bytes.count))
    }
  }

  /// Sends the answers and sets the next deadline.
  mutating func finishTurn(_ connection: Connection) {
    send(connection)
    guard connection.isReading else { return }
    let stage: Connection.Stage =
      connection.stage == .handshake
      ? .handshake : connection.parser.isIdle ? .idle : connection.parser.isInHead ? .head : .body
    switch stage {
    case .handshake: return
    case .idle:
      if isStopping { return closeGracefully(connection) }
      schedule(connection, at: now + patience.idle)
    case .head: if connection.stage != .head { schedule(connection, at: now + patience.head) }
    case .body: if connection.stage != .body { schedule(connection, at: now + patience.body) }
    }
    connection.stage = stage
  }

  /// Serves the input that arrived after a suspended request.
  mutating func goOn(_ connection: Connection) {
    while connection.isReading, !connection.unread.isEmpty {
      let unread = connection.unread
      connection.unread = []
      serve(unread.span, on: connection)
      send(connection)
    }
    guard connection.isReading else { return }
    if connection.channel != nil {
      decrypt(0, on: connection)
    }
    finishTurn(connection)
    if connection.isReading, connection.isReadable { read(connection) }
  }

  /// The client has sent FIN; what it sent before may still be unread.
  mutating func clientFinished(_ connection: Connection) {
    connection.isEndOfInput = true
    // Half-closed clients get their answers. Only a held or streamed answer is given up: it may wait for minutes, and
    // a client that is gone looks the same until something is sent to it.
    switch connection.exchange?.state {
    case .held, .streaming: drop(connection)
    default: break
    }
  }

  /// Discards what comes after our last answer until the client closes.
  private mutating func discard(_ connection: Connection) {
    for _ in 0..<16 {
      let count = input.receive(from: connection.descriptor)
      if count > 0 || (count < 0 && errno == EINTR) { continue }
      if count == 0 || errno != EAGAIN { drop(connection) }
      return
    }
    // More than 1 MB after a refusal: stop here until the deadline or the next edge.
    giveWay(connection)
  }
}
