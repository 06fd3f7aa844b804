import Glibc

/// A small blocking client that shows what is really on the wire.
///
/// Every wait ends after ten seconds.
final class Client {
  struct Answer: Equatable {
    var status: Int
    var head: String
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The first value of a field.
    subscript(name: String) -> String? {
      for line in head.split(separator: "\r\n").dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        if parts.count == 2, parts[0].lowercased() == name.lowercased() {
          return String(parts[1].drop { $0 == " " })
        }
      }
      return nil
    }
  }

  enum Problem: Error, Equatable {
    case errno(String, Int32)
    case ended(after: String)
  }

  let socket: Int32
  private var buffer: [UInt8] = []

  init(port: Int, receiveBuffer: Int32? = nil) throws {
    socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var patience = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // The socket is closed by `deinit`, which runs for a failure here too; closed twice, another test's would be hit.
    guard result == 0 else { throw Problem.errno("connect", errno) }
  }

  deinit { Glibc.close(socket) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw Problem.errno("send", errno) }
      sent += count
    }
  }

  /// Tells the server that no more will come; answers can still be read.
  func finishSending() { shutdown(socket, Int32(SHUT_WR)) }

  /// What the next receive gives; empty at the end.
  func receive() throws -> [UInt8] {
    if !buffer.isEmpty {
      defer { buffer = [] }
      return buffer
    }
    var bytes = [UInt8](repeating: 0, count: 65536)
    var count = 0
    // The tests of signals interrupt whoever waits.
    repeat { count = recv(socket, &bytes, bytes.count, 0) } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Problem.errno("recv", errno) }
    return Array(bytes.prefix(count))
  }

  /// Everything until the server closes.
  func receiveAll() throws -> [UInt8] {
    var all: [UInt8] = []
    while true {
      let next = try receive()
      if next.isEmpty { return all }
      all += next
    }
  }

  func receiveAllText() throws -> String { String(decoding: try receiveAll(), as: UTF8.self) }

  /// The next answer, framed by its Content-Length; `isHead` says that none of the content follows.
  func answer(isHead: Bool = false) throws -> Answer {
    var head = ""
    while true {
      if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
        head = String(decoding: buffer[..<end.upperBound], as: UTF8.self)
        buffer.removeSubrange(..<end.upperBound)
        break
      }
      try fill()
    }
    let status = Int(head.split(separator: " ")[1]) ?? 0
    var answer = Answer(status: status, head: head, body: [])
    let length = isHead || status == 100 ? 0 : Int(answer["Content-Length"] ?? "0") ?? 0
    while buffer.count < length { try fill() }
    answer.body = Array(buffer[..<length])
    buffer.removeSubrange(..<length)
    return answer
  }

  func get(_ target: String) throws -> Answer {
    try send("GET \(target) HTTP/1.1\r\nHost: test\r\n\r\n")
    return try answer()
  }

  private func fill() throws {
    let known = buffer
    buffer = []
    let next = try receive()
    buffer = known
    guard !next.isEmpty else { throw Problem.ended(after: String(decoding: known, as: UTF8.self)) }
    buffer += next
  }
}
