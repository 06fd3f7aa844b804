import CLinux
import Glibc
import HTTP

/// One thread's epoll loop with its connections.
///
/// Created and used on its own thread only; other threads reach it through its `Mailbox`. Connections are registered
/// once and edge-triggered, so that a request costs one receive and one send.
struct EventLoop: ~Copyable {
  let epoll: Descriptor
  let mailbox: Mailbox
  let service: any Service
  let options: ServerOptions
  let patience: Patience
  let workers: Workers
  let acceptor: Acceptor
  /// The loop's number in the acceptor.
  let number: Int

  /// By descriptor.
  private var connections: [Connection?] = []
  private var open = 0
  private var serial: UInt32 = 0
  private var deadlines = Deadlines()
  /// Connections that yielded to the others with more to read.
  private var turns: [Connection] = []

  /// All connections are read through this buffer.
  let input = ReceiveBuffer(size: EventLoop.inputSize)
  /// Decrypted input; allocated for the first TLS connection.
  var plaintext: [UInt8] = []
  /// The answers of the connection being served; empty between two connections.
  var output: [UInt8] = []
  /// TLS records that carry `output`.
  var records: [UInt8] = []

  private(set) var now = Moment.now()
  private var dateSecond = 0
  private(set) var date = HTTPDate(unixSeconds: 0)

  /// The end of the grace period; nil until the server is told to stop.
  private var stopBy: Moment?
  var isStopping: Bool { stopBy != nil }
  /// When to accept again; nil unless the system had no descriptors left.
  var acceptAgain: Moment?

  /// Larger than any head, and a good part of a body.
  static let inputSize = 64 * 1024
  private static let bellTag = UInt64.max

  init(
    _ number: Int, epoll: Descriptor, mailbox: Mailbox, service: any Service, options: ServerOptions,
    workers: Workers, acceptor: Acceptor
  ) {
    self.number = number
    self.epoll = epoll
    self.mailbox = mailbox
    self.service = service
    self.options = options
    patience = Patience(options)
    self.workers = workers
    self.acceptor = acceptor
  }

  /// Serves until it is told to stop and the last connection is closed.
  mutating func run() {
    let edge = EPOLLIN.rawValue | EPOLLET.rawValue
    guard clinux_epoll_add(epoll.number, mailbox.descriptor, edge, Self.bellTag) == 0 else {
      options.report("epoll_ctl: \(systemText(errno))")
      return
    }
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
    var newcomers: [UInt64] = []
    while stopBy == nil || open > 0 || !acceptor.isClosed {
      let ready = unsafe epoll_wait(epoll.number, &events, Int32(events.count), waitingTime())
      refreshClock()
      var hasMail = false
      newcomers.removeAll(keepingCapacity: true)
      for index in 0..<Int(max(ready, 0)) {
        let event = unsafe events[index]
        let tag = unsafe event.data.u64
        if tag == Self.bellTag {
          hasMail = true
        } else if tag >= Acceptor.firstTag {
          newcomers.append(tag)
        } else if let connection = connections[Int(tag)] {
          unsafe handle(event.events, on: connection)
        }
      }
      takeTurns()
      // After the events: a descriptor that was closed among them may be reused only then.
      for tag in newcomers { accept(fromTag: tag) }
      if hasMail { readMail() }
      comeBackIfDue()
      meetDeadlines()
    }
    for case .accepted(let late) in mailbox.takeAll() {
      acceptor.leave(number)
      close(late.descriptor)
    }
  }

  private func waitingTime() -> Int32 {
    if !turns.isEmpty { return 0 }
    var next = deadlines.soonest
    for end in [stopBy, acceptAgain] { if let end { next = min(next ?? end, end) } }
    guard let next else { return -1 }
    return Moment.now().milliseconds(until: next)
  }

  private mutating func refreshClock() {
    now = Moment.now()
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    if time.tv_sec != dateSecond {
      dateSecond = time.tv_sec
      date = HTTPDate(unixSeconds: Int64(dateSecond))
    }
  }

  // MARK: Connections

  mutating func adopt(_ accepted: AcceptedSocket) {
    serial &+= 1
    let connection = Connection(accepted, serial: serial, limits: options.limits)
    let index = Int(accepted.descriptor)
    if index >= connections.count {
      connections.append(contentsOf: repeatElement(nil, count: index + 1 - connections.count))
    }
    connections[index] = connection
    open += 1
    guard clinux_epoll_add(epoll.number, accepted.descriptor, clinux_every_edge(), UInt64(index)) == 0 else {
      options.report("epoll_ctl: \(systemText(errno))")
      return drop(connection)
    }
    if accepted.isRefused { return turnAway(connection) }
    if let context = accepted.port.tls, !secure(connection, with: context) { return }
    schedule(
      connection, at: now + (connection.channel == nil ? patience.idle : patience.handshake))
    if isStopping { closeIfIdle(connection) }
  }

  func connection(_ descriptor: Int32) -> Connection? { connections[Int(descriptor)] }

  /// The connection of a ticket; nil if the ticket is stale.
  func find(_ ticket: Ticket) -> Connection? {
    guard let connection = connection(ticket.descriptor), connection.ticket == ticket,
      connection.exchange != nil
    else { return nil }
    return connection
  }

  /// Closes the socket and forgets the connection.
  mutating func drop(_ connection: Connection) {
    guard self.connection(connection.descriptor) === connection else { return }
    connections[Int(connection.descriptor)] = nil
    connection.ending = .closed
    release(connection)
    close(connection.descriptor)
    open -= 1
    acceptor.leave(number)
  }

  /// Closes so that the client's system reports "connection reset" (RFC 9293, 3.10.7.4).
  mutating func reset(_ connection: Connection) {
    guard connection.ending != .closed else { return }
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      connection.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    drop(connection)
  }

  // MARK: What happens

  private mutating func handle(_ events: UInt32, on connection: Connection) {
    if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
      // Reset, or closed both ways: no one is left to read an answer.
      return drop(connection)
    }
    let hasInput = events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0
    if events & EPOLLOUT.rawValue != 0, !connection.unsent.isEmpty {
      sendRest(connection)
    }
    if hasInput {
      connection.isReadable = true
      if events & EPOLLRDHUP.rawValue != 0 { clientFinished(connection) }
      read(connection)
    }
  }

  private mutating func readMail() {
    for message in mailbox.takeAll() {
      switch message {
      case .accepted(let accepted): adopt(accepted)
      case .finished(let ticket, let reply):
        if let connection = find(ticket) { resume(connection, with: reply) }
      case .woken(let ticket):
        if let connection = find(ticket) { askAgain(connection) }
      case .stop(let end): stop(by: end)
      }
    }
  }

  /// Lets `connection` continue after the others have had their turn.
  mutating func giveWay(_ connection: Connection) {
    guard !connection.isInTurn else { return }
    connection.isInTurn = true
    turns.append(connection)
  }

  private mutating func takeTurns() {
    guard !turns.isEmpty else { return }
    let taken = turns
    turns = []
    for connection in taken {
      connection.isInTurn = false
      if self.connection(connection.descriptor) === connection { read(connection) }
    }
  }

  // MARK: Time

  mutating func schedule(_ connection: Connection, at deadline: Moment) {
    connection.deadline = deadline
    guard deadline < connection.scheduled else { return }
    connection.scheduled = deadline
    deadlines.insert(
      Deadlines.Entry(moment: deadline, descriptor: connection.descriptor, serial: connection.serial))
  }

  private mutating func meetDeadlines() {
    while let entry = deadlines.take(dueAt: now) {
      guard let connection = connection(entry.descriptor), connection.serial == entry.serial,
        connection.scheduled == entry.moment
      else { continue }
      connection.scheduled = .never
      if connection.deadline <= now {
        connection.deadline = .never
        timeIsUp(connection)
      } else if connection.deadline < .never {
        schedule(connection, at: connection.deadline)
      }
    }
    if let stopBy, stopBy <= now {
      for connection in connections { if let connection { drop(connection) } }
    }
  }

  private mutating func stop(by end: Moment) {
    let isFirst = stopBy == nil
    stopBy = min(stopBy ?? end, end)
    guard isFirst else { return }
    acceptLast(stoppingBy: end)
    for case let connection? in connections {
      if connection.isIdle { closeIfIdle(connection) } else { endStream(connection) }
    }
  }

  /// Answers a request that has already arrived, if any, then closes the connection.
  private mutating func closeIfIdle(_ connection: Connection) {
    connection.isReadable = true
    read(connection)
    guard connection.isIdle else { return }
    closeGracefully(connection)
    // The client awaits no answer, so there is no need to linger.
    if connection.unsent.isEmpty { drop(connection) }
  }
}
