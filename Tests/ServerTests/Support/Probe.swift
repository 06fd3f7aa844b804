import Crypto
import HTTP
import Server
import Testing

/// A service made of closures.
struct Probe: Service {
  var heavy: @Sendable (Request) -> Bool = { _ in false }
  var reply: @Sendable (Request, Peer) -> Reply

  init(
    heavy: @escaping @Sendable (Request) -> Bool = { _ in false },
    _ reply: @escaping @Sendable (Request, Peer) -> Reply
  ) {
    self.heavy = heavy
    self.reply = reply
  }

  func respond(to request: Request, from peer: Peer) -> Reply {
    heavy(request) ? .work { reply(request, peer) } : reply(request, peer)
  }

  /// Answers with the path.
  static let path = Probe { request, _ in .send(.text(.ok, request.target.path)) }
}

/// Runs `body` with a server on a loopback port, then stops it without grace.
func withServer<Result>(
  _ service: some Service, _ options: ServerOptions = ServerOptions(), tls: TLSServerContext? = nil,
  _ body: (RunningServer, Int) throws -> Result
) throws -> Result {
  let server = try Server.start(service, on: [], options: options)
  defer { server.abort() }
  let endpoints = try server.listen(on: .anyLoopback, tls: tls)
  return try body(server, try #require(endpoints.first).port)
}

/// What `body` gives, and how long it takes.
func timed<Result>(_ body: () throws -> Result) rethrows -> (Duration, Result) {
  let start = ContinuousClock().now
  let result = try body()
  return (ContinuousClock().now - start, result)
}
