// Sockets, epoll loops, TLS records, timers, outgoing calls: the only Dispatch and socket code.
//
//   Server.swift, RunningServer.swift, ServerOptions.swift   what the composition root sees
//   Signals.swift                                            SIGTERM, SIGINT, SIGHUP
//   Sockets/    binding, accepting, dealing connections to the loops in turn
//   Loop/       one epoll loop a core: reading, answering, writing, deadlines; a loop's state never leaves its thread
//   Work/       threads, and the queue for what is too slow for a loop
//   Outgoing/   fetching a document over http or https, and sending what the service wants sent

import Crypto
public import HTTP

/// The HTTP server: answers what a `Service` says, on as many loops as there are cores.
public enum Server {
  /// Binds `endpoints`, starts the loops and returns; the first request may arrive at once.
  ///
  /// Nothing of OpenSSL is touched here. For https add a secure listener with `RunningServer.listen`, best from
  /// another thread. Throws if an address cannot be bound or the system has no threads or descriptors left.
  public static func start(
    _ service: any Service, on endpoints: [Endpoint], options: ServerOptions = ServerOptions()
  ) throws(ServerError) -> RunningServer {
    let server = try RunningServer(service: service, options: options)
    do {
      for endpoint in endpoints { try server.listen(on: endpoint) }
    } catch {
      server.abort()
      throw error
    }
    return server
  }
}
