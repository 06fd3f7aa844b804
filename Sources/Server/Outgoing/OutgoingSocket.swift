import CLinux
import Crypto
import Glibc
import HTTP

/// A blocking connection to another server, used by one worker; every wait ends at the deadline.
struct OutgoingSocket: ~Copyable {
  private let descriptor: Int32
  private let deadline: Moment
  private let timeout: Duration

  /// Connects to one of the addresses, tried in turn.
  init(_ addresses: [SocketAddress], deadline: Moment, timeout: Duration) throws(FetchError) {
    self.deadline = deadline
    self.timeout = timeout
    var reason = "no address"
    for (index, address) in addresses.enumerated() {
      // An address that swallows packets must not use up the time of those after it.
      let now = Moment.now()
      let share = max(deadline.nanoseconds - now.nanoseconds, 0) / Int64(addresses.count - index)
      let kind = Int32(SOCK_STREAM.rawValue) | clinux_nonblocking_cloexec()
      let socket = Glibc.socket(address.family, kind, 0)
      guard socket >= 0 else {
        reason = systemText(errno)
        continue
      }
      switch Self.connect(socket, to: address, until: Moment(nanoseconds: now.nanoseconds + share)) {
      case 0:
        descriptor = socket
        return
      case let code:
        reason = systemText(code)
        close(socket)
      }
    }
    guard Moment.now() < deadline else { throw .timedOut(timeout) }
    throw .notConnected(reason)
  }

  deinit { close(descriptor) }

  /// 0, or the `errno` of the failure.
  private static func connect(_ socket: Int32, to address: SocketAddress, until end: Moment) -> Int32 {
    if unsafe address.withPointer({ unsafe Glibc.connect(socket, $0, $1) }) == 0 { return 0 }
    guard errno == EINPROGRESS || errno == EINTR else { return errno }
    guard wait(for: Int16(POLLOUT), on: socket, until: end) else { return ETIMEDOUT }
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    unsafe getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }

  /// False if `end` came first.
  private static func wait(for events: Int16, on socket: Int32, until end: Moment) -> Bool {
    while true {
      let left = Moment.now().milliseconds(until: end)
      guard left > 0 else { return false }
      var poller = pollfd(fd: socket, events: events, revents: 0)
      let ready = unsafe poll(&poller, 1, left)
      if ready > 0 { return true }
      if ready < 0, errno != EINTR { return false }
    }
  }

  func send(_ bytes: [UInt8]) throws(FetchError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN {
        guard Self.wait(for: Int16(POLLOUT), on: descriptor, until: deadline) else {
          throw .timedOut(timeout)
        }
      } else if errno != EINTR {
        // The answer may have arrived anyway, for example a refusal before the request was read.
        return
      }
    }
  }

  /// The next bytes; empty at the end.
  func receive() throws(FetchError) -> [UInt8] {
    while true {
      guard Self.wait(for: Int16(POLLIN), on: descriptor, until: deadline) else { throw .timedOut(timeout) }
      var bytes = [UInt8](repeating: 0, count: 16 * 1024)
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count >= 0 {
        bytes.removeLast(bytes.count - count)
        return bytes
      }
      if errno != EAGAIN, errno != EINTR { throw .notConnected(systemText(errno)) }
    }
  }
}
