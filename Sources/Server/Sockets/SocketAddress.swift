import CLinux
import Glibc

/// An IPv4 or IPv6 address with a port, in the system's form.
struct SocketAddress: Sendable {
  private var storage: sockaddr_storage
  private(set) var size: socklen_t

  /// Room for any address.
  init() {
    storage = sockaddr_storage()
    size = socklen_t(MemoryLayout<sockaddr_storage>.size)
  }

  /// Nil if `text` is not a numeric address; a zone (`fe80::1%eth0`) is not accepted.
  init?(numeric text: String, port: Int) {
    self.init()
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
      address.sin_addr = four
      unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.storeBytes(of: address, as: sockaddr_in.self) }
      size = socklen_t(MemoryLayout<sockaddr_in>.size)
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = in_port_t(UInt16(truncatingIfNeeded: port)).bigEndian
      address.sin6_addr = six
      unsafe withUnsafeMutableBytes(of: &storage) { unsafe $0.storeBytes(of: address, as: sockaddr_in6.self) }
      size = socklen_t(MemoryLayout<sockaddr_in6>.size)
    } else {
      return nil
    }
  }

  /// All addresses of a name, in the system's order; blocks during the lookup.
  static func resolve(_ host: String, port: Int) -> [SocketAddress] {
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    guard unsafe getaddrinfo(host, String(port), &hints, &first) == 0 else { return [] }
    defer { unsafe freeaddrinfo(first) }
    var found: [SocketAddress] = []
    var next = unsafe first
    while let entry = unsafe next {
      if let source = unsafe entry.pointee.ai_addr {
        let size = unsafe entry.pointee.ai_addrlen
        var address = SocketAddress()
        unsafe withUnsafeMutableBytes(of: &address.storage) {
          unsafe $0.copyMemory(from: UnsafeRawBufferPointer(start: source, count: Int(size)))
        }
        address.size = size
        found.append(address)
      }
      unsafe next = entry.pointee.ai_next
    }
    return found
  }

  var family: Int32 { Int32(storage.ss_family) }

  var port: Int {
    switch family {
    case AF_INET: Int(UInt16(bigEndian: read(sockaddr_in.self).sin_port))
    case AF_INET6: Int(UInt16(bigEndian: read(sockaddr_in6.self).sin6_port))
    default: 0
    }
  }

  /// The numeric address without port; an IPv4-mapped address in its IPv4 form.
  var host: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    switch family {
    case AF_INET:
      var address = read(sockaddr_in.self).sin_addr
      unsafe inet_ntop(AF_INET, &address, &text, socklen_t(text.count))
    case AF_INET6:
      var address = read(sockaddr_in6.self).sin6_addr
      unsafe inet_ntop(AF_INET6, &address, &text, socklen_t(text.count))
    default: return ""
    }
    let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return name.hasPrefix("::ffff:") && name.contains(".") ? String(name.dropFirst(7)) : name
  }

  /// In network order: 4 bytes for IPv4 and for IPv4-mapped addresses, else 16.
  var addressBytes: [UInt8] {
    switch family {
    case AF_INET:
      return unsafe withUnsafeBytes(of: read(sockaddr_in.self).sin_addr) { unsafe Array($0) }
    case AF_INET6:
      let bytes = unsafe withUnsafeBytes(of: read(sockaddr_in6.self).sin6_addr) { unsafe Array($0) }
      let isMapped = bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF
      return isMapped ? Array(bytes[12...]) : bytes
    default: return []
    }
  }

  private func read<Form>(_ form: Form.Type) -> Form {
    unsafe withUnsafeBytes(of: storage) { unsafe $0.load(as: form) }
  }

  /// Lends the address to a system call that reads it.
  func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    unsafe withUnsafePointer(to: storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, size) }
    }
  }

  /// Lends the storage to a system call that fills it.
  mutating func withMutablePointer<Result>(
    _ body: (UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Result
  ) -> Result {
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    defer { self.size = size }
    return unsafe withUnsafeMutablePointer(to: &storage) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe body($0, &size) }
    }
  }
}
