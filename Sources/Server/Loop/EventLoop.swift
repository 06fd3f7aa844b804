import CLinux
import Glibc
import HTTP

/// One thread's epoll loop with its connections.
///
/// Made and used in its own thread only; other threads reach it through its `Mailbox`. Connections are watched for
/// edges and registered once, so that a request costs one receive and one send.
final class EventLoop {
  let epoll: Descriptor
  let mailbox: Mailbox
  let service: any Service
  let options: ServerOptions
  let patience: Patience
  let workers: Workers
  private let count: ConnectionCount

  /// By descriptor.
  private var connections: [Connection?] = []
  private var open = 0
  private var serial: UInt32 = 0
  private var deadlines = Deadlines()
  /// Connections that have more to read and gave way to the others.
  private var turns: [Connection] = []

  /// Whatever is read passes through here.
  let input = ReceiveBuffer(size: EventLoop.inputSize)
  /// What a TLS connection's input says; made for the first of them.
  var plaintext: [UInt8] = []
  /// The answers of the connection that is being served; empty between two.
  ///
  /// Whoever passes it on takes it and puts it back, so that no access to it lasts while others' code runs.
  var output: [UInt8] = []
  /// `output` of a TLS connection as records.
  var records: [UInt8] = []

  private(set) var now = Moment.now()
  private var dateSecond = 0
  private(set) var date = HTTPDate(unixSeconds: 0)

  /// The end of the grace time, once the server is told to stop.
  private var stopBy: Moment?
  var isStopping: Bool { stopBy != nil }

  /// More than any head, and a good part of a body.
  static let inputSize = 64 * 1024
  private static let bellTag = UInt64.max

  init(
    epoll: Descriptor, mailbox: Mailbox, service: any Service, options: ServerOptions, workers: Workers,
    connections: ConnectionCount
  ) {
    self.epoll = epoll
    self.mailbox = mailbox
    self.service = service
    self.options = options
    patience = Patience(options)
    self.workers = workers
    count = connections
  }

  /// Serves until a stop message came and the last connection is closed.
  func run() {
    let edge = EPOLLIN.rawValue | EPOLLET.rawValue
    guard clinux_epoll_add(epoll.number, mailbox.descriptor, edge, Self.bellTag) == 0 else {
      options.report("epoll_ctl: \(systemText(errno))")
      return
    }
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 256)
    while stopBy == nil || open > 0 {
      let ready = unsafe epoll_wait(epoll.number, &events, Int32(events.count), waitingTime())
      refreshClock()
      var isCalled = false
      for index in 0..<Int(max(ready, 0)) {
        let event = unsafe events[index]
        let tag = unsafe event.data.u64
        if tag == Self.bellTag {
          isCalled = true
        } else if let connection = connections[Int(tag)] {
          unsafe handle(event.events, on: connection)
        }
      }
      takeTurns()
      // After the events: a descriptor that was closed among them comes back only through the mailbox.
      if isCalled { readMail() }
      meetDeadlines()
    }
    for case .accepted(let late) in mailbox.takeAll() {
      count.remove()
      close(late.descriptor)
    }
  }

  private func waitingTime() -> Int32 {
    if !turns.isEmpty { return 0 }
    var next = deadlines.soonest
    if let stopBy { next = min(next ?? stopBy, stopBy) }
    guard let next else { return -1 }
    return Moment.now().milliseconds(until: next)
  }

  /// The answers so far, for somebody who writes more of them or sends them, and puts the rest back.
  func takeOutput() -> [UInt8] {
    let taken = output
    output = []
    return taken
  }

  private func refreshClock() {
    now = Moment.now()
    var time = timespec()
    unsafe clock_gettime(CLOCK_REALTIME_COARSE, &time)
    if time.tv_sec != dateSecond {
      dateSecond = time.tv_sec
      date = HTTPDate(unixSeconds: Int64(dateSecond))
    }
  }

  // MARK: Connections

  private func adopt(_ accepted: AcceptedSocket) {
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

  /// The open connection of a descriptor.
  func connection(_ descriptor: Int32) -> Connection? { connections[Int(descriptor)] }

  /// The connection that a ticket names, if it still waits for it.
  func find(_ ticket: Ticket) -> Connection? {
    guard let connection = connection(ticket.descriptor), connection.ticket == ticket,
      connection.exchange != nil
    else { return nil }
    return connection
  }

  /// Closes the socket and forgets the connection.
  func drop(_ connection: Connection) {
    guard self.connection(connection.descriptor) === connection else { return }
    connections[Int(connection.descriptor)] = nil
    connection.ending = .closed
    release(connection)
    close(connection.descriptor)
    open -= 1
    count.remove()
  }

  /// Closes so that the client's system reports "connection reset" (RFC 9293, 3.10.7.4).
  func reset(_ connection: Connection) {
    guard connection.ending != .closed else { return }
    var option = linger(l_onoff: 1, l_linger: 0)
    unsafe setsockopt(
      connection.descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    drop(connection)
  }

  // MARK: What happens

  private func handle(_ events: UInt32, on connection: Connection) {
    if events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0 {
      // Reset, or closed both ways: nobody reads an answer any more.
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

  private func readMail() {
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

  /// Lets `connection` go on after the others have had their turn.
  func giveWay(_ connection: Connection) {
    guard !connection.isInTurn else { return }
    connection.isInTurn = true
    turns.append(connection)
  }

  private func takeTurns() {
    guard !turns.isEmpty else { return }
    let taken = turns
    turns = []
    for connection in taken {
      connection.isInTurn = false
      if self.connection(connection.descriptor) === connection { read(connection) }
    }
  }

  // MARK: Time

  /// Moves the connection's deadline.
  func schedule(_ connection: Connection, at deadline: Moment) {
    connection.deadline = deadline
    guard deadline < connection.scheduled else { return }
    connection.scheduled = deadline
    deadlines.insert(
      Deadlines.Entry(moment: deadline, descriptor: connection.descriptor, serial: connection.serial))
  }

  private func meetDeadlines() {
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

  private func stop(by end: Moment) {
    let isFirst = stopBy == nil
    stopBy = min(stopBy ?? end, end)
    guard isFirst else { return }
    for case let connection? in connections {
      if connection.isIdle { closeIfIdle(connection) } else { endStream(connection) }
    }
  }

  /// Answers a request that is here already; after it, or without one, the connection is closed.
  private func closeIfIdle(_ connection: Connection) {
    connection.isReadable = true
    read(connection)
    guard connection.isIdle else { return }
    closeGracefully(connection)
    // The client has sent nothing that it could wait to be answered, so there is nothing to linger for.
    if connection.unsent.isEmpty { drop(connection) }
  }
}
