import CLinux
import Crypto
import Glibc

/// What the connections of a listener have in common; outlives the listener itself.
final class Port: Sendable {
  /// The numeric address and port that it is bound to.
  let endpoint: Endpoint
  /// Nil for plain http.
  let tls: TLSServerContext?

  init(endpoint: Endpoint, tls: TLSServerContext?) {
    self.endpoint = endpoint
    self.tls = tls
  }
}

struct Listener: Sendable {
  let socket: Descriptor
  let port: Port

  /// Binds all addresses that `endpoint` stands for.
  static func bind(_ endpoint: Endpoint, tls: TLSServerContext?) throws(ServerError) -> [Listener] {
    switch endpoint.host {
    case "localhost":
      // Node and browsers may try ::1 first, others only 127.0.0.1; a machine without IPv6 has only the latter.
      let four = try bind(numeric: "127.0.0.1", port: endpoint.port, tls: tls)
      do {
        return [four, try bind(numeric: "::1", port: four.port.endpoint.port, tls: tls)]
      } catch .addressInUse(let address) where endpoint.port != 0 {
        throw .addressInUse(address)
      } catch {
        return [four]
      }
    case "*":
      if let both = try? bind(numeric: "::", port: endpoint.port, tls: tls) { return [both] }
      return [try bind(numeric: "0.0.0.0", port: endpoint.port, tls: tls)]
    default:
      if let address = SocketAddress(numeric: endpoint.host, port: endpoint.port) {
        return [try bind(address, tls: tls)]
      }
      guard let address = SocketAddress.resolve(endpoint.host, port: endpoint.port).first else {
        throw .notResolved(endpoint.host)
      }
      return [try bind(address, tls: tls)]
    }
  }

  private static func bind(
    numeric: String, port: Int, tls: TLSServerContext?
  ) throws(ServerError) -> Listener {
    guard let address = SocketAddress(numeric: numeric, port: port) else { throw .notResolved(numeric) }
    return try bind(address, tls: tls)
  }

  private static func bind(_ address: SocketAddress, tls: TLSServerContext?) throws(ServerError) -> Listener {
    let kind = Int32(SOCK_STREAM.rawValue) | clinux_nonblocking_cloexec()
    let socket = try Descriptor(Glibc.socket(address.family, kind, 0), from: "socket")
    // Lets a restart bind while old connections are in TIME_WAIT. Not SO_REUSEPORT: with it a second server would
    // bind the same port unnoticed.
    set(socket, SOL_SOCKET, SO_REUSEADDR, 1)
    // Accepted sockets inherit it on Linux: one call here instead of one per connection.
    set(socket, Int32(IPPROTO_TCP), TCP_NODELAY, 1)
    if address.family == AF_INET6 {
      let isAny = address.addressBytes.allSatisfy { $0 == 0 }
      set(socket, Int32(IPPROTO_IPV6), IPV6_V6ONLY, isAny ? 0 : 1)
    }
    let asked = Endpoint(host: address.host, port: address.port)
    guard unsafe address.withPointer({ unsafe Glibc.bind(socket.number, $0, $1) }) == 0 else {
      throw error(of: "bind", at: asked)
    }
    guard listen(socket.number, SOMAXCONN) == 0 else { throw error(of: "listen", at: asked) }
    var bound = SocketAddress()
    guard unsafe bound.withMutablePointer({ unsafe getsockname(socket.number, $0, $1) }) == 0 else {
      throw error(of: "getsockname", at: asked)
    }
    let endpoint = Endpoint(host: bound.host, port: bound.port)
    return Listener(socket: socket, port: Port(endpoint: endpoint, tls: tls))
  }

  private static func set(_ socket: Descriptor, _ level: Int32, _ option: Int32, _ value: Int32) {
    var value = value
    unsafe setsockopt(socket.number, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
  }

  private static func error(of call: String, at endpoint: Endpoint) -> ServerError {
    switch errno {
    case EADDRINUSE: .addressInUse("\(endpoint)")
    case EADDRNOTAVAIL: .addressNotAvailable("\(endpoint)")
    case EACCES, EPERM: .notPermitted("\(endpoint)")
    default: .system(call: call, code: errno)
    }
  }
}
