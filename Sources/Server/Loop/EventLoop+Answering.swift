import HTTP

// From the service's reply to bytes in `output`, at once or later.

extension Exchange.Framing {
  /// For input that is not a request: the answer has content, and the connection is closed after it.
  static var refusal: Self { Self(keepAlive: false, isHead: false, version: .http11) }
}

extension EventLoop {
  /// Asks the service for a reply and acts on it.
  mutating func begin(_ request: Request, keepAlive: Bool, on connection: Connection) {
    let framing = Exchange.Framing(
      keepAlive: keepAlive, isHead: request.method == .head, version: request.version)
    perform(service.respond(to: request, from: connection.peer), framing, on: connection)
  }

  private mutating func perform(_ reply: Reply, _ framing: Exchange.Framing, on connection: Connection) {
    switch reply {
    case .send(let response, let transmission):
      if transmission.after > .zero {
        suspend(connection, framing, .delayed(response, transmission.shape))
        schedule(connection, at: now + transmission.after)
      } else {
        transmit(response, transmission.shape, framing, on: connection)
      }
    case .work(let body):
      suspend(connection, framing, .working)
      workers.work(for: connection.ticket, of: mailbox, body)
    case .hold(let hold):
      suspend(connection, framing, .held(hold))
      // The client may have gone while a worker decided to hold.
      if connection.isEndOfInput { return drop(connection) }
      schedule(connection, at: hold.atMost.map { now + $0 } ?? .never)
      hold.waiter.onWake { [mailbox, ticket = connection.ticket] in mailbox.post(.woken(ticket)) }
    case .fetch(let fetch):
      let call = FetchCall(fetch, at: connection.port)
      suspend(connection, framing, .fetching(call))
      schedule(connection, at: now + fetch.timeout)
      workers.fetch(call, for: connection.ticket, of: mailbox)
    case .gather(let gather):
      let call = GatherCall(gather)
      suspend(connection, framing, .gathering(call))
      // A little later than the timeout of each call, so that their own results are still noted.
      schedule(connection, at: now + gather.timeout + .milliseconds(100))
      workers.gather(call, for: connection.ticket, of: mailbox)
    case .stream(let stream): begin(stream, framing, on: connection)
    }
  }

  func suspend(_ connection: Connection, _ framing: Exchange.Framing, _ state: Exchange.State) {
    connection.wait &+= 1
    connection.deadline = .never
    connection.exchange = Exchange(framing: framing, state: state)
  }

  /// Continues with the reply of a worker, a held answer or a fetch.
  mutating func resume(_ connection: Connection, with reply: Reply) {
    guard let exchange = connection.exchange else { return }
    connection.exchange = nil
    var framing = exchange.framing
    framing.keepAlive = framing.keepAlive && !isStopping
    perform(reply, framing, on: connection)
    settle(connection)
  }

  /// The awaited event has happened, or its time is up.
  mutating func askAgain(_ connection: Connection) {
    switch connection.exchange?.state {
    case .held(let hold):
      hold.waiter.cancel()
      resume(connection, with: hold.then())
    case .streaming(let streaming): goOn(streaming, on: connection)
    default: break
    }
  }

  /// Sends after an exchange has moved on, and serves the next request unless something is pending.
  mutating func settle(_ connection: Connection) {
    send(connection)
    if connection.isReading { goOn(connection) }
  }

  mutating func timeIsUp(_ connection: Connection) {
    guard let exchange = connection.exchange else {
      switch connection.stage {
      case _ where connection.isLingering, _ where !connection.unsent.isEmpty: drop(connection)
      case .handshake: drop(connection)
      case .idle: closeGracefully(connection)
      case .head, .body: timeOut(connection)
      }
      return
    }
    switch exchange.state {
    case .working: break
    case .delayed(let response, let shape):
      connection.exchange = nil
      var framing = exchange.framing
      framing.keepAlive = framing.keepAlive && !isStopping
      transmit(response, shape, framing, on: connection)
      settle(connection)
    case .held: askAgain(connection)
    case .fetching(let call):
      guard call.settle() else { break }
      suspend(connection, exchange.framing, .working)
      workers.work(for: connection.ticket, of: mailbox) {
        call.fetch.then(.failure(.timedOut(call.fetch.timeout)))
      }
    case .gathering(let call):
      guard let gathered = call.settle() else { break }
      suspend(connection, exchange.framing, .working)
      workers.work(for: connection.ticket, of: mailbox) { call.gather.then(gathered) }
    case .dripping(let drip): continueDripping(drip, exchange, on: connection)
    case .streaming(.waiting): askAgain(connection)
    // A client that does not read is not worth waiting for.
    case .streaming(.blocked): drop(connection)
    }
  }

  private mutating func timeOut(_ connection: Connection) {
    let (part, limit) =
      connection.stage == .head ? ("head", options.headerTimeout) : ("content", options.bodyTimeout)
    let refusal = Refusal(
      408,
      "the request's \(part) did not arrive within \(limit) (RFC 9110 §15.5.9); send it again, without a pause"
    )
    answer(service.refused(refusal, from: connection.peer), on: connection, framing: .refusal)
    send(connection)
  }

  /// Refuses a connection over the limit, before it has sent a request.
  mutating func turnAway(_ connection: Connection) {
    // A TLS client could not read the answer.
    guard connection.port.tls == nil else { return drop(connection) }
    let refusal = Refusal(503, "too many connections are open; close some, or send more requests over each")
    answer(service.refused(refusal, from: connection.peer), on: connection, framing: .refusal)
    send(connection)
  }

  /// Cancels whatever a suspended request waits for.
  func release(_ connection: Connection) {
    switch connection.exchange?.state {
    case .held(let hold): hold.waiter.cancel()
    case .fetching(let call): _ = call.settle()
    case .gathering(let call): _ = call.settle()
    case .streaming(.waiting(let waiter, _)): waiter.cancel()
    default: break
    }
    connection.exchange = nil
  }

  // MARK: Shapes

  private mutating func transmit(
    _ response: Response, _ shape: Transmission.Shape, _ framing: Exchange.Framing, on connection: Connection
  ) {
    switch shape {
    case .whole: answer(response, on: connection, framing: framing)
    case .reset:
      send(connection)
      reset(connection)
    case .empty: connection.ending = .abrupt
    case .truncated(let bytes):
      let start = output.count
      answer(response, on: connection, framing: framing)
      output.removeLast(max(output.count - start - max(bytes, 0), 0))
      connection.ending = .abrupt
    case .garbage(let bytes):
      output.append(contentsOf: bytes)
      connection.ending = .orderly
    case .drip(let duration):
      send(connection)
      answer(response, on: connection, framing: framing)
      let drip = Drip(output, over: duration)
      output = []
      suspend(connection, framing, .dripping(drip))
      // The first piece goes out at the end of this turn.
      schedule(connection, at: now)
    }
  }

  /// Appends the serialized answer to `output`.
  mutating func answer(_ response: Response, on connection: Connection, framing: Exchange.Framing) {
    ResponseSerializer.append(
      response, to: &output, date: date, keepAlive: framing.keepAlive, isHead: framing.isHead,
      version: framing.version)
    if !framing.keepAlive { connection.ending = .orderly }
  }

  private mutating func continueDripping(_ drip: Drip, _ exchange: Exchange, on connection: Connection) {
    var drip = drip
    // Pieces that the client does not take pile up in `unsent`, which `sendRest` drains.
    output.append(contentsOf: drip.next())
    if drip.isFinished {
      connection.exchange = nil
      settle(connection)
    } else {
      exchange.state = .dripping(drip)
      send(connection)
      schedule(connection, at: now + drip.interval)
    }
  }
}
