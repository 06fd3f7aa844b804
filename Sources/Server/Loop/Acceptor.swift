import CLinux
import Glibc
import Synchronization

/// A connection on its way from the acceptor to a loop.
struct AcceptedSocket: Sendable {
  let descriptor: Int32
  /// The client's numeric address.
  let address: String
  let port: Port
  /// True if there are too many connections already: it gets 503.
  let isRefused: Bool
}

/// How many connections are open, over all loops.
final class ConnectionCount: Sendable {
  let limit: Int
  private let open = Atomic<Int>(0)

  init(limit: Int) { self.limit = limit }

  /// Returns the new count.
  func add() -> Int { open.add(1, ordering: .relaxed).newValue }
  func remove() { open.subtract(1, ordering: .relaxed) }
  var value: Int { open.load(ordering: .relaxed) }
}

/// Where the loops take their connections from.
///
/// A listener is registered with all loops, and each connection wakes one that is waiting. Often that is the same
/// one, so a loop passes connections on to another that has fewer.
final class Acceptor: Sendable {
  /// A loop, as the acceptor sees it.
  private final class Seat: Sendable {
    let mailbox: Mailbox
    let epoll: Descriptor
    /// Connections that it has, or that are in its mailbox.
    let open = Atomic<Int>(0)

    init(_ mailbox: Mailbox, _ epoll: Descriptor) { (self.mailbox, self.epoll) = (mailbox, epoll) }
  }

  /// The result of an attempt to accept.
  enum Acceptance {
    case accepted(AcceptedSocket)
    /// It went to another loop, or was over the limit.
    case gone
    case nobody
    /// The listener stays readable, but the system has no descriptors or memory left.
    case exhausted
  }

  private struct State {
    var listeners: [Listener] = []
    /// Loops that still accept.
    var accepting: Int
  }

  private let seats: [Seat]
  private let connections: ConnectionCount
  private let report: @Sendable (String) -> Void
  private let state: Mutex<State>

  /// - Parameter loops: the mailbox and the epoll instance of each.
  init(
    loops: [(mailbox: Mailbox, epoll: Descriptor)], connections: ConnectionCount,
    report: @escaping @Sendable (String) -> Void
  ) {
    seats = loops.map { Seat($0.mailbox, $0.epoll) }
    (self.connections, self.report) = (connections, report)
    state = Mutex(State(accepting: loops.count))
  }

  /// Tags of events below this are descriptors of connections; from here on they are listeners.
  static let firstTag: UInt64 = 1 << 32
  /// Connections over the limit that may wait for their 503; any further ones are closed without an answer.
  private static let refusable = 256

  func add(_ listener: Listener) throws(ServerError) {
    let index = state.withLock { state in
      state.listeners.append(listener)
      return state.listeners.count - 1
    }
    for seat in seats { try register(listener, index, at: seat) }
  }

  private func register(_ listener: Listener, _ index: Int, at seat: Seat) throws(ServerError) {
    let tag = Self.firstTag + UInt64(index)
    guard
      clinux_epoll_add(seat.epoll.number, listener.socket.number, clinux_one_waiter(), tag) == 0
        || errno == EEXIST
    else { throw .system(call: "epoll_ctl", code: errno) }
  }

  var listeners: [Listener] { state.withLock { $0.listeners } }

  /// Accepts one connection for a loop.
  ///
  /// - Parameter keeps: true if the loop takes it, however many it has.
  func accept(from listener: Listener, for loop: Int, keeps: Bool) -> Acceptance {
    var address = SocketAddress()
    let descriptor = unsafe address.withMutablePointer {
      unsafe accept4(listener.socket.number, $0, $1, clinux_nonblocking_cloexec())
    }
    guard descriptor >= 0 else {
      switch errno {
      case EINTR, ECONNABORTED, EPROTO: return .gone
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        report("cannot accept connections: \(systemText(errno))")
        return .exhausted
      default: return .nobody
      }
    }
    let open = connections.add()
    if open > connections.limit + Self.refusable {
      connections.remove()
      Glibc.close(descriptor)
      return .gone
    }
    let accepted = AcceptedSocket(
      descriptor: descriptor, address: address.host, port: listener.port,
      isRefused: open > connections.limit)
    let seat = keeps ? loop : emptiest(besides: loop)
    seats[seat].open.add(1, ordering: .relaxed)
    if seat == loop { return .accepted(accepted) }
    seats[seat].mailbox.post(.accepted(accepted))
    return .gone
  }

  /// This loop, unless another has at least two connections fewer: passing one on costs more than keeping it.
  private func emptiest(besides loop: Int) -> Int {
    var (best, least) = (loop, seats[loop].open.load(ordering: .relaxed) - 1)
    for (number, seat) in seats.enumerated() where number != loop {
      let open = seat.open.load(ordering: .relaxed)
      if open < least { (best, least) = (number, open) }
    }
    return best
  }

  /// A connection of this loop is closed.
  func leave(_ loop: Int) {
    seats[loop].open.subtract(1, ordering: .relaxed)
    connections.remove()
  }

  /// Stops waking the loop for new connections, until `comeBack`.
  func pause(_ loop: Int) {
    for listener in listeners {
      epoll_ctl(seats[loop].epoll.number, EPOLL_CTL_DEL, listener.socket.number, nil)
    }
  }

  func comeBack(_ loop: Int) {
    for (index, listener) in listeners.enumerated() { try? register(listener, index, at: seats[loop]) }
  }

  /// Notes that the loop accepts no more; after the last one the listeners are closed.
  ///
  /// Then all loops are told to stop once more, after whatever was passed on to them.
  func close(_ loop: Int, stoppingBy end: Moment) {
    pause(loop)
    let isLast = state.withLock { state in
      state.accepting -= 1
      if state.accepting == 0 { state.listeners = [] }
      return state.accepting == 0
    }
    if isLast { for seat in seats { seat.mailbox.post(.stop(by: end)) } }
  }

  /// True once no loop passes connections on.
  var isClosed: Bool { state.withLock { $0.accepting == 0 } }
}
