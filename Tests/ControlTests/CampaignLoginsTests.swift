import EidolonTesting
import Flow
import ProviderKit
import Testing

@testable import Control
@testable import Judge
@testable import TestWorlds

@Suite struct `The logins of a campaign` {
  private let emulator: TestEmulator
  private let services: JudgeServices

  init() throws {
    emulator = try TestEmulator.withTwoClients([
      "itsme/forged.json": """
      { "title": "t", "provider": "itsme", "tokens": { "id_token": { "defect": "bad_signature" } },
        "expect": { "right": "must_refuse" } }
      """,
      "itsme/rolled.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "must_accept" },
        "faults": [{ "at": "token", "do": "rotate_keys" }] }
      """,
      "itsme/person.json": """
      { "title": "t", "provider": "itsme", "expect": { "right": "should_refuse" },
        "tokens": { "userinfo": { "defect": "wrong_subject" } } }
      """,
    ])
    let providers = emulator.application.providers
    services = JudgeServices(
      sandbox: emulator.sandbox, providers: providers, provider: try #require(providers["itsme"]),
      office: DeliveryOffice(), client: nil)
  }

  /// - Parameter browser: by its number, which logs in; the first is the judge's.
  private func evidence(_ browsers: [Int]) throws -> Evidence {
    var services = services
    guard case .armed(true)? = services.answer(.arm(.named("itsme/forged"))) else {
      throw TestFailure()
    }
    for browser in browsers {
      let answer = emulator.startLogin(["state": "of-browser-\(browser)"])
      guard browser == 1 else { continue }
      let sent = try #require(emulator.sandbox.journal.entries().last?.exchange.request.target)
      let address = try #require(WebAddress("http://localhost:8080\(sent)"))
      _ = services.answer(.fetch(WebRequest(.get, address), atMost: .seconds(1)))
      #expect(answer.status == 302)
    }
    guard case .examined(let evidence)? = services.answer(.examine) else { throw TestFailure() }
    return evidence
  }

  private struct TestFailure: Error {}

  @Test func `are told from those of other browsers by what the judge's own sent`() throws {
    #expect(try evidence([1]).isOwn == true)
    #expect(try evidence([1, 2]).isOwn == true)
    #expect(try evidence([2, 1]).isOwn == false)
    #expect(try evidence([2]).isOwn == nil)
  }

  @Test func `are known to have begun after a snapshot without them was restored`() throws {
    var services = services
    let saved = emulator.control(.get, "snapshot").json["id"] ?? .null
    _ = services.answer(.arm(.named("itsme/forged")))
    let examine = { (services: inout JudgeServices) -> Evidence? in
      guard case .examined(let evidence)? = services.answer(.examine) else { return nil }
      return evidence
    }
    #expect(examine(&services)?.isLost == false)
    _ = emulator.startLogin()
    #expect(examine(&services)?.isLost == false && examine(&services)?.transaction != nil)
    #expect(emulator.control(.put, "snapshot", ["id": saved]).status == 200)
    #expect(examine(&services)?.isLost == true && examine(&services)?.transaction == nil)
  }

  // MARK: What one login of the relying party usually is

  /// A login of the judge's browser, or of somebody else's.
  private func begin(
    _ services: inout JudgeServices, client: String = "EIDOLON_TEST", isOwn: Bool = true
  ) throws -> String {
    let answer = emulator.startLogin(["client_id": client, "state": "\(emulator.sandbox.lastOrdinal)"])
    #expect(answer.status == 302)
    let sent = try #require(emulator.sandbox.journal.entries().last?.exchange.request.target)
    let address = try #require(WebAddress("http://localhost:8080\(sent)"))
    if isOwn { _ = services.answer(.fetch(WebRequest(.get, address), atMost: .seconds(1))) }
    return answer.locationQuery["code"] ?? ""
  }

  private func arm(_ story: Demand.Story, _ services: inout JudgeServices) throws {
    guard case .armed(true)? = services.answer(.arm(story)) else { throw TestFailure() }
  }

  private func examine(_ services: inout JudgeServices) throws -> Evidence {
    guard case .examined(let evidence)? = services.answer(.examine) else { throw TestFailure() }
    return evidence
  }

  /// The stories of the logins since an ordinal, by their short names.
  private func stories(since first: Int) -> [String] {
    let now = emulator.clock.now
    let all: [TransactionSummary] = emulator.application.providers.used.flatMap { $0.transactions(at: now) }
    let later = all.filter { $0.ordinal > first }.sorted { $0.ordinal < $1.ordinal }
    return later.map { String($0.decision.scenario?.name.split(separator: "/").last ?? "") }
  }

  @Test(arguments: [true, false])
  func `are those of the client that the lesson showed, and other clients' neither count nor take a story`(
    isFirst: Bool
  ) throws {
    var services = services
    try arm(.approving, &services)
    // Somebody else logs in beside it, and may even take what was meant for it.
    if isFirst { _ = try begin(&services, client: "OTHER", isOwn: false) }
    _ = try emulator.exchange(begin(&services))
    if !isFirst { _ = try begin(&services, client: "OTHER", isOwn: false) }
    #expect(try examine(&services).transaction != nil)
    for story in [Demand.Story.refusing, .named("itsme/forged")] {
      let last = emulator.sandbox.lastOrdinal
      try arm(story, &services)
      _ = try begin(&services, client: "OTHER", isOwn: false)
      _ = try begin(&services)
      let evidence = try examine(&services)
      #expect(evidence.isOwn == true && !evidence.isFollowed)
      #expect(stories(since: last).last == (story == .refusing ? "reject" : "forged"))
      // Who starts again is refused.
      guard story != .refusing else { continue }
      _ = try begin(&services)
      #expect(stories(since: last).last == "reject")
      #expect(try examine(&services).isFollowed)
    }
  }

  @Test func `are judged by the one that goes on where each is begun twice`() throws {
    var services = services
    try arm(.approving, &services)
    _ = try begin(&services)
    _ = try emulator.exchange(begin(&services))
    _ = try examine(&services)
    for (story, name) in [(Demand.Story.refusing, "reject"), (.named("itsme/forged"), "forged")] {
      let last = emulator.sandbox.lastOrdinal
      try arm(story, &services)
      _ = try begin(&services)
      _ = try emulator.exchange(begin(&services))
      #expect(stories(since: last) == ["approve", name])
      let evidence = try examine(&services)
      #expect(evidence.isDelivered == (name == "forged") && !evidence.isFollowed)
    }
    _ = try begin(&services)
    #expect(try examine(&services).isFollowed)
  }

  @Test func `leave open whose refusal it was where several clients log in and nothing tells them apart`()
    throws
  {
    var services = services
    try arm(.refusing, &services)
    _ = try begin(&services, isOwn: false)
    #expect(try examine(&services).isCrowded == false)
    _ = try begin(&services, client: "OTHER", isOwn: false)
    #expect(try examine(&services).isCrowded)
  }

  // MARK: What may be right all the same

  private func fetchDiscovery() {
    #expect(emulator.get("/itsme/oidc/.well-known/openid-configuration").status == 200)
  }

  /// What comes of it if the judge says that the person got in.
  private func judged(_ evidence: Evidence, _ services: inout JudgeServices) throws -> Judgement {
    let transaction = try #require(evidence.transaction)
    guard case .judged(let judgement)? = services.answer(.say(.accepted, "", transaction: transaction)) else {
      throw TestFailure()
    }
    return judgement
  }

  @Test(arguments: [true, false])
  func `accuse nobody of a discovery document that may have been dropped for the one from before`(
    isFetchedEachTime: Bool
  ) throws {
    var services = services
    for story in [Demand.Story.approving, .refusing] {
      try arm(story, &services)
      if story == .approving || isFetchedEachTime { fetchDiscovery() }
      _ = try begin(&services)
      _ = try examine(&services)
    }
    try arm(.named("itsme/document"), &services)
    if isFetchedEachTime { fetchDiscovery() }
    _ = try begin(&services)
    if !isFetchedEachTime {
      let unseen = try examine(&services)
      #expect(!unseen.isDelivered)
      #expect(unseen.obstacle?.contains("restart the relying party") == true)
      fetchDiscovery()
    }
    let evidence = try examine(&services)
    #expect(evidence.isDelivered && evidence.obstacle == nil)
    let judgement = try judged(evidence, &services)
    #expect(judgement.result == (isFetchedEachTime ? .unmet : .inconclusive))
    #expect(judgement.reasons.joined().contains("rightly if it dropped the document") != isFetchedEachTime)
  }

  @Test func `accuse nobody of what userinfo said who may stand by the id_token`() throws {
    var services = services
    try arm(.named("itsme/person"), &services)
    let token = try emulator.exchange(begin(&services))
    #expect(try examine(&services).isDelivered == false)
    _ = emulator.userinfo(token)
    let judgement = try judged(examine(&services), &services)
    #expect(judgement.result == .inconclusive)
    #expect(judgement.reasons.joined().contains("stands by the id_token"))
    try arm(.named("itsme/forged"), &services)
    _ = try emulator.userinfo(emulator.exchange(begin(&services)))
    #expect(try judged(examine(&services), &services).result == .unmet)
  }

  @Test func `are signed with a key that no earlier campaign published, where the keys change`() throws {
    var services = services
    let ring = KeyRing()
    var published: Set<String?> = []
    while ring.rotateSigning() { published.insert(ring.signing.kid) }
    for _ in 1...2 {
      try arm(.named("itsme/rolled"), &services)
      _ = try emulator.exchange(begin(&services))
      #expect(published.insert(emulator.sandbox.keys.signing.kid).inserted)
      services.disarm()
      #expect(emulator.sandbox.keys.signing.kid == "s1")
    }
  }

  @Test
  func `accuse nobody who waits between two fetches of the keys, whatever the provider calls its endpoints`()
    throws
  {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "rolled": """
      "faults": [{ "at": "connect_token", "do": "rotate_keys" }], "expect": { "right": "must_accept" }
      """
    ])
    let providers = emulator.application.providers
    var services = JudgeServices(
      sandbox: emulator.sandbox, providers: providers, provider: try #require(providers["bioid"]),
      office: DeliveryOffice(), client: nil)
    // The relying party does not forget the fetch when a snapshot from before is restored.
    let saved = emulator.control(.get, "snapshot").json["id"] ?? .null
    #expect(emulator.get("/bioid/connect/.well-known/jwks").status == 200)
    #expect(emulator.control(.put, "snapshot", ["id": saved]).status == 200)
    try arm(.named("bioid/rolled"), &services)
    #expect(emulator.connectToken(emulator.connectCode()).status == 200)
    #expect(try examine(&services).excuse?.contains("because it waits between two fetches") == true)
  }
}
