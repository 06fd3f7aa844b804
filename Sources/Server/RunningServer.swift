import CLinux
public import Crypto
import Glibc
import HTTP
import Synchronization

/// A server at work.
///
/// It stops only when told to.
public final class RunningServer: Sendable {
  private let service: any Service
  private let acceptor: Acceptor
  private let courier: Courier?
  private let mailboxes: [Mailbox]
  private let connections: ConnectionCount
  private let acceptorEnd: @Sendable () -> Void
  private let loopEnds: [@Sendable () -> Void]
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
    let workers = Workers(options, loops: mailboxes)
    courier = service.outbox.map { Courier($0, workers) }
    let acceptor = try Acceptor(loops: mailboxes, connections: connections, report: options.report)
    var ends: [@Sendable () -> Void] = []
    do {
      for (number, (mailbox, epoll)) in zip(mailboxes, epolls).enumerated() {
        let connections = connections
        ends.append(
          try startThread(named: "loop \(number)") {
            EventLoop(
              number: number, epoll: epoll, mailbox: mailbox, service: service, options: options,
              workers: workers,
              connections: connections
            ).run()
          })
      }
      acceptorEnd = try startThread(named: "acceptor") { acceptor.run() }
    } catch {
      for mailbox in mailboxes { mailbox.post(.stop(by: .now())) }
      throw error
    }
    self.acceptor = acceptor
    self.mailboxes = mailboxes
    loopEnds = ends
    courier?.start()
  }

  /// The numeric addresses that the server listens on, in the order they were bound.
  public var endpoints: [Endpoint] { bound.withLock { $0 } }

  /// How many connections are open.
  public var openConnections: Int { connections.value }

  /// Listens on one more endpoint, for https if `tls` is given, and says which addresses that are.
  @discardableResult
  public func listen(on endpoint: Endpoint, tls: TLSServerContext? = nil) throws(ServerError) -> [Endpoint] {
    let listeners = try Listener.bind(endpoint, tls: tls)
    for listener in listeners { try acceptor.add(listener) }
    let added = listeners.map(\.port.endpoint)
    bound.withLock { $0 += added }
    return added
  }

  /// Listens for https on one more endpoint with this certificate, and says which addresses that are.
  ///
  /// The service decides by server name which clients are asked for their certificate. Touches OpenSSL, which takes
  /// some milliseconds the first time: call it from another thread than the one that starts the program.
  @discardableResult
  public func listen(on endpoint: Endpoint, identity: TLSIdentity) throws(ServerError) -> [Endpoint] {
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

  /// Stops: accepts no more, closes idle connections, finishes what is in flight for at most `grace`, then returns.
  ///
  /// A second call, or `abort`, from another thread cuts the grace short; each returns when all is over.
  public func stop(grace: Duration = .seconds(10)) {
    acceptor.stop()
    courier?.stop()
    let end = Moment.now() + grace
    for mailbox in mailboxes { mailbox.post(.stop(by: end)) }
    ended.withLock { ended in
      guard !ended else { return }
      acceptorEnd()
      // What the acceptor dealt while it stopped came in behind the first message.
      for mailbox in mailboxes { mailbox.post(.stop(by: end)) }
      for end in loopEnds { end() }
      ended = true
    }
  }

  /// Stops without grace: all connections are closed, whatever they wait for.
  public func abort() { stop(grace: .zero) }
}
