import CLinux
package import HTTP

/// How a server behaves towards its clients.
package struct ServerOptions: Sendable {
  /// Event loops, each a thread; by default one a core that the process may use.
  package var loops: Int
  /// Heavy requests that are worked on at a time; by default one a core.
  package var workers: Int
  /// Connections at a time; one more gets 503 and is closed.
  ///
  /// At most what the descriptor limit allows.
  package var connections: Int
  /// How much of a request is taken.
  package var limits: Limits
  /// The longest a request's head may take from its first byte on; 408 after it.
  package var headerTimeout: Duration
  /// The longest a request's content may take from the end of its head on; 408 after it.
  package var bodyTimeout: Duration
  /// How long a connection may stay without a request; 75 s as nginx does, above the 60 s of usual load balancers.
  package var idleTimeout: Duration
  /// The longest a client may take no byte of an answer that waits for it.
  package var writeTimeout: Duration
  /// How long after our last byte we wait for the client to close, so that it reads the answer first.
  package var lingerTimeout: Duration
  /// The longest a TLS handshake may take.
  package var handshakeTimeout: Duration
  /// Whom outgoing fetches believe and where they may go.
  package var outgoing: OutgoingOptions
  /// Told what an operator should know, for example that descriptors have run out; called rarely, from any thread.
  package var report: @Sendable (String) -> Void

  /// How many cores the process may use, by its affinity mask.
  package static var cores: Int { max(Int(clinux_usable_cores()), 1) }

  /// Options; each has a default that suits development and CI.
  package init(
    loops: Int = ServerOptions.cores,
    workers: Int = ServerOptions.cores,
    connections: Int = 20_000,
    limits: Limits = Limits(),
    headerTimeout: Duration = .seconds(10),
    bodyTimeout: Duration = .seconds(30),
    idleTimeout: Duration = .seconds(75),
    writeTimeout: Duration = .seconds(30),
    lingerTimeout: Duration = .seconds(2),
    handshakeTimeout: Duration = .seconds(10),
    outgoing: OutgoingOptions = OutgoingOptions(),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.loops = max(loops, 1)
    self.workers = max(workers, 1)
    self.connections = max(connections, 1)
    self.limits = limits
    self.headerTimeout = headerTimeout
    self.bodyTimeout = bodyTimeout
    self.idleTimeout = idleTimeout
    self.writeTimeout = writeTimeout
    self.lingerTimeout = lingerTimeout
    self.handshakeTimeout = handshakeTimeout
    self.outgoing = outgoing
    self.report = report
  }
}
