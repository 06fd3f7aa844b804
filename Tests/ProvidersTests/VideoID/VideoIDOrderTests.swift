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
    isCutShort: Bool = false, attempts: Int = 1, isSingleUse: Bool = false,
    conduct: [IdentityVerifications.Conduct] = []
  ) throws -> IdentityVerifications.Admission {
    let order = IdentityVerifications.Order(
      client: "a relying party", person: try #require(emulator.sandbox.library.world.people[person]),
      documents: documents, lifetime: lifetime, isCutShort: isCutShort, attempts: attempts,
      isSingleUse: isSingleUse,
      conduct: conduct,
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
    #expect(emulator.application.providers[0].transaction(run.id, at: emulator.clock.now)?.person == "bob")
    #expect(
      emulator.application.providers[0].transaction(run.id, at: emulator.clock.now)?.client
        == "a relying party")
    #expect(told.endings.isEmpty)
    #expect(emulator.start(run, #""docType":62"#).json["event"] == "completed")
    #expect(told.endings == [.completed(identifier: run.id)])
    // signicat-hub §4.4: the app's own run, with its own token, as long as that is valid.
    let result = emulator.result(run, token: admission.token)
    #expect(result.json["status"] == "Completed" && result.findings.isEmpty)
    #expect(emulator.ask(token: admission.token).answer.findings == ["videoid.operation-ended"])
    emulator.advance(by: .seconds(900))
    #expect(emulator.result(run, token: admission.token).findings == ["videoid.token-expired"])
    emulator.advance(by: .seconds(7200))
    #expect(told.endings.count == 1)
  }

  @Test(arguments: ["refuse_camera", "cancel"])
  func `fails when the VideoID fails, with the SDK's code, and is cancelled when the person leaves`(
    verb: String
  ) throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "ends": #""phone": [{ "after": "2s", "do": "\#(verb)" }]"#
    ])
    let admission = try order(emulator)
    let run = emulator.ask(token: admission.token, scenario: "ends")
    _ = emulator.start(run)
    emulator.advance(by: .seconds(2))
    #expect(
      told.endings == [
        verb == "cancel"
          ? .cancelled(identifier: run.id) : .failed(identifier: run.id, reason: "CAMERA_REFUSED")
      ])
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
    emulator.advance(by: .seconds(899))
    #expect(told.endings.isEmpty)
    emulator.advance(by: .seconds(1))
    #expect(told.endings == [.expired])
  }

  @Test func `expires when the SDK is never started, after its authorization`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let admission = try order(emulator, lifetime: .seconds(300))
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

  @Test func `does not blame an app that is late because a story cut its time short`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let token = try order(emulator, lifetime: .milliseconds(1), isCutShort: true).token
    for _ in 0..<2 {
      emulator.advance(by: .milliseconds(1))
      let late = emulator.ask(token: token).answer
      #expect(late.status == 401)
      #expect(late.findings.isEmpty)
    }
    // What it does after its own attempt is its own fault.
    let used = try order(emulator, lifetime: .seconds(1), isCutShort: true).token
    #expect(emulator.ask(token: used).answer.status == 200)
    emulator.advance(by: .seconds(1))
    #expect(emulator.ask(token: used).answer.findings == ["videoid.token-expired"])
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
    // A note for each member that was dropped, a warning for each that was changed.
    let careless = emulator.ask(token: try order(emulator, documents: documents).token)
    #expect(emulator.start(careless).findings == ["videoid.options-not-passed-on"])
    for member in ["docType 138", "docTypes 138, 123", "defaultId 138"] {
      #expect(emulator.log.events.contains { $0.level == .info && $0.message.contains(member) })
    }
    let wilful = emulator.ask(token: try order(emulator, documents: documents).token)
    #expect(
      emulator.start(wilful, #""docType":62,"docTypes":[123,138],"defaultId":123"#).findings == [
        "videoid.document-outside-list", "videoid.options-changed",
      ])
    for change in ["docType 138 became 62", "defaultId 138 became 123"] {
      #expect(emulator.log.events.contains { $0.level == .warning && $0.message.contains(change) })
    }
    let narrowed = IdentityVerifications.Documents(choice: [138, 123])
    for (document, findings) in [(138, []), (62, ["videoid.options-changed"])] {
      let run = emulator.ask(token: try order(emulator, documents: narrowed).token)
      let start = emulator.start(run, "\"docType\":\(document)")
      #expect(start.findings == ["videoid.options-not-passed-on"] + findings)
    }
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

  @Test func `goes as was ordered, unless the run's own story says otherwise`() throws {
    let emulator = try VideoIDTestWorld.emulator(
      stories: ["well": #""phone": [{ "do": "complete" }]"#], { $0.isInteractive = true })
    let token = try order(emulator, attempts: 4, conduct: [.fails, .leaves, .completes]).token
    #expect(emulator.start(emulator.ask(token: token)).json["code"] == "UNKNOWN_RESULT")
    #expect(emulator.start(emulator.ask(token: token)).json["code"] == "USER_CANCELLED")
    #expect(emulator.start(emulator.ask(token: token)).json["event"] == "completed")
    let other = try order(emulator, conduct: [.fails]).token
    #expect(emulator.start(emulator.ask(token: other, scenario: "well")).json["event"] == "completed")
  }

  @Test func `is not expected to have its result read`() throws {
    let expectation =
      #""expect": { "order": ["sdk_start", "videoid_result"], "count": { "videoid_result": 1 } }"#
    let emulator = try VideoIDTestWorld.emulator(stories: ["read": expectation])
    _ = emulator.start(emulator.ask(token: try order(emulator).token, scenario: "read"))
    _ = emulator.start(emulator.ask(scenario: "read"))
    emulator.advance(by: .seconds(7200))
    let verdicts = emulator.log.events.map(\.message).filter { $0.hasPrefix("videoid/read: ") }
    #expect(verdicts.count == 2)
    #expect(verdicts.first == "videoid/read: as expected")
    #expect(verdicts.last?.hasPrefix("videoid/read: not as expected: videoid_result was not called") == true)
  }

  // MARK: What proves an identity (contract signicat-hub 4.4)

  @Test(arguments: ResultDefect.allCases.filter { $0.failedCheck != nil } + [.verySmallSimilarity])
  func `is rejected where a check failed, with the check, though the SDK completes`(
    defect: ResultDefect
  ) throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "bad": #""tokens": { "result": { "defect": "\#(defect.rawValue)" } }"#
    ])
    let run = emulator.ask(token: try order(emulator).token, scenario: "bad")
    let completed = emulator.start(run, #""docType":62"#)
    #expect(completed.json["event"] == "completed")
    #expect(completed.findings == ["videoid.identity-not-proven"])
    #expect(emulator.findings(on: run) == ["videoid.identity-not-proven"])
    let reason = defect.failedCheck ?? "similarityLevel"
    #expect(told.endings == [.rejected(identifier: run.id, reasons: [reason])])
  }

  @Test func `is rejected by what a story's claims say, and by the minimum that the app asks for`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "said":
        #""tokens": { "result": { "claims": { "securityChecks": { "liveness": { "passed": false } } } } }"#,
      "low": #""tokens": { "result": { "defect": "low_similarity" } }"#,
    ])
    let said = emulator.ask(token: try order(emulator).token, scenario: "said")
    _ = emulator.start(said)
    let enough = emulator.ask(token: try order(emulator).token, scenario: "low")
    _ = emulator.start(enough)
    let demanding = emulator.ask(token: try order(emulator).token, scenario: "low")
    _ = emulator.start(demanding, #""minSimilarityLevel":"Medium""#)
    #expect(
      told.endings == [
        .rejected(identifier: said.id, reasons: ["liveness"]), .completed(identifier: enough.id),
        .rejected(identifier: demanding.id, reasons: ["similarityLevel"]),
      ])
  }

  @Test(arguments: ["accepted", "rejected"])
  func `waits for the review where there is one`(word: String) throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "reviewed": #""quirks": { "review": "\#(word)" }, "lifetimes": { "review": "30m" }"#
    ])
    let run = emulator.ask(token: try order(emulator).token, scenario: "reviewed")
    _ = emulator.start(run)
    emulator.advance(by: .seconds(1800))
    #expect(told.endings.isEmpty)
    emulator.advance(by: .seconds(1))
    #expect(
      told.endings == [
        word == "accepted"
          ? .completed(identifier: run.id) : .rejected(identifier: run.id, reasons: ["review"])
      ])
  }

  // MARK: Its token (contract signicat-hub 5)

  @Test func `lets its token ask for one Unattended VideoID, and refuses others without using it`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let token = try order(emulator, isSingleUse: true).token
    for (product, body) in [
      ("smileid", "{}"), ("videoscan", "{}"), ("videoid", #"{"process":"Attended"}"#),
    ] {
      let refused = emulator.ask(body, product: product, token: token).answer
      #expect(refused.status == 403)
      #expect(refused.json.object?.names == ["error", "error_description", "message"])
      #expect(refused.findings == ["videoid.operation-wants-videoid"])
    }
    #expect(told.begun.isEmpty && told.endings.isEmpty)
    #expect(emulator.ask(token: token).answer.status == 200)
  }

  @Test func `gives its token one use, and another one after a run that failed or was left`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["cancel": #""phone": [{ "do": "cancel" }]"#])
    let token = try order(emulator, lifetime: .seconds(3600), attempts: 3, isSingleUse: true).token
    _ = emulator.start(emulator.ask(token: token, scenario: "cancel"))
    // The second run is left: its authorization expires.
    #expect(emulator.ask(token: token).answer.status == 200)
    #expect(emulator.ask(token: token).answer.findings == ["videoid.operation-token-used"])
    emulator.advance(by: .seconds(600))
    let last = emulator.ask(token: token)
    #expect(last.answer.status == 200)
    emulator.advance(by: .seconds(600))
    #expect(emulator.ask(token: token).answer.status == 401)
  }

  @Test func `keeps its token's use where a fault answers in the place of the request`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "busy": #""faults": [{ "at": "videoid_request", "do": "respond", "status": 503 }]"#
    ])
    let token = try order(emulator, isSingleUse: true).token
    #expect(emulator.ask(token: token, scenario: "busy").answer.status == 503)
    #expect(emulator.ask(#"{"process":"Nobody"}"#, token: token).answer.status == 400)
    #expect(emulator.ask(token: token).answer.status == 200)
    #expect(emulator.ask(token: token).answer.status == 401)
  }
}
