import Flow
import HTTP
import JSON
import ProviderKit
import Testing

/// A provider whose transactions are a word each.
private final class Till: Provider {
  static let slug = "till"
  static let rules: [Rule] = []
  static let realHosts: [String] = []
  static let clientSchema: JSON = ["type": "object", "additionalProperties": false]
  static let vocabulary = Vocabulary(
    provider: slug, title: "till",
    verbs: [Verb("pay", "The person pays", .assumed, isFinal: true)],
    endpoints: [
      EndpointTerm("buy", "Starts", .assumed, isOwned: true),
      EndpointTerm("poll", "Asks", .assumed, isOwned: true),
      EndpointTerm("prices", "Everybody's", .assumed, isOwned: false),
    ],
    tokens: [], quirks: [], presets: [], lifetimes: [], outcomes: [], facts: [])

  let ledger: TransactionLedger<String>
  let forgotten = Kept<[String]>([])

  init(sandbox: Sandbox) {
    let forgotten = forgotten
    ledger = TransactionLedger(
      Till.vocabulary, in: sandbox, polledEndpoints: ["poll"],
      state: { $0.timeline.decision(at: $1) { $0 == "pay" } == nil ? "open" : "paid" },
      isOpen: { $0.timeline.decision(at: $1) { $0 == "pay" } == nil },
      forget: { transaction in forgotten.withLock { $0.append(transaction.identifier) } })
  }

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? { nil }
  typealias EndpointName = Place
  static let endpoints: [Endpoint<Till>] = [
    Endpoint(.poll, [.get], "/poll") { _, _ in .answer(Answer(.text("fine"))) },
    Endpoint(.prices, [.get], "/prices") { _, _ in .answer(Answer(.text("fine"))) },
  ]
  static func entry(base: String) -> String { "" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(title: "", entry: Self.entry(base: base), values: [])
  }
  var ledgers: [any Ledger] { [ledger] }
}

private enum Place: String {
  case buy, poll, prices
}

@Suite struct `The ledger of a provider's transactions` {
  private let clock = SandboxClock(wall: { Instant(seconds: 1000) }, frozenAt: Instant(seconds: 1000))
  private let log = KeptLog()

  /// A ledger in a sandbox with one story, which expects a poll and strikes the second.
  private func ledger() throws -> TransactionLedger<String> { try till().ledger }

  private func till() throws -> Till { Till(sandbox: try sandbox()) }

  private func sandbox() throws -> Sandbox {
    let story = """
      {"title": "t", "provider": "till", "faults": [
        {"at": "poll", "nth": 2, "do": "respond", "status": 503},
        {"at": "prices", "do": "respond", "status": 500}], "expect": {"order": ["buy", "poll"]}}
      """
    let layer = ScenarioLayer(
      name: "scenarios",
      files: [
        .init(path: "world.json", bytes: Array(#"{"people": {"anna": {}, "bob": {}}, "clients": {}}"#.utf8)),
        .init(path: "till/story.json", bytes: Array(story.utf8)),
      ])
    let library = try LibraryLoader([Till.schema]).load([layer], now: clock.now)
    return Sandbox(
      library: library, environment: Environment(clock: clock) { Array($0.prefix(32)) + Array(0..<64) },
      log: log)
  }

  private var call: Call {
    Call(
      request: Request(.get, "/"), peer: Peer(address: "127.0.0.1", isSecure: false, localPort: 80), base: "",
      publicBase: "", at: clock.read())
  }

  private func open(
    _ ledger: TransactionLedger<String>, asking name: String? = nil
  ) throws -> OpenedTransaction<String> {
    let choice = try ledger.choose(Facts([:]), for: "shop", asked: name.map { ($0, "a test") })
    return ledger.open(
      choice, client: "shop", person: ledger.person(choice.decision, named: nil), at: Place.buy,
      now: clock.now,
      script: .manual, patience: .seconds(60), remembrance: .seconds(10)
    ) { ordinal, identifier in "\(ordinal) \(identifier.count)" }
  }

  @Test func `tells what it opens its number and identifier`() throws {
    let ledger = try ledger()
    #expect(try open(ledger).transaction.detail == "1 20")
    #expect(try open(ledger).transaction.ordinal == 2)
    #expect(ledger.summaries(at: clock.now).map(\.ordinal) == [1, 2])
  }

  @Test func `takes a queued scenario, and gives it back when the request is refused`() throws {
    let ledger = try ledger()
    let story = try #require(ledger.sandbox.library.scenario("story", of: "till"))
    _ = ledger.sandbox.queue.add(story)
    let choice = try ledger.choose(Facts([:]), for: "shop", asked: nil)
    #expect(choice.scenario?.name == "till/story")
    #expect(ledger.sandbox.queue.entries.isEmpty)
    ledger.giveBack(choice)
    #expect(ledger.sandbox.queue.entries.count == 1)
    #expect(try ledger.previewScenario(Facts([:]), for: "shop", asked: nil).scenario?.name == "till/story")
    #expect(ledger.sandbox.queue.entries.count == 1)
  }

  @Test func `refuses a scenario that nobody knows`() throws {
    let ledger = try ledger()
    #expect(throws: UnknownScenario.self) {
      try ledger.choose(Facts([:]), for: "shop", asked: ("stroy", "a test"))
    }
  }

  @Test func `strikes the call that a fault means, and counts one that is asked again once`() throws {
    let ledger = try ledger()
    let handle = try open(ledger, asking: "story").transaction.identifier
    #expect(ledger.call(at: Place.poll, of: handle, for: call).answerInstead == nil)
    var again = call
    again.fetched = ["https://client.test/jwks"]
    #expect(ledger.call(at: Place.poll, of: handle, for: again).answerInstead == nil)
    #expect(ledger.call(at: Place.poll, of: handle, for: call).answerInstead?.response.status.code == 503)
    #expect(ledger.call(at: Place.poll, of: handle, for: call).answerInstead == nil)
    #expect(ledger.find(handle)?.calls.map(\.endpoint) == ["buy", "poll", "poll", "poll"])
  }

  @Test func `keeps the first eight calls of an endpoint that is polled, and counts all`() throws {
    let ledger = try ledger()
    let handle = try open(ledger).transaction.identifier
    for _ in 0..<20 { _ = ledger.call(at: Place.poll, of: handle, for: call) }
    #expect(ledger.find(handle)?.calls.count == 9)
    #expect(ledger.find(handle)?.callCount(at: "poll") == 20)
  }

  @Test func `knows no transaction of a handle of another kind`() throws {
    let ledger = try ledger()
    let handle = try open(ledger).transaction.identifier
    #expect(ledger.call(at: Place.poll, of: handle, for: call) { _ in false }.transaction == nil)
    #expect(ledger.call(at: Place.poll, of: "nobody's", for: call).transaction == nil)
    #expect(ledger.find(handle)?.calls.count == 1)
  }

  @Test func `arms the faults of endpoints that nobody owns until the transaction ends`() throws {
    let application = Application(try Routes([Till.self]), sandbox: try sandbox())
    let till = try #require(application.providers.first as? Till)
    let status = { (path: String) throws -> Int in
      let request = Request(.get, path, headers: ["Host": "localhost"])
      let peer = Peer(address: "127.0.0.1", isSecure: false, localPort: 80)
      guard case .send(let response, _) = application.respond(to: request, from: peer) else { return 0 }
      return response.status.code
    }
    _ = try open(till.ledger, asking: "story")
    #expect(try status("/till/poll") == 200)
    #expect(try status("/till/prices") == 500)
    #expect(try status("/till/prices") == 200)
    _ = try open(till.ledger, asking: "story")
    till.ledger.sweep(isLast: true, at: clock.now)
    #expect(try status("/till/prices") == 200)
  }

  @Test func `lets a human act while the transaction is open, and says why not afterwards`() throws {
    let ledger = try ledger()
    let handle = try open(ledger).transaction.identifier
    #expect(throws: PhoneRefusal.unknownVerb(closest: ["pay"])) {
      try ledger.act("pya", reason: nil, on: handle, at: clock.now)
    }
    #expect(throws: PhoneRefusal.unknownReason(closest: [])) {
      try ledger.act("pay", reason: "bored", on: handle, at: clock.now)
    }
    #expect(throws: PhoneRefusal.unknownTransaction) {
      try ledger.act("pay", reason: nil, on: "nobody's", at: clock.now)
    }
    try ledger.act("pay", reason: nil, on: handle, at: clock.now)
    #expect(ledger.summary(handle, at: clock.now)?.state == "paid")
    #expect(throws: PhoneRefusal.decided(state: "paid")) {
      try ledger.act("pay", reason: nil, on: handle, at: clock.now)
    }
  }

  @Test func `judges what has run out, tells who forgets it, and notes its end`() throws {
    let till = try till()
    let ledger = till.ledger
    let handle = try open(ledger, asking: "story").transaction.identifier
    clock.advance(by: .seconds(69))
    ledger.sweep(isLast: false, at: clock.now)
    #expect(ledger.find(handle) != nil)
    clock.advance(by: .seconds(1))
    ledger.sweep(isLast: false, at: clock.now)
    #expect(till.forgotten.withLock { $0 } == [handle])
    #expect(ledger.summaries(at: clock.now).isEmpty)
    #expect(ledger.sandbox.changes.changes(after: 0).last?.transaction.isEnded == true)
    #expect(log.events.contains { $0.message.hasPrefix("till/story: ") && $0.message.contains("poll") })
  }

  @Test(arguments: [false, true]) func `ends all of a thousand that run out at one moment, in one sweep`(
    isLast: Bool
  ) throws {
    let till = try till()
    let ledger = till.ledger
    var handles: [String] = []
    for _ in 0..<1000 { handles.append(try open(ledger).transaction.identifier) }
    if !isLast { clock.advance(by: .seconds(70)) }
    ledger.sweep(isLast: isLast, at: clock.now)
    let forgotten = till.forgotten.withLock { $0 }
    let areAll = forgotten.sorted() == handles.sorted()
    #expect(areAll && forgotten.count == 1000)
    #expect(ledger.summaries(at: clock.now).isEmpty)
  }
}

@Suite struct `The base of a provider's sibling` {
  @Test(arguments: [
    ("http://localhost:8080/first", "http://localhost:8080/second"),
    ("http://localhost:8080/~t1/first", "http://localhost:8080/~t1/second"),
    ("http://first.localhost:8080", "http://second.localhost:8080"),
    ("https://t1--first.eidolon", "https://t1--second.eidolon"),
    ("http://first:8080", "http://second:8080"),
  ])
  func `follows how the caller addressed the provider`(base: String, sibling: String) {
    let call = Call(
      request: Request(.get, "/"), peer: Peer(address: "127.0.0.1", isSecure: false, localPort: 80),
      base: base, publicBase: base,
      at: SandboxClock(wall: { Instant(seconds: 1000) }).read())
    #expect(call.base(of: "second", from: "first") == sibling)
  }
}

@Suite struct `Verifications that one provider orders of another` {
  private typealias Order = IdentityVerifications.Order
  private let now = Instant(seconds: 1000)

  @Test func `are had only where a provider offers them`() {
    let verifications = IdentityVerifications()
    let order = Order(client: "c", person: Person(key: "anna")) { _, _ in }
    #expect(verifications.order(order, at: now) == nil)
    verifications.offer { order, _ in
      .init(token: "token of \(order.person.key)", provider: "second", path: "/v2")
    }
    #expect(verifications.order(order, at: now)?.token == "token of anna")
  }
}
