// Sockets, epoll loops, TLS records, timers, outgoing calls: the only Dispatch and socket code.
//
// Each folder uses those above it:
//
//   System/     descriptors, threads, the queue of work that they do, the monotonic clock, errors
//   Options/    how a server behaves towards its clients and towards others
//   Sockets/    addresses, binding, writing
//   Outgoing/   fetching a document over http or https, and sending what the service wants sent
//   Loop/       one epoll loop a core: accepting, reading, answering, writing, deadlines; a loop's state never leaves its thread, and what
//               would keep its connections waiting goes to the workers
//
// Beside this file: RunningServer, which puts them together, and Signals (SIGTERM, SIGINT, SIGHUP).

import Crypto
package import HTTP

/// The HTTP server: runs a `Service` on as many loops as there are cores.
package enum Server {
  /// Binds `endpoints`, starts the loops and returns; the first request may arrive at once.
  ///
  /// For https add a secure listener with `RunningServer.listen`. Throws if an address cannot be bound or the system has
  /// no threads or descriptors left.
  package static func start(
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
