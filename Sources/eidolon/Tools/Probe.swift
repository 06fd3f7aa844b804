import Glibc

/// One blocking HTTP request, for a process that does nothing else.
enum Probe {
  /// The time limit of connecting and of each read; a HEALTHCHECK has its own, longer limit.
  private static let seconds = 2
  /// The most bytes to read; our answer has a few hundred.
  private static let limit = 65_536

  struct Answer: Equatable {
    let status: Int
    let body: String
  }

  /// Reads until the server closes.
  static func get(_ address: HealthAddress) throws(RunFailure) -> Answer {
    let socket = try connected(to: address)
    defer { close(socket) }
    let request = "GET \(address.path) HTTP/1.1\r\nHost: \(address.authority)\r\nConnection: close\r\n\r\n"
    try send(Array(request.utf8), over: socket)
    return try answer(in: try receive(from: socket))
  }

  /// Parses an answer.
  static func answer(in bytes: [UInt8]) throws(RunFailure) -> Answer {
    let text = String(decoding: bytes, as: UTF8.self)
    let words = text.prefix { !$0.isNewline }.split(separator: " ")
    guard words.count >= 2, words[0].hasPrefix("HTTP/1."), words[1].count == 3, let status = Int(words[1])
    else {
      throw RunFailure(
        bytes.isEmpty ? "closed the connection without an answer" : "answered something that is not HTTP")
    }
    var content = bytes[...]
    while !content.isEmpty, !content.starts(with: "\r\n\r\n".utf8) { content = content.dropFirst() }
    return Answer(status: status, body: String(decoding: content.dropFirst(4), as: UTF8.self))
  }

  // MARK: Sockets

  private static func connected(to address: HealthAddress) throws(RunFailure) -> Int32 {
    var four = sockaddr_in()
    var six = sockaddr_in6()
    let port = in_port_t(UInt16(truncatingIfNeeded: address.port)).bigEndian
    if unsafe inet_pton(AF_INET, address.host, &four.sin_addr) == 1 {
      four.sin_family = sa_family_t(AF_INET)
      four.sin_port = port
      return try connected(to: four, family: AF_INET)
    }
    if unsafe inet_pton(AF_INET6, address.host, &six.sin6_addr) == 1 {
      six.sin6_family = sa_family_t(AF_INET6)
      six.sin6_port = port
      return try connected(to: six, family: AF_INET6)
    }
    // A static binary has no name look-up, and its HEALTHCHECK needs none.
    throw RunFailure("is asked by address only; give a numeric one or localhost")
  }

  private static func connected<Address>(to address: Address, family: Int32) throws(RunFailure) -> Int32 {
    let socket = Glibc.socket(family, Int32(SOCK_STREAM.rawValue), 0)
    guard socket >= 0 else { throw RunFailure(systemReason(errno)) }
    var limit = timeval(tv_sec: seconds, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    // Linux lets SO_SNDTIMEO limit connect(2) as well (socket(7)).
    unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    let code = unsafe withUnsafePointer(to: address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(socket, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
    guard code == 0 else {
      let reason = errno == EINPROGRESS ? "does not answer" : systemReason(errno)
      close(socket)
      throw RunFailure(reason)
    }
    return socket
  }

  private static func send(_ bytes: [UInt8], over socket: Int32) throws(RunFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw RunFailure(systemReason(errno)) }
      rest = rest.dropFirst(count)
    }
  }

  private static func receive(from socket: Int32) throws(RunFailure) -> [UInt8] {
    var answer: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while answer.count < limit {
      let count = unsafe recv(socket, &chunk, chunk.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw RunFailure(errno == EAGAIN ? "does not answer" : systemReason(errno)) }
      guard count > 0 else { break }
      answer += chunk.prefix(count)
    }
    return answer
  }
}
