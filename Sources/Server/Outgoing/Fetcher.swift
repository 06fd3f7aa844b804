import Crypto
import HTTP
import Synchronization

/// Calls other servers over http and https: one request per connection, no redirects, bounded in time and size.
final class Fetcher: Sendable {
  private let options: OutgoingOptions
  /// Created for the first https URL, so that OpenSSL is not touched before.
  private let contexts = Mutex<[Callee: TLSClientContext]>([:])

  /// Who is called, which decides the trust: this server trusts its own certificate without an authority, and a
  /// neighbour's if the call allows it.
  private enum Callee {
    case others, itself, neighbour
  }

  init(_ options: OutgoingOptions) { self.options = options }

  /// Blocks the calling thread; a name lookup may outlast the call's timeout.
  func call(_ call: OutgoingCall) -> Result<FetchedDocument, FetchError> {
    do throws(FetchError) {
      let url = try FetchURL(call.url)
      do throws(FetchError) {
        return .success(try trustingNeighbours(call, at: url))
      } catch .notConnected(let reason) {
        throw .notConnected(explain(reason, url))
      }
    } catch {
      return .failure(error)
    }
  }

  private func trustingNeighbours(
    _ call: OutgoingCall, at url: FetchURL
  ) throws(FetchError) -> FetchedDocument {
    let usual: Callee = call.own == nil ? .others : .itself
    do throws(FetchError) {
      return try answer(to: call, at: url, usual)
    } catch {
      guard case .untrusted = error, call.acceptsSelfSigned, url.isNeighbour else { throw error }
      var document = try answer(to: call, at: url, .neighbour)
      document.isSelfSigned = true
      return document
    }
  }

  private func answer(
    to call: OutgoingCall, at url: FetchURL, _ callee: Callee
  ) throws(FetchError) -> FetchedDocument {
    let deadline = Moment.now() + call.timeout
    let addresses =
      if let own = call.own { Self.addresses(of: own.endpoint) } else { try Self.addresses(of: url) }
    let socket = try OutgoingSocket(addresses, deadline: deadline, timeout: call.timeout)
    let request = call.bytes(to: url)
    var reader = AnswerReader(limit: call.limit)
    if url.isSecure {
      return try exchange(request, over: socket, with: try open(url.host, callee), &reader)
    }
    try socket.send(request)
    while true {
      let bytes = try socket.receive()
      if bytes.isEmpty { return try reader.end(isClean: true) }
      if let document = try reader.take(bytes[...]) { return document }
    }
  }

  private func exchange(
    _ request: [UInt8], over socket: borrowing OutgoingSocket, with session: TLSSession,
    _ reader: inout AnswerReader
  ) throws(FetchError) -> FetchedDocument {
    var records: [UInt8] = []
    shaking: while true {
      let state = session.advance()
      records.removeAll(keepingCapacity: true)
      session.takeCiphertext(to: &records)
      try socket.send(records)
      switch state {
      case .complete: break shaking
      case .failed(.certificateNotTrusted(let reason)): throw .untrusted(reason)
      case .failed(let failure): throw .tls("\(failure)")
      case .needsMore:
        let bytes = try socket.receive()
        guard !bytes.isEmpty else {
          throw .tls("the connection was closed during the handshake; does the port speak https?")
        }
        session.receive(bytes.span)
      }
    }
    do {
      records.removeAll(keepingCapacity: true)
      try session.write(request.span, to: &records)
    } catch {
      throw .tls("\(error)")
    }
    try socket.send(records)
    var plaintext = [UInt8](repeating: 0, count: 16 * 1024)
    while true {
      switch session.read(into: &plaintext) {
      case .bytes(let count):
        if let document = try reader.take(plaintext[..<count]) { return document }
      case .closed: return try reader.end(isClean: true)
      case .failed(let failure): throw .tls("\(failure)")
      case .needsMore:
        let bytes = try socket.receive()
        // Without close_notify the answer may be truncated (RFC 8446 section 6.1).
        guard !bytes.isEmpty else { return try reader.end(isClean: false) }
        session.receive(bytes.span)
      }
    }
  }

  private func open(_ host: String, _ callee: Callee) throws(FetchError) -> TLSSession {
    do {
      let client = try contexts.withLock { contexts throws(TLSError) in
        if let known = contexts[callee] { return known }
        let made = try TLSClientContext(
          trust: .init(
            authorities: options.authorities,
            acceptsUnknownAuthorities: callee != .others || options.acceptsUnknownAuthorities))
        contexts[callee] = made
        return made
      }
      return try TLSSession(client, host: host)
    } catch {
      throw .tls("\(error)")
    }
  }

  // MARK: Addresses

  /// The server's own addresses: loopback if it listens on all interfaces.
  private static func addresses(of own: Endpoint) -> [SocketAddress] {
    let hosts = ["0.0.0.0": ["127.0.0.1"], "::": ["127.0.0.1", "::1"]][own.host] ?? [own.host]
    return hosts.compactMap { SocketAddress(numeric: $0, port: own.port) }
  }

  private static func addresses(of url: FetchURL) throws(FetchError) -> [SocketAddress] {
    let found: [SocketAddress]
    if let address = SocketAddress(numeric: url.host, port: url.port) {
      found = [address]
    } else if url.isLoopback {
      // RFC 6761 section 6.3; not every system's resolver knows the names below localhost.
      found = ["127.0.0.1", "::1"].compactMap { SocketAddress(numeric: $0, port: url.port) }
    } else {
      found = SocketAddress.resolve(url.host, port: url.port)
    }
    guard !found.isEmpty else { throw .notResolved(host: url.host) }
    let allowed = found.filter { !$0.isLinkLocal }
    guard !allowed.isEmpty else {
      throw .refusedAddress("\(url.host) is a link-local address, where clouds keep their metadata")
    }
    return allowed
  }

  /// The numeric addresses of `HOST:PORT`, none if the name is unknown; blocks during the lookup.
  ///
  /// If a machine has addresses of both kinds, only the IPv4 addresses are used, so that it is called once.
  func addresses(of server: String) -> [String] {
    guard let url = try? FetchURL("http://\(server)/"), let found = try? Self.addresses(of: url) else {
      return []
    }
    let four = found.filter { $0.addressBytes.count == 4 }
    return (four.isEmpty ? found : four).reduce(into: []) { all, address in
      let text = address.host.contains(":") ? "[\(address.host)]:\(url.port)" : "\(address.host):\(url.port)"
      if !all.contains(text) { all.append(text) }
    }
  }

  /// Explains the most common surprise when a connection fails.
  private func explain(_ reason: String, _ url: FetchURL) -> String {
    guard url.isLoopback, options.isInContainer else { return "\(url.authority): \(reason)" }
    return """
      \(url.authority): \(reason); inside a container \(url.host) is the container itself, so name the other container \
      or host.docker.internal instead
      """
  }
}
