import Dispatch
import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization
import Testing

/// A provider that verifies identities for others, in its own sandbox.
private final class Verifier: Provider {
  typealias EndpointName = NoName

  static let slug = "verifier"
  static let rules: [Rule] = []
  static let realHosts: [String] = []
  static let offersVerifications = true
  static let clientSchema: JSON = ["type": "object", "additionalProperties": false]
  static let vocabulary = Vocabulary(
    provider: slug, title: slug, verbs: [], endpoints: [], tokens: [], quirks: [], presets: [],
    lifetimes: [], outcomes: [], facts: [])
  static let endpoints: [Endpoint<Verifier>] = []

  init(sandbox: Sandbox) {
    sandbox.identityVerifications.offer(documents: [7]) { [weak self] _, _ in
      self.map { _ in IdentityVerifications.Admission(token: "t", provider: Self.slug, path: "/v") }
    }
  }

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? { nil }

  static func entry(base: String) -> String { base }

  static func settings(base: String) -> ProviderSettings {
    ProviderSettings(title: Self.slug, entry: Self.entry(base: base), values: [])
  }

  let ledgers: [any Ledger] = []
}

@Suite struct `The providers of a sandbox` {
  private let sandbox: Sandbox
  private let application: Application

  init() throws {
    sandbox = Sandbox(
      library: ScenarioLibrary(world: World(), scenarios: []),
      environment: Environment(clock: SandboxClock(wall: { Instant(seconds: 1000) })) { _ in
        [UInt8](repeating: 7, count: 32)
      }, log: NoLog())
    application = Application(try Routes([Toy.self, Verifier.self]), sandbox: sandbox)
  }

  private var used: [String] { application.providers.used.map { type(of: $0).slug } }

  @Test func `are made when they are first called`() {
    #expect(used == [])
    _ = application.respond(
      to: Request(.get, "/toy/plain", headers: ["Host": "localhost"]),
      from: Peer(address: "127.0.0.1", isSecure: false, localPort: 8080))
    #expect(used == ["toy"])
    application.sweep(isLast: true)
    #expect(used == ["toy"], "whoever was never called has nothing to end")
  }

  @Test func `are made once, however many threads ask`() {
    let seen = Mutex<Set<ObjectIdentifier>>([])
    DispatchQueue.concurrentPerform(iterations: 64) { _ in
      guard let provider = application.provider("toy") else { return }
      seen.withLock { _ = $0.insert(ObjectIdentifier(provider)) }
    }
    #expect(seen.withLock { $0.count } == 1)
  }

  @Test func `come in the order of the registry, whichever was called first`() {
    _ = application.provider("verifier")
    #expect(used == ["verifier"])
    #expect(application.providers.map { type(of: $0).slug } == ["toy", "verifier"])
    #expect(used == ["toy", "verifier"])
  }

  @Test func `verify for each other, although nobody called them`() throws {
    #expect(sandbox.identityVerifications.unknown(in: .init()) == [])
    #expect(used == [], "nothing was asked")
    #expect(sandbox.identityVerifications.unknown(in: .init(only: 8)) == [8])
    #expect(used == ["verifier"])
    let order = IdentityVerifications.Order(
      client: "c", person: Person(key: "anna"), ended: { _, _ in })
    #expect(sandbox.identityVerifications.order(order, at: Instant(seconds: 1000))?.provider == "verifier")
  }
}
