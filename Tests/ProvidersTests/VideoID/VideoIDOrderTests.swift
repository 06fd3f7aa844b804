import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Synchronization
import Testing

@testable import VideoID

@Suite struct `A VideoID that another provider orders (contract reuseid 1d)` {
  /// What the ordering provider was told.
  private final class Told: Sendable {
    private let kept = Mutex<(begun: [String], endings: [IdentityVerifications.Ending])>(([], []))
    var begun: [String] { kept.withLock { $0.begun } }
    var endings: [IdentityVerifications.Ending] { kept.withLock { $0.endings } }
    func begin(_ identifier: String) { kept.withLock { $0.begun.append(identifier) } }
    func end(_ ending: IdentityVerifications.Ending) { kept.withLock { $0.endings.append(ending) } }
  }

  private let told = Told()

  private func order(
    _ emulator: TestEmulator, person: String = "bob",
    documents: IdentityVerifications.Documents = IdentityVerifications.Documents(), lifetime: Duration? = nil,
    attempts: Int = 1, isSingleUse: Bool = false
  ) throws -> IdentityVerifications.Admission {
    let order = IdentityVerifications.Order(
      client: "a relying party", person: try #require(emulator.sandbox.library.world.people[person]),
      documents: documents, lifetime: lifetime, attempts: attempts, isSingleUse: isSingleUse,
      begun: { [told] identifier, _ in told.begin(identifier) },
      ended: { [told] ending, _ in told.end(ending) })
    return try #require(
      emulator.sandbox.identityVerifications.order(order, at: emulator.sandbox.environment.clock.now))
  }

  @Test func `admits the app with a token of the form of a UUID, at the base of the API`() throws {
    let admission = try order(VideoIDTestWorld.emulator())
    #expect(VideoID.isUUID(admission.token))
    #expect(admission.provider == "videoid")
    #expect(admission.path == "/v2")
  }

  @Test func `ends when the VideoID ends, and its person is the one who was ordered`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let admission = try order(emulator)
    let run = emulator.ask(token: admission.token)
    #expect(run.answer.findings.isEmpty)
    #expect(told.begun == [run.id])
    #expect(emulator.application.providers[0].transaction(run.id)?.person == "bob")
    #expect(emulator.application.providers[0].transaction(run.id)?.client == "a relying party")
    #expect(told.endings.isEmpty)
    #expect(emulator.start(run, #""docType":62"#).json["event"] == "completed")
    #expect(told.endings == [.completed(identifier: run.id)])
    emulator.advance(by: .seconds(7200))
    #expect(told.endings.count == 1)
  }

  @Test func `fails when the VideoID fails, with the SDK's code`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "cancel": #""phone": [{ "after": "2s", "do": "cancel" }]"#
    ])
    let admission = try order(emulator)
    let run = emulator.ask(token: admission.token, scenario: "cancel")
    _ = emulator.start(run)
    emulator.advance(by: .seconds(2))
    #expect(told.endings == [.failed(identifier: run.id, reason: "USER_CANCELLED")])
    let late = emulator.ask(token: admission.token).answer
    #expect(late.status == 401)
    #expect(late.findings == ["videoid.operation-ended"])
  }

  @Test func `may be tried as often as was ordered`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["cancel": #""phone": [{ "do": "cancel" }]"#])
    let admission = try order(emulator, attempts: 3)
    for attempt in 1...3 {
      let run = emulator.ask(token: admission.token, scenario: "cancel")
      _ = emulator.start(run)
      #expect(told.endings.count == (attempt == 3 ? 1 : 0))
    }
  }

  @Test func `expires when nobody comes`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    _ = try order(emulator)
    emulator.advance(by: .seconds(299))
    #expect(told.endings.isEmpty)
    emulator.advance(by: .seconds(1))
    #expect(told.endings == [.expired])
  }

  @Test func `expires when the SDK is never started, after its authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let admission = try order(emulator)
    let run = emulator.ask(token: admission.token)
    emulator.advance(by: .seconds(599))
    #expect(told.endings.isEmpty)
    emulator.advance(by: .seconds(1))
    #expect(told.endings == [.expired])
    #expect(emulator.start(run).json["code"] == "AUTHORIZATION_EXPIRED")
  }

  @Test func `has a token for as long as was ordered`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let admission = try order(emulator, lifetime: .seconds(900))
    emulator.advance(by: .seconds(899))
    let run = emulator.ask(token: admission.token)
    #expect(run.answer.status == 200)
    emulator.advance(by: .seconds(1))
    let late = emulator.ask(token: admission.token).answer
    #expect(late.status == 401)
    #expect(late.findings == ["videoid.token-expired"])
    #expect(emulator.start(run).json["event"] == "completed")
    #expect(told.endings == [.completed(identifier: run.id)])
  }

  @Test func `has a token that asks as often as it likes, or once where that was ordered`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let often = try order(emulator).token
    for _ in 0..<3 { #expect(emulator.ask(token: often).answer.status == 200) }
    let once = try order(emulator, isSingleUse: true).token
    let run = emulator.ask(token: once)
    let again = emulator.ask(token: once).answer
    #expect(again.status == 401)
    #expect(again.findings == ["videoid.operation-token-used"])
    #expect(emulator.start(run).json["event"] == "completed")
  }

  @Test func `wants the documents that were ordered, and says so when the app does not pass them on`() throws
  {
    let emulator = try VideoIDTestWorld.emulator()
    let documents = IdentityVerifications.Documents(only: 138, choice: [138, 123], preset: 138)
    let careful = emulator.ask(token: try order(emulator, documents: documents).token)
    let passed = emulator.start(careful, #""docType":138,"docTypes":[138,123],"defaultId":138"#)
    #expect(passed.findings.isEmpty)
    let careless = emulator.ask(token: try order(emulator, documents: documents).token)
    #expect(emulator.start(careless).findings == ["videoid.options-not-passed-on"])
  }

  @Test func `never takes its token for an authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let admission = try order(emulator)
    let answer = emulator.postVideoID("/sdk.start", "{\"authorization\":\"\(admission.token)\"}")
    #expect(answer.json["code"] == "INVALID_AUTHORIZATION")
    #expect(answer.findings == ["videoid.bearer-as-authorization"])
  }

  @Test func `shows its result to its own token and to no tenant`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let admission = try order(emulator)
    let run = emulator.ask(token: admission.token)
    #expect(emulator.result(run, token: admission.token).status == 200)
    #expect(emulator.result(run).status == 404)
  }

  @Test func `can be conditioned on`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "ordered": #""when": { "is.ordered": "yes" }, "phone": [{ "do": "cancel" }]"#
    ])
    #expect(emulator.start(emulator.ask()).json["event"] == "completed")
    let run = emulator.ask(token: try order(emulator).token)
    #expect(emulator.start(run).json["event"] == "failed")
  }
}
