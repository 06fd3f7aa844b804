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

/// Accepts connections on a thread of its own and deals them to the loops in turn.
///
/// A listener shared by the loops would leave most connections on the loop that wakes first, and SO_REUSEPORT
/// balances badly with few connections.
final class Acceptor: Sendable {
  private let epoll: Descriptor
  private let bell: Descriptor
  private let loops: [@Sendable (AcceptedSocket) -> Void]
  private let connections: ConnectionCount
  private let report: @Sendable (String) -> Void
  private let listeners = Mutex<[Listener]>([])

  init(
    loops: [@Sendable (AcceptedSocket) -> Void], connections: ConnectionCount,
    report: @escaping @Sendable (String) -> Void
  ) throws(ServerError) {
    self.loops = loops
    self.connections = connections
    self.report = report
    epoll = try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1")
    bell = try Descriptor(eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)), from: "eventfd")
    guard clinux_epoll_add(epoll.number, bell.number, EPOLLIN.rawValue, Self.bellTag) == 0 else {
      throw .system(call: "epoll_ctl", code: errno)
    }
  }

  private static let bellTag = UInt64.max
  /// Connections over the limit that may wait for their 503; those beyond are closed without a word.
  private static let refusable = 256

  func add(_ listener: Listener) throws(ServerError) {
    let index = listeners.withLock { listeners in
      listeners.append(listener)
      return listeners.count - 1
    }
    guard clinux_epoll_add(epoll.number, listener.socket.number, EPOLLIN.rawValue, UInt64(index)) == 0 else {
      throw .system(call: "epoll_ctl", code: errno)
    }
  }

  /// Makes `run` accept what has arrived, close the listeners and return.
  func stop() {
    var one: UInt64 = 1
    unsafe write(bell.number, &one, 8)
  }

  /// Accepts until `stop`.
  func run() {
    var turn = 0
    var events = unsafe [epoll_event](repeating: epoll_event(), count: 16)
    while true {
      let count = unsafe epoll_wait(epoll.number, &events, Int32(events.count), -1)
      var isStopping = false
      for index in 0..<Int(max(count, 0)) {
        let tag = unsafe events[index].data.u64
        if tag == Self.bellTag {
          isStopping = true
        } else if let listener = listeners.withLock({ $0.indices.contains(Int(tag)) ? $0[Int(tag)] : nil }) {
          accept(from: listener, turn: &turn)
        }
      }
      if isStopping {
        let last = listeners.withLock { listeners in
          defer { listeners = [] }
          return listeners
        }
        for listener in last { accept(from: listener, turn: &turn) }
        return
      }
    }
  }

  private func accept(from listener: Listener, turn: inout Int) {
    while true {
      var address = SocketAddress()
      let descriptor = unsafe address.withMutablePointer {
        unsafe accept4(listener.socket.number, $0, $1, clinux_nonblocking_cloexec())
      }
      guard descriptor >= 0 else {
        switch errno {
        case EINTR, ECONNABORTED, EPROTO: continue
        case EMFILE, ENFILE, ENOBUFS, ENOMEM:
          // The listener stays readable; without a pause this would spin until somebody closes a connection.
          report("cannot accept connections: \(systemText(errno))")
          var until = pollfd(fd: bell.number, events: Int16(POLLIN), revents: 0)
          unsafe poll(&until, 1, 100)
          return
        default: return
        }
      }
      let open = connections.add()
      if open > connections.limit + Self.refusable {
        connections.remove()
        close(descriptor)
        continue
      }
      loops[turn](
        AcceptedSocket(
          descriptor: descriptor, address: address.host, port: listener.port,
          isRefused: open > connections.limit))
      turn = (turn + 1) % loops.count
    }
  }
}
