import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization
import Testing

@Suite struct `A delivery` {
  private final class Wall: Sendable {
    private let instant = Mutex(Instant(seconds: 1000))
    var now: Instant { instant.withLock { $0 } }
    func advance(by duration: Duration) { instant.withLock { $0 = $0 + duration } }
  }

  private let wall = Wall()
  private let log = KeptLog()
  private let office = DeliveryOffice()
  private let sandbox: Sandbox

  init() {
    let wall = wall
    sandbox = Sandbox(
      library: ScenarioLibrary(world: World(), scenarios: []),
      environment: Environment(clock: SandboxClock(wall: { wall.now })) { _ in
        [UInt8](repeating: 7, count: 32)
      }, office: office, log: log)
  }

  private func order(
    _ event: String = "done", after: Duration = .zero, retries: [Duration] = [],
    accepted: ClosedRange<Int> = 200...299, of transaction: String = "t"
  ) {
    let delivery = Delivery(
      event, to: "http://localhost:9000/hook", headers: ["X-Signature": "s"], body: Array("b".utf8),
      due: wall.now + after, retries: retries, accepted: accepted)
    sandbox.deliveries.add([delivery], of: "toy", transaction: transaction)
  }

  /// Sends what is due and answers each with a status, or not at all.
  private func send(_ status: Int?) -> [Post] {
    let posts = office.takeDue().posts
    for post in posts {
      post.then(
        status.map { .success(FetchedDocument(status: Status($0), headers: [:], body: [])) }
          ?? .failure(.notConnected("nobody listens")))
    }
    return posts
  }

  private var states: [DeliveryRecord.State] { sandbox.deliveries.records.map(\.state) }

  @Test func `is handed out once when it is due, marked as coming from an emulator`() throws {
    order()
    let post = try #require(send(200).first)
    #expect(post.url == "http://localhost:9000/hook")
    #expect(post.body == Array("b".utf8))
    #expect(post.headers["X-Signature"] == "s")
    #expect(post.headers["Eidolon"] == "emulator")
    #expect(post.headers["Eidolon-Delivery"] == "1; attempt=1")
    #expect(post.timeout == .seconds(1))
    #expect(states == [.delivered])
    #expect(office.takeDue().posts.isEmpty)
    #expect(log.events.map(\.message) == ["done was sent: the receiver answered 200"])
  }

  @Test func `waits for its moment on the sandbox's clock`() {
    order(after: .seconds(3))
    let early = office.takeDue()
    #expect(early.posts.isEmpty)
    #expect(early.next == .seconds(3))
    wall.advance(by: .seconds(3))
    #expect(office.takeDue().posts.count == 1)
    #expect(office.takeDue().next == nil)
  }

  private func numbers(_ posts: [Post]) -> [String] { posts.map { $0.headers["Eidolon-Delivery"] ?? "" } }

  @Test func `is handed out in the order in which it fell due`() {
    order("late", after: .seconds(5), of: "another")
    order("soon", after: .seconds(1))
    wall.advance(by: .seconds(10))
    #expect(numbers(office.takeDue().posts) == ["2; attempt=1", "1; attempt=1"])
  }

  @Test func `does not overtake an earlier one of its login that is on its way`() throws {
    order("late", after: .seconds(5))
    order("soon", after: .seconds(1))
    wall.advance(by: .seconds(10))
    let first = office.takeDue().posts
    #expect(numbers(first) == ["2; attempt=1"])
    #expect(office.takeDue().posts.isEmpty)
    let rings = Mutex(0)
    office.onDue { rings.withLock { $0 += 1 } }
    try #require(first.first).then(.failure(.notConnected("nobody listens")))
    #expect(rings.withLock { $0 } == 1)
    #expect(numbers(office.takeDue().posts) == ["1; attempt=1"])
  }

  @Test func `waits for somebody to move a frozen clock`() {
    sandbox.environment.clock.freeze()
    order(after: .seconds(3))
    #expect(office.takeDue().next == nil)
    let rings = Mutex(0)
    office.onDue { rings.withLock { $0 += 1 } }
    sandbox.environment.clock.advance(by: .seconds(3))
    sandbox.clockMoved()
    #expect(rings.withLock { $0 } == 1)
    #expect(office.takeDue().posts.count == 1)
  }

  @Test func `has the headers of each attempt's moment as its receiver's clock shows it`() {
    var delivery = Delivery(
      "done", to: "http://localhost:9000/hook", body: [], due: wall.now,
      retries: [.seconds(10), .seconds(60)])
    delivery.dated = { ["X-Moment": "\($0.seconds)"] }
    sandbox.deliveries.add([delivery], of: "toy")
    #expect(send(503).map { $0.headers["X-Moment"] } == ["1000"])
    wall.advance(by: .seconds(15))
    #expect(send(503).map { $0.headers["X-Moment"] } == ["1010"])
    // A receiver in real time, for whom the clock was moved.
    wall.advance(by: .seconds(60))
    sandbox.environment.clock.setSkew(.seconds(-75))
    #expect(send(503).map { $0.headers["X-Moment"] } == ["1000"])
    #expect(sandbox.deliveries.records.map { $0.delivery.headers["X-Moment"] } == ["1000"])
  }

  @Test func `is tried again after each of its waits, then given up`() throws {
    order(retries: [.seconds(10), .seconds(60)])
    #expect(send(503).count == 1)
    #expect(states == [.waiting])
    #expect(office.takeDue().next == .seconds(10))
    wall.advance(by: .seconds(10))
    #expect(send(nil).first?.headers["Eidolon-Delivery"] == "1; attempt=2")
    wall.advance(by: .seconds(59))
    #expect(send(500).isEmpty)
    wall.advance(by: .seconds(1))
    #expect(send(500).count == 1)
    #expect(states == [.failed])
    let record = try #require(sandbox.deliveries.records.first)
    #expect(record.attempts.map(\.at.seconds) == [1000, 1010, 1070])
    #expect(record.attempts[0].outcome == .success(503))
    #expect(record.attempts[1].outcome == .failure(.notConnected("nobody listens")))
    #expect(log.events.last?.message == "done was sent: the receiver answered 500; it is given up")
  }

  @Test func `is taken only with a status that the provider asks for`() {
    order(accepted: 200...200)
    _ = send(204)
    #expect(states == [.failed])
  }

  @Test func `can be sent once more, whatever came of it`() throws {
    #expect(sandbox.deliveries.resend(1) == nil)
    order()
    _ = send(200)
    #expect(sandbox.deliveries.resend(1)?.state == .waiting)
    #expect(send(200).first?.headers["Eidolon-Delivery"] == "1; attempt=2")
    #expect(states == [.delivered])
  }

  @Test func `is refused when too many wait`() {
    for _ in 0...Deliveries.waitingLimit { order(after: .seconds(1)) }
    #expect(states.count == Deliveries.waitingLimit)
    #expect(log.events.last?.message == "done is not sent: 256 deliveries wait already")
  }

  @Test func `is remembered for a while and no longer`() {
    for _ in 0..<(Deliveries.waitingLimit + 10) {
      order()
      _ = send(200)
    }
    #expect(sandbox.deliveries.records.count == Deliveries.waitingLimit)
    #expect(sandbox.deliveries.records.first?.number == 11)
  }

  @Test func `is forgotten with its sandbox`() {
    order()
    sandbox.deliveries.clear()
    #expect(office.takeDue().posts.isEmpty)
    #expect(sandbox.deliveries.records.isEmpty)
  }

  @Test func `in an answer belongs to the answer's transaction`() throws {
    let application = Application(try Routes([Posting.self]), sandbox: sandbox)
    _ = application.respond(
      to: Request(.get, "/posting/go", headers: ["Host": "localhost"]),
      from: Peer(address: "127.0.0.1", isSecure: false, localPort: 8080))
    let record = try #require(sandbox.deliveries.records.first)
    #expect((record.provider, record.transaction, record.delivery.event) == ("posting", "t", "gone"))
    #expect(office.takeDue().posts.map(\.url) == ["http://localhost:9000/gone"])
  }
}

/// A provider whose answer orders a delivery.
private final class Posting: Provider {
  static let slug = "posting"
  static let rules: [Rule] = []
  static let realHosts = ["posting.test"]
  static let clientSchema = Toy.clientSchema
  static let vocabulary = Vocabulary(
    provider: slug, title: slug, verbs: [], endpoints: [], tokens: [], quirks: [], presets: [],
    lifetimes: [], outcomes: [], facts: [])

  init(sandbox: Sandbox) {}

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? { nil }

  typealias EndpointName = NoName
  static let endpoints = [
    Endpoint<Posting>(named: "go", [.get], "/go") { _, _ in
      var answer = Answer(.text("ok"), transaction: "t")
      answer.deliveries = [
        Delivery("gone", to: "http://localhost:9000/gone", body: [], due: Instant(seconds: 0))
      ]
      return .answer(answer)
    }
  ]

  static func entry(base: String) -> String { base }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(title: "", entry: Self.entry(base: base), values: [])
  }

  let ledgers: [any Ledger] = []
}
