import CLinux
package import HTTP

/// How a server behaves towards its clients.
package struct ServerOptions: Sendable {
  /// The number of event loops, each a thread; by default one per core that the process may use.
  package var loops: Int
  /// The number of heavy requests worked on at a time; by default one per core.
  package var workers: Int
  /// The most connections at a time; further ones get 503 and are closed.
  ///
  /// At most what the descriptor limit allows.
  package var connections: Int
  package var limits: Limits
  /// The longest a request's head may take from its first byte on; 408 after it.
  package var headerTimeout: Duration
  /// The longest a request's content may take from the end of its head on; 408 after it.
  package var bodyTimeout: Duration
  /// How long a connection may stay without a request; 75 s as in nginx, above the 60 s of usual load balancers.
  package var idleTimeout: Duration
  /// The longest a client may take no byte of an answer that waits for it.
  package var writeTimeout: Duration
  /// How long after our last byte we wait for the client to close, so that it reads the answer first.
  package var lingerTimeout: Duration
  package var handshakeTimeout: Duration
  package var outgoing: OutgoingOptions
  /// Called with what an operator should know, for example that descriptors have run out; rarely, from any thread.
  package var report: @Sendable (String) -> Void

  /// How many cores the process may use, by its affinity mask.
  package static var cores: Int { max(Int(clinux_usable_cores()), 1) }

  /// The defaults suit development and CI.
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
