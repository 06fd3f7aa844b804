// For users' tests: Live/, an emulator behind a real socket (EidolonServer), a sandbox for each test.
//
// For the project's own tests: an emulator inside the test process, without sockets, on a clock that the test moves.
//
//   TestEmulator     answers requests as the server would, one straight call each
//   TestClock        the wall clock behind it
//   RelyingParty     a client with keys: assertions, request objects

package import Control
package import Flow
package import HTTP
import JSON
package import ProviderKit
import Synchronization

/// An emulator in the test process: requests go straight to the application, and time stands still until a test moves it.
package final class TestEmulator: Sendable {
  /// The root sandbox; a new one after each reset.
  package var sandbox: Sandbox { emulator.root.sandbox }
  /// Answers for the root sandbox and all others.
  package let emulator: Emulator
  /// Answers for the root sandbox.
  package var application: Application { emulator.root }
  package let clock: TestClock
  /// What the control plane reports about the program, and on which ports it answers.
  package let state: ControlState
  package let log = TestLog()
  private let documents = Mutex<[String: Result<FetchedDocument, FetchError>]>([:])
  private let fetches = Mutex<[String]>([])
  private let servers = Mutex<[String: @Sendable (Gather) -> Result<FetchedDocument, FetchError>]>([:])
  private let delays = Mutex<[String: Duration]>([:])
  private let posts = Mutex<[Post]>([])
  private let record: ExchangeRecord?
  private let asksHeadFirst = Atomic<Bool>(false)
  private let place = Mutex("")

  /// The base URL of requests.
  package static let address = "http://localhost:8080"

  /// - Parameter files: scenario files by path below the folder.
  /// - Throws: `LoadFailure` if a file is wrong, `RouteProblem` if two endpoints clash.
  package init(
    _ providers: [any Provider.Type], files: [String: String] = [:],
    settings: Sandbox.Settings = Sandbox.Settings(), state: ControlState = ControlState(),
    startingAt start: Instant = TestClock.start
  ) throws {
    self.state = state
    let clock = TestClock(start)
    let process = try TestProcess.of(providers, settings.control)
    let scenarios = try process.scenarios(files, at: start)
    let record = ExchangeRecord.ofRunningTest()
    self.record = record
    let environment = Environment(clock: SandboxClock(wall: { clock.now })) { input in
      record?.drew(input)
      return TestEmulator.keyedHash(input)
    }
    self.clock = clock
    let office = DeliveryOffice()
    let traffic = Traffic()
    let keys = KeyRing()
    state.becomeReady()
    var blueprint = Sandboxes.Blueprint(
      routes: process.routes.answered(by: TestProcess.desks(settings.control, state)), settings: settings,
      keys: { keys.copy() }, log: log,
      environment: { seed, frozenAt in
        let prefix = Array("\(seed ?? 0)".utf8)
        return Environment(clock: SandboxClock(wall: { clock.now }, frozenAt: frozenAt)) { input in
          record?.drew(input)
          return TestEmulator.keyedHash(prefix + input)
        }
      })
    blueprint.office = office
    blueprint.traffic = traffic
    blueprint.remember = { Control.remember($0, isLast: $1, in: state) }
    let shelf = RecordShelf(blueprint.limit)
    let sandbox = Sandbox(
      library: scenarios.library, files: scenarios.files, environment: environment, settings: settings,
      keys: keys, journal: blueprint.journal("", keys, on: shelf), changes: blueprint.changes(on: shelf),
      insight: blueprint.insight(), office: office,
      traffic: traffic, log: log)
    let sandboxes = Sandboxes(
      blueprint, files: sandbox.files, library: scenarios.library, wall: { clock.now })
    emulator = Emulator(root: sandboxes.application(sandbox), sandboxes: sandboxes)
  }

  /// Moves time forward, as the sandbox and clients see it.
  package func advance(by duration: Duration) {
    clock.advance(by: duration)
    emulator.sweep()
    sandbox.clockMoved()
    deliver()
  }

  /// From now on sends a HEAD, which must change nothing, before every GET (RFC 9110 §9.2.1).
  package func askHeadFirst() { asksHeadFirst.store(true, ordering: .relaxed) }

  /// From now on requests that address no sandbox go to this one.
  package func enter(_ sandbox: String) { place.withLock { $0 = "/~\(sandbox)" } }

  /// Sets the result of every fetch of the URL, and of every delivery to it, from now on.
  package func serve(_ url: String, _ result: Result<FetchedDocument, FetchError>) {
    documents.withLock { $0[url] = result }
  }

  /// Lets time pass while the URL is fetched.
  package func delay(_ url: String, by duration: Duration) {
    delays.withLock { $0[url] = duration }
  }

  /// Lets another emulator, which it does not retain, answer the gathered requests to `HOST:PORT`.
  package func gather(from server: String, by other: TestEmulator) {
    servers.withLock { servers in
      servers[server] = { [weak other] gather in
        guard let other else { return .failure(.notConnected("\(server): it has ended")) }
        let answer = other.send(Request(.get, gather.target, headers: gather.headers))
        return other.document(answer)
      }
    }
  }

  /// The URLs that were fetched, in order.
  package var fetched: [String] { fetches.withLock { $0 } }

  /// Every attempt to deliver a message to a relying party, in order.
  package var delivered: [Post] { posts.withLock { $0 } }

  /// Sends a request like a client on loopback, and does the server's work until there is an answer.
  ///
  /// - Parameter certificate: the client certificate of the TLS handshake, in DER.
  package func send(
    _ request: Request, isSecure: Bool = false, certificate: [UInt8]? = nil,
    from address: String = "127.0.0.1"
  ) -> TestAnswer {
    var request = request
    if !request.headers.contains("Host") { request.headers.append("Host", "localhost:8080") }
    let place = place.withLock { $0 }
    if !place.isEmpty, request.target.behindTilde == nil {
      request.target = request.target.prefixed(with: place)
    }
    let peer = Peer(
      address: address, isSecure: isSecure || certificate != nil, clientCertificate: certificate,
      localPort: 8080)
    if request.method == .get, asksHeadFirst.load(ordering: .relaxed) {
      var head = request
      head.method = .head
      _ = follow(emulator.respond(to: head, from: peer))
    }
    record?.asked(request)
    let answer = follow(emulator.respond(to: request, from: peer))
    write(answer)
    deliver()
    return answer
  }

  /// Sends a GET to a path, or to a URL of this emulator.
  package func get(_ url: String, headers: Headers = [:]) -> TestAnswer {
    send(Request(.get, TestEmulator.target(url), headers: headers))
  }

  /// Posts a form to a path, or to a URL of this emulator.
  package func post(_ url: String, _ form: Form, headers: Headers = [:]) -> TestAnswer {
    send(Request(.post, TestEmulator.target(url), headers: headers, form: form))
  }

  private func follow(_ reply: Reply) -> TestAnswer {
    switch reply {
    case .send(let response, let transmission):
      return TestAnswer(response: response, transmission: transmission)
    case .work(let work):
      return follow(work())
    case .hold(let hold):
      return TestAnswer(held: { self.askAgain(hold) }, of: hold)
    case .stream(let stream):
      return TestAnswer(stream: stream)
    case .gather(let gather):
      return follow(
        gather.then(
          gather.servers.map { server in
            let url = "http://\(server)\(gather.target)"
            fetches.withLock { $0.append(url) }
            let answer = servers.withLock { $0[server] }
            return Gathered(server, answer?(gather) ?? .failure(.notConnected("\(server): nobody listens")))
          }))
    case .fetch(let fetch) where fetch.own != nil:
      guard let request = fetch.own else { return follow(fetch.then(.failure(.timedOut(fetch.timeout)))) }
      return follow(fetch.then(document(send(request))))
    case .fetch(let fetch):
      fetches.withLock { $0.append(fetch.url) }
      if let delay = delays.withLock({ $0[fetch.url] }) { clock.advance(by: delay) }
      return follow(
        fetch.then(documents.withLock { $0[fetch.url] } ?? .failure(.notConnected("nobody listens"))))
    }
  }

  private func write(_ answer: TestAnswer) {
    record?.answered(
      answer.response, over: answer.transmission, atMost: answer.atMost, log: log.events)
  }

  private func askAgain(_ hold: Hold) -> TestAnswer {
    record?.askedAgain()
    let answer = follow(hold.then())
    write(answer)
    return answer
  }

  /// The result of a request of the emulator to itself; a held answer counts as a timeout.
  private func document(_ answer: TestAnswer) -> Result<FetchedDocument, FetchError> {
    guard let response = answer.response else { return .failure(.timedOut(.seconds(10))) }
    // As the server would send it.
    clock.advance(by: answer.transmission.after)
    switch answer.transmission.shape {
    case .whole, .drip: break
    case .truncated: return .failure(.malformedAnswer("it ended early"))
    case .reset, .empty, .garbage: return .failure(.malformedAnswer("there was none"))
    }
    return .success(
      FetchedDocument(status: response.status, headers: response.headers, body: response.body))
  }

  /// Sends what is due, as the server would; a URL without `serve` refuses the connection.
  private func deliver() {
    for _ in 0..<100 {
      guard let due = emulator.outbox?.takeDue().posts, !due.isEmpty else { return }
      for post in due {
        posts.withLock { $0.append(post) }
        record?.sent(post)
        post.then(documents.withLock { $0[post.url] } ?? ownAnswer(to: post))
      }
    }
  }

  /// The emulator answers what it sends to itself.
  private func ownAnswer(to post: Post) -> Result<FetchedDocument, FetchError> {
    guard post.method == .post, post.url.hasPrefix("\(Self.address)/") else {
      return .failure(.notConnected("nobody listens"))
    }
    return document(
      send(Request(.post, Self.target(post.url), headers: post.headers, body: post.body)))
  }

  private static func target(_ url: String) -> String {
    url.hasPrefix(address) ? String(url.dropFirst(address.count)) : url
  }

  /// Not a hash, but the same for the same bytes and different enough for tests.
  private static func keyedHash(_ bytes: [UInt8]) -> [UInt8] {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return (0..<4).flatMap { _ -> [UInt8] in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let mixed = (state ^ (state >> 29)) &* 0xBF58_476D_1CE4_E5B9
      return (0..<8).map { UInt8(truncatingIfNeeded: mixed >> (8 * $0)) }
    }
  }
}

/// A wall clock that a test moves.
package final class TestClock: Sendable {
  /// 2026-11-21T12:00:00Z, where test clocks start.
  package static let start = Instant(seconds: 1_795_262_400)

  private let instant: Mutex<Instant>

  package init(_ start: Instant = TestClock.start) {
    instant = Mutex(start)
  }

  package var now: Instant { instant.withLock { $0 } }

  package func advance(by duration: Duration) {
    instant.withLock { $0 = $0 + duration }
  }
}

package final class TestLog: Log {
  private let kept = Mutex<[LogEvent]>([])

  package init() {}

  package func write(_ event: LogEvent) {
    kept.withLock { $0.append(event) }
  }

  package var events: [LogEvent] { kept.withLock { $0 } }

  package var messages: [String] { events.map(\.message) }
}
