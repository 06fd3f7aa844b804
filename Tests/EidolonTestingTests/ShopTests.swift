import EidolonTesting
import Flow
import JSON
import Testing

/// A relying party's tests: one server for the suite, a sandbox for each test.
@Suite struct `A shop that logs in with itsme` {
  private static let eidolon = Result { () throws(EidolonFailure) in try EidolonServer.start() }
  private let sandbox: EidolonSandbox
  private let shop: Shop

  init() throws {
    sandbox = try Self.eidolon.get().sandbox(isFrozen: true)
    shop = Shop(issuer: sandbox.url(of: "itsme") + "/oidc")
  }

  @Test func `lets a customer in who approves`() async throws {
    #expect(try await shop.logIn() == .loggedIn(subject: "somebody"))
    try sandbox.verify("token", of: "itsme", parameters: ["grant_type": "authorization_code"], .exactly(1))
    #expect(try sandbox.transactions().first?.findings == [])
  }

  @Test func `tells a customer who rejects, and asks for no token`() async throws {
    try sandbox.queue("itsme/reject")
    #expect(try await shop.logIn() == .refused("access_denied"))
    try sandbox.verify("token", .never)
  }

  @Test func `starts again when the code has run out`() async throws {
    let callback = try await shop.authorize()
    try sandbox.advance(by: .seconds(3600))
    #expect(try await shop.redeem(callback["code"] ?? "") == .refused("invalid_grant"))
  }

  @Test func `waits for a customer who takes her time`() async throws {
    try sandbox.queue(story: #"{ "title": "Slow", "provider": "itsme", "phone": [] }"#)
    async let outcome = shop.logIn()
    let waiting = try await sandbox.transaction(in: "waiting", of: "itsme", within: .seconds(600))
    #expect(waiting.scenario?.hasPrefix("itsme/") == true)
    #expect(try sandbox.act("approve", on: waiting.identifier).state == "approved")
    #expect(try await outcome == .loggedIn(subject: "somebody"))
  }
}

@Suite struct `An emulator in a test process` {
  private let eidolon: EidolonServer

  init() throws { eidolon = try EidolonServer.start() }

  private func shop(_ sandbox: EidolonSandbox) -> Shop { Shop(issuer: sandbox.url(of: "itsme") + "/oidc") }

  @Test func `gives each test a sandbox of its own, however many run at once`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...20 {
        group.addTask {
          let sandbox = try eidolon.sandbox("test-\(number)")
          if number % 2 == 0 { try sandbox.queue("itsme/reject") }
          let outcome = try await shop(sandbox).logIn()
          #expect((outcome == .refused("access_denied")) == (number % 2 == 0))
          #expect(try sandbox.transactions().count == 1)
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `ends a sandbox that is let go`() throws {
    do {
      let sandbox = try eidolon.sandbox("short")
      #expect(try sandbox.call("GET", "queue")["queue"] == [])
    }
    // The name is free again.
    _ = try eidolon.sandbox("short")
  }

  @Test func `takes people, clients and stories for one test`() async throws {
    let sandbox = try eidolon.sandbox(
      world: #"{ "people": { "zoe": { "given_name": "Zoe", "phone_number": "+32 470999999" } } }"#,
      scenarios: [
        "itsme/zoe-rejects":
          #"{ "title": "Zoe rejects", "provider": "itsme", "person": "zoe", "phone": [ { "do": "reject" } ] }"#
      ])
    try sandbox.queue("itsme/zoe-rejects")
    _ = try await shop(sandbox).authorize()
    let seen = try #require(try sandbox.transactions().first)
    #expect(seen.person == "zoe" && seen.scenario == "itsme/zoe-rejects" && seen.state == "rejected")
  }

  @Test func `tells what fires while time is moved`() async throws {
    let sandbox = try eidolon.sandbox(isFrozen: true)
    _ = try await shop(sandbox).authorize()
    let before = try sandbox.now
    let fired = try sandbox.advance(by: .seconds(86_400))
    #expect(fired.map(\.state) == ["approved"] && fired.map(\.isEnded) == [true])
    #expect(try sandbox.now == before + .seconds(86_400))
    try sandbox.reset()
    #expect(try sandbox.transactions().isEmpty)
  }

  @Test func `is told what the shop made of a login, and judges it at once`() async throws {
    let sandbox = try eidolon.sandbox(scenarios: [
      "itsme/nobody":
        #"{ "title": "No", "provider": "itsme", "phone": [ { "do": "reject" } ], "expect": { "right": "must_refuse" } }"#
    ])
    for _ in 0..<2 {
      try sandbox.queue("itsme/nobody")
      _ = try await shop(sandbox).authorize()
    }
    let first = try #require(try sandbox.transactions().first)
    #expect(first.verdict?.result == .pending && first.complaints == nil)
    let last = try sandbox.saw(.refused, words: "Login failed")
    #expect(last.identifier != first.identifier)
    let verdicts = try sandbox.settle()
    #expect(verdicts[last.identifier]?.result == .met)
    #expect(verdicts[first.identifier]?.result == .inconclusive)
    #expect(verdicts[first.identifier]?.reasons.isEmpty == false)
    #expect(try sandbox.saw(.accepted, of: first.identifier).verdict?.result == .unmet)
    #expect(throws: EidolonFailure.self) { try sandbox.saw(.accepted, of: "nobody") }
  }

  @Test func `has the settings of a client`() throws {
    let sandbox = try eidolon.sandbox()
    #expect(try sandbox.settings(of: "itsme").values.contains("EIDOLON_TEST"))
    #expect(
      throws: EidolonFailure.unknown("There is no provider \"itsmee\".", closest: ["itsme", "itsme-v2"])
    ) {
      try sandbox.settings(of: "itsmee")
    }
  }

  @Test func `says with a typed failure what cannot be done`() async throws {
    let sandbox = try eidolon.sandbox("one")
    let unknown = #expect(throws: EidolonFailure.self) { try sandbox.queue("itsme/rejct") }
    guard case .unknown(_, let closest) = unknown else { throw NotExpected() }
    #expect(closest.first == "itsme/reject")
    let malformed = #expect(throws: EidolonFailure.self) {
      try eidolon.sandbox(world: #"{ "poeple": {} }"#)
    }
    #expect(malformed?.description.contains("did you mean \"people\"?") == true)
    let taken = #expect(throws: EidolonFailure.self) { try eidolon.sandbox("one") }
    guard case .refused("urn:eidolon:problem:sandbox-exists", _) = taken else { throw NotExpected() }
    _ = try await shop(sandbox).authorize()
    let notSent = #expect(throws: EidolonFailure.self) {
      try sandbox.verify("authorize", parameters: ["state": "another"])
    }
    #expect(notSent?.description.contains("state is \"the-state\", wanted \"another\"") == true)
    await #expect(throws: EidolonFailure.timedOut("no transaction was waiting")) {
      try await sandbox.transaction(in: "waiting", within: .milliseconds(30))
    }
  }

  private struct NotExpected: Error {}
}
