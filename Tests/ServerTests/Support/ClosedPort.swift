import Glibc

/// Runs `body` with a port of the loopback interface that refuses connections; it is held meanwhile, so that no server of
/// another test gets it.
func withClosedPort(_ body: (Int) throws -> Void) throws {
  let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  defer { close(socket) }
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
  var length = socklen_t(MemoryLayout<sockaddr_in>.size)
  let result = withUnsafeMutablePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
      bind(socket, $0, length) == 0 ? getsockname(socket, $0, &length) : -1
    }
  }
  guard result == 0 else { throw Client.Problem.errno("bind", errno) }
  try body(Int(in_port_t(bigEndian: address.sin_port)))
}
