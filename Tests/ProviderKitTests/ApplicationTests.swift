import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization
import Testing

/// The names of endpoints of a provider that names them by texts.
enum NoName: String {
  case none
}

/// A provider with one endpoint for each thing that an answer can be.
final class Toy: Provider {
  typealias EndpointName = NoName

  static let slug = "toy"
  static let rules: [Rule] = [rule]
  static let realHosts = ["toy.test"]
  static let clientSchema: JSON = ["type": "object", "additionalProperties": false]
  static let vocabulary = Vocabulary(
    provider: slug, title: "toy", verbs: [], endpoints: [], tokens: [], quirks: [], presets: [],
    lifetimes: [], outcomes: [], facts: [])
  static let rule = Rule(
    "toy.rule", .warning, "It is wrong", fix: "put it right",
    documentation: Rule.Citation(title: "Guide", section: "1"))
  static let document = "https://client.test/jwks"

  private let sandbox: Sandbox
  private let looks = Atomic<Int>(0)

  init(sandbox: Sandbox) { self.sandbox = sandbox }

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? { nil }

  static func entry(base: String) -> String { "\(base)/entry" }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(title: "toy", entry: Self.entry(base: base), values: [])
  }

  let ledgers: [any Ledger] = []

  static var endpoints: [Endpoint<Toy>] {
    [
      Endpoint(named: "plain", [.get], "/plain") { _, call in
        let findings = [Finding(Toy.rule, "one"), Finding(Toy.rule, "two")]
        return .answer(Answer(.text("\(call.base) \(call.publicBase)"), transaction: "t", findings: findings))
      },
      Endpoint(named: "late", [.get], "/late") { toy, _ in toy.wait() },
      Endpoint(named: "never", [.get], "/never") { _, _ in
        .wait(transaction: "t", until: Instant(seconds: 2000)) {
          _ in .wait(transaction: "t", until: Instant(seconds: 2000)) { _ in .answer(Answer(.text("done"))) }
        }
      },
      Endpoint(named: "signed", [.get], "/signed", .heavy) { _, _ in
        .wait(transaction: "t") { _ in .wait(transaction: "t") { _ in .answer(Answer(.text("signed"))) } }
      },
      Endpoint(
        named: "post", [.post], "/post", .heavy,
        wrongMethod: { Answer(.text(.methodNotAllowed, "not \($1.request.method)")) }
      ) { _, _ in .answer(Answer(.text("posted"))) },
      Endpoint(named: "fetching", [.get], "/fetching") { toy, call throws(DocumentNeeded) in
        let sandbox = toy.sandbox
        guard call.fetched.contains(Toy.document) else { throw DocumentNeeded(url: Toy.document) }
        switch sandbox.keySets.entry(Toy.document, at: sandbox.environment.clock.now) {
        case .keys(let set, _): return .answer(Answer(.text("\(set.keys.count) keys")))
        case .failed(let reason, _): return .answer(Answer(.text(reason)))
        case nil: return .answer(Answer(.text("nothing")))
        }
      },
    ]
  }

  /// Waits at the first look; whoever looks again finds it decided.
  private func wait() -> Outcome {
    guard looks.add(1, ordering: .relaxed).oldValue > 0 else {
      return .wait(transaction: "t", until: nil) { [self] _ in wait() }
    }
    return .answer(Answer(.text("decided"), transaction: "t", remarks: ["it is decided"]))
  }
}

/// Keeps its lines.
final class KeptLog: Log {
  private let kept = Mutex<[LogEvent]>([])
  var events: [LogEvent] { kept.withLock { $0 } }
  func write(_ event: LogEvent) { kept.withLock { $0.append(event) } }
}

@Suite struct `The application` {
  let log = KeptLog()
  let sandbox: Sandbox
  let application: Application

  init() throws {
    let clock = SandboxClock(wall: { Instant(seconds: 1000) })
    sandbox = Sandbox(
      library: ScenarioLibrary(world: World(), scenarios: []),
      environment: Environment(clock: clock) { _ in [UInt8](repeating: 7, count: 32) }, log: log)
    application = Application(try Routes([Toy.self]), sandbox: sandbox)
  }

  func reply(_ method: HTTP.Method = .get, _ path: String) -> Reply {
    let request = Request(method, path, headers: ["Host": "localhost:8080"])
    return application.respond(
      to: request, from: Peer(address: "127.0.0.1", isSecure: false, localPort: 8080))
  }

  func response(_ reply: Reply) throws -> Response {
    guard case .send(let response, _) = reply else { throw NotSent() }
    return response
  }

  struct NotSent: Error {}

  @Test func `names each broken rule once in the header and each breach in the log`() throws {
    let response = try response(reply(.get, "/toy/plain"))
    #expect(response.headers.values("Eidolon-Finding") == ["toy.rule"])
    #expect(log.events.map(\.level) == [.warning, .warning])
    #expect(log.events[0].message == "It is wrong (one). Guide, 1. Fix: put it right")
    #expect(
      log.events[0].fields.map { "\($0.name)=\($0.value)" }
        == ["rule=toy.rule", "endpoint=plain", "status=200"])
    #expect(log.events[0].transaction == "t")
  }

  @Test func `does not lose what happens between the answer that waits and its waiter`() throws {
    #expect(try response(reply(.get, "/toy/late")).body == Array("decided".utf8))
    #expect(log.events.map(\.message) == ["it is decided"])
  }

  @Test func `holds what is not decided until it is, or until the next moment`() throws {
    guard case .hold(let hold) = reply(.get, "/toy/never") else { throw NotSent() }
    #expect(hold.atMost == .seconds(1000))
    #expect(!hold.waiter.isDone)
    sandbox.waiters.touch("t")
    #expect(hold.waiter.isDone)
    #expect(try response(hold.then()).body == Array("done".utf8))
  }

  @Test func `holds for as long as it takes under a frozen clock`() throws {
    sandbox.environment.clock.freeze()
    guard case .hold(let hold) = reply(.get, "/toy/never") else { throw NotSent() }
    #expect(hold.atMost == nil)
  }

  @Test func `lets an endpoint answer wrong methods, with the Allow of the others`() throws {
    for method in [HTTP.Method.get, .head, .options, .other("TRACE")] {
      let response = try response(reply(method, "/toy/post"))
      #expect(response.status == .methodNotAllowed)
      #expect(response.headers.values("Allow") == ["POST"])
      #expect(response.headers["Eidolon"] == "emulator")
    }
    let plain = try response(reply(.post, "/toy/plain"))
    #expect(plain.headers.values("Allow") == ["GET"])
  }

  @Test func `fetches a document once and asks again with what came`() throws {
    for (result, text) in [
      (.success(FetchedDocument(status: 200, headers: [:], body: Array(#"{"keys":[]}"#.utf8))), "0 keys"),
      (.success(FetchedDocument(status: 503, headers: [:], body: [])), "it was answered with 503"),
    ] as [(Result<FetchedDocument, FetchError>, String)] {
      guard case .fetch(let fetch) = reply(.get, "/toy/fetching") else { throw NotSent() }
      #expect(fetch.url == Toy.document)
      #expect(String(decoding: try response(fetch.then(result)).body, as: UTF8.self).hasPrefix(text))
      sandbox.keySets.forgetAll()
    }
  }

  @Test func `keeps every answer in the journal, those that no endpoint gave too`() throws {
    for (method, path) in [(HTTP.Method.get, "/toy/plain"), (.post, "/toy/plain"), (.get, "/nothing")] {
      _ = reply(method, path)
    }
    #expect(sandbox.journal.entries().map(\.exchange.response.status.code) == [200, 405, 404])
    #expect(sandbox.journal.entries().map(\.endpoint) == ["plain", "", ""])
    #expect(sandbox.journal.entries()[0].findings == ["toy.rule", "toy.rule"])
  }

  @Test func `runs heavy endpoints on a worker`() throws {
    guard case .work(let work) = reply(.post, "/toy/post") else { throw NotSent() }
    #expect(try response(work()).status == .ok)
    for path in ["/toy/plain", "/nothing"] { _ = try response(reply(.get, path)) }
  }

  @Test func `goes on with a heavy answer that was held on a worker, not on the loop that wakes it`() throws {
    guard case .work(let work) = reply(.get, "/toy/signed"), case .hold(let hold) = work(),
      case .work(let rest) = hold.then()
    else { throw NotSent() }
    #expect(try response(rest()).body == Array("signed".utf8))
  }

  @Test func `answers what is no HTTP with the refusal's status`() {
    let response = application.refused(
      Refusal(400, "a bare CR"), from: Peer(address: "::1", isSecure: false, localPort: 1))
    #expect(response.status == 400)
    #expect(response.headers["Eidolon"] == "emulator")
    #expect(response.body == Array("The request is refused: a bare CR.\n".utf8))
    #expect(log.events.map(\.level) == [.warning])
  }

  @Test(arguments: ["/_eidolon/queue", "/~t1/_eidolon/queue?x=1", "/%7Et1/_eidolon", "/toy/token", "/", nil])
  func `refuses in a problem document what was meant for the control plane`(path: String?) throws {
    let refusal = Refusal(413, "content of more than 10 bytes").of(path.map(Target.init))
    let response = application.refused(refusal, from: Peer(address: "::1", isSecure: false, localPort: 1))
    #expect(response.status == 413 && response.headers["Eidolon"] == "emulator")
    guard path?.contains("_eidolon") == true else {
      #expect(response.headers["Content-Type"] == "text/plain; charset=utf-8")
      return
    }
    #expect(response.headers["Content-Type"] == "application/problem+json")
    let problem = try JSON(parsing: response.body)
    #expect(problem["type"] == "urn:eidolon:problem:too-large" && problem["status"] == 413)
    #expect(problem["detail"] == "content of more than 10 bytes; start with a larger --max-body")
  }
}
