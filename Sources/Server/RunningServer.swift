import CLinux
package import Crypto
import Glibc
import HTTP
import Synchronization

/// A running server; it stops only when told to.
package final class RunningServer: Sendable {
  private let service: any Service
  private let acceptor: Acceptor
  private let courier: Courier?
  private let mailboxes: [Mailbox]
  private let connections: ConnectionCount
  private let loops: [SystemThread]
  private let bound = Mutex<[Endpoint]>([])
  private let ended = Mutex(false)

  init(service: any Service, options: ServerOptions) throws(ServerError) {
    self.service = service
    let descriptors = raiseDescriptorLimit()
    ignoreBrokenPipes()
    connections = ConnectionCount(limit: max(min(options.connections, descriptors - 64), 1))
    var mailboxes: [Mailbox] = []
    var epolls: [Descriptor] = []
    for _ in 0..<options.loops {
      mailboxes.append(try Mailbox())
      epolls.append(try Descriptor(epoll_create1(Int32(EPOLL_CLOEXEC)), from: "epoll_create1"))
    }
    let fetcher = Fetcher(options.outgoing)
    let workers = try Workers(options, fetcher)
    courier = if let outbox = service.outbox { try Courier(outbox, fetcher) } else { nil }
    let acceptor = Acceptor(
      loops: Array(zip(mailboxes, epolls)), connections: connections, report: options.report)
    var loops: [SystemThread] = []
    do {
      for (number, (mailbox, epoll)) in zip(mailboxes, epolls).enumerated() {
        loops.append(
          try SystemThread("loop \(number)") {
            var loop = EventLoop(
              number, epoll: epoll, mailbox: mailbox, service: service, options: options, workers: workers,
              acceptor: acceptor
            )
            loop.run()
          })
      }
    } catch {
      for (number, mailbox) in mailboxes.enumerated() {
        // A loop that was never started will not accept anything.
        if number >= loops.count { acceptor.close(number, stoppingBy: .now()) }
        mailbox.post(.stop(by: .now()))
      }
      throw error
    }
    self.acceptor = acceptor
    self.mailboxes = mailboxes
    self.loops = loops
    courier?.start()
  }

  /// The numeric addresses that the server listens on, in the order they were bound.
  package var endpoints: [Endpoint] { bound.withLock { $0 } }

  package var openConnections: Int { connections.value }

  /// Listens on one more endpoint, over https if `tls` is given, and returns the addresses that were bound.
  @discardableResult
  package func listen(on endpoint: Endpoint, tls: TLSServerContext? = nil) throws(ServerError) -> [Endpoint] {
    let listeners = try Listener.bind(endpoint, tls: tls)
    for listener in listeners { try acceptor.add(listener) }
    let added = listeners.map(\.port.endpoint)
    bound.withLock { $0 += added }
    return added
  }

  /// Listens for https on one more endpoint with this certificate, and returns the addresses that were bound.
  ///
  /// The service decides by server name which clients are asked for their certificate.
  @discardableResult
  package func listen(on endpoint: Endpoint, identity: TLSIdentity) throws(ServerError) -> [Endpoint] {
    let service = service
    let context: TLSServerContext
    do {
      context = try TLSServerContext(
        identity, clientCertificates: .forServerName { service.wantsClientCertificate(serverName: $0) })
    } catch {
      throw .tls(error)
    }
    return try listen(on: endpoint, tls: context)
  }

  /// Accepts no more connections, closes idle ones, finishes what is in flight for at most `grace`, then returns.
  ///
  /// A second call, or `abort`, from another thread ends the grace early; each call returns once everything has
  /// stopped.
  package func stop(grace: Duration = .seconds(10)) {
    courier?.stop()
    let end = Moment.now() + grace
    for mailbox in mailboxes { mailbox.post(.stop(by: end)) }
    ended.withLock { ended in
      guard !ended else { return }
      for loop in loops { loop.join() }
      ended = true
    }
  }

  /// Stops without grace: all connections are closed, even if they wait for something.
  package func abort() { stop(grace: .zero) }
}
