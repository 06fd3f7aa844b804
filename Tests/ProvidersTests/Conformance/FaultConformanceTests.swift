import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

/// One fault of each kind of the scenario language, and how it shows.
enum FaultSample: String, CaseIterable {
  case respond, alter, delay, reset, empty, truncate, drip, garbage
  case loseAnswer = "lose_answer"
  case rotateKeys = "rotate_keys"

  /// The members of the fault beside `at`.
  var members: String {
    switch self {
    case .respond:
      #""do": "respond", "status": 503, "headers": { "Retry-After": "7" }, "body": { "error": "busy" }"#
    case .alter:
      #""do": "alter", "status": 418, "headers": { "Retry-After": "7" }, "body": { "altered": true }"#
    case .delay: #""do": "delay", "by": "2s""#
    case .truncate: #""do": "truncate", "bytes": 7"#
    case .drip: #""do": "drip", "over": "3s""#
    default: "\"do\": \"\(rawValue)\""
    }
  }

  /// What an answer that it strikes does not show; empty when all is as ordered.
  func misses(_ answer: TestAnswer, beside plain: TestAnswer, rotations: Int) -> [String] {
    var misses: [String] = []
    func expect(_ holds: Bool, _ what: String) { if !holds { misses.append(what) } }
    let shape = answer.transmission.shape
    switch self {
    case .respond:
      expect(answer.status == 503 && answer.header("Retry-After") == "7", "status and header")
      expect(answer.json["error"] == "busy", "body")
    case .alter:
      expect(answer.status == 418 && answer.header("Retry-After") == "7", "status and header")
      if plain.json.object != nil { expect(answer.json["altered"] == true, "a member more") }
      expect(plain.json.object?.allSatisfy { answer.json[$0.name] != nil } ?? true, "the other members")
    case .delay: expect(answer.transmission == Transmission(after: .seconds(2)), "a wait of two seconds")
    case .reset: expect(shape == .reset, "a reset")
    case .empty, .loseAnswer: expect(shape == .empty, "no byte")
    case .truncate: expect(shape == .truncated(bytes: 7), "seven bytes")
    case .drip: expect(shape == .drip(over: .seconds(3)), "three seconds of dripping")
    case .garbage:
      if case .garbage(let bytes) = shape {
        expect(!bytes.isEmpty, "garbage")
      } else {
        expect(false, "garbage")
      }
    case .rotateKeys: expect(rotations == 1, "one rotation of the keys")
    }
    if self != .rotateKeys { expect(rotations == 0, "keys left alone") }
    if ![.respond, .alter].contains(self) {
      expect(answer.status == plain.status, "the status of an answer without the fault")
    }
    return misses
  }
}

@Suite struct `Every fault at every endpoint of every provider` {
  static let owned = FaultWalk.all.flatMap { walk in
    walk.owned.keys.sorted().map { (walk.slug, $0) }
  }
  static let unowned = providers.flatMap { type in
    // What a provider fetches from its clients shows in its answer, not as one.
    type.vocabulary.endpoints.filter { !$0.isOwned && $0.caller != .provider }
      .map { (type.slug, $0.term.name) }
  }

  /// The kinds of the language, as its catalog lists them.
  @Test func `is a sample of each kind`() {
    let kinds =
      Catalog(providers.map { $0.schema }).json["faults"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(Set(kinds) == Set(FaultSample.allCases.map(\.rawValue)))
  }

  @Test func `is reached by a walk`() throws {
    for type in providers {
      let walk = try #require(
        FaultWalk.all.first { $0.slug == type.slug }, "\(type.slug): it has no FaultWalk")
      let owned = Set(type.vocabulary.endpoints.filter(\.isOwned).map(\.term.name))
      let others = Set(type.vocabulary.endpoints.filter { !$0.isOwned }.map(\.term.name))
      #expect(Set(walk.owned.keys) == owned, "\(type.slug): its FaultWalk calls exactly these endpoints")
      #expect(Set(walk.unowned.keys).isSubset(of: others), "\(type.slug)")
      #expect(Set(walk.members.keys).isSubset(of: owned), "\(type.slug)")
    }
  }

  @Test(arguments: owned) func `strikes once in its own transaction and nowhere else`(
    slug: String, endpoint: String
  ) throws {
    let walk = try #require(FaultWalk.all.first { $0.slug == slug })
    let call = try #require(walk.owned[endpoint])
    let members = walk.members[endpoint] ?? #""note": "nothing else""#
    // Without a fault: the same calls of an emulator of its own, with the same person.
    let plain = try call(try walk.emulator(["whole": members]), "whole")
    #expect((200..<400).contains(plain.status), "the walk calls \(endpoint) as it should: \(plain.text)")
    for fault in FaultSample.allCases {
      let broken = "\"faults\": [{\"at\": \"\(endpoint)\", \(fault.members)}], \(members)"
      let emulator = try walk.emulator(["broken": broken, "whole": members])
      let before = emulator.sandbox.keys.rotations
      let struck = try call(emulator, "broken")
      let misses = fault.misses(struck, beside: plain, rotations: emulator.sandbox.keys.rotations - before)
      #expect(misses == [], "\(slug) \(endpoint) \(fault.rawValue)")
      // Another transaction, at the same moment, is not disturbed.
      let other = try call(emulator, "whole")
      #expect(
        other.transmission == Transmission() && other.status == plain.status,
        "\(slug) \(endpoint) \(fault.rawValue)")
    }
  }

  @Test(arguments: unowned)
  func `strikes once where no transaction owns the endpoint, when its story is queued`(
    slug: String, endpoint: String
  ) throws {
    let walk = try #require(FaultWalk.all.first { $0.slug == slug })
    let send = try walk.unowned[endpoint] ?? plainCall(slug, endpoint)
    let plain = try send(try walk.emulator([:]))
    #expect(
      (200..<400).contains(plain.status) || walk.refusing.contains(endpoint),
      "the walk calls \(endpoint) as it should: \(plain.text)")
    for fault in FaultSample.allCases {
      let emulator = try walk.emulator([:])
      let story: JSON = try JSON(
        parsing:
          #"{ "scenario": { "title": "F", "provider": "\#(slug)", "faults": [{ "at": "\#(endpoint)", \#(fault.members) }] } }"#
      )
      let queued = emulator.send(
        Request(
          .post, "/_eidolon/queue", headers: ["Content-Type": "application/json"], body: story.bytes()))
      #expect(queued.status == 201, "\(queued.text)")
      let before = emulator.sandbox.keys.rotations
      let struck = try send(emulator)
      let misses = fault.misses(struck, beside: plain, rotations: emulator.sandbox.keys.rotations - before)
      #expect(misses == [], "\(slug) \(endpoint) \(fault.rawValue)")
      #expect(
        try send(emulator).transmission == Transmission(), "\(slug) \(endpoint) \(fault.rawValue)")
    }
  }

  /// An endpoint that answers whoever asks: its path is all that a client needs.
  private func plainCall(_ slug: String, _ endpoint: String) throws -> FaultWalk.Unowned {
    let provider = try #require(providers.first { $0.slug == slug })
    let found = try #require(provider.anyEndpoints.first { $0.name == endpoint })
    #expect(!found.path.contains("{"), "\(endpoint) needs a call in the walk")
    return { emulator in emulator.send(Request(found.methods[0], "/\(slug)\(found.path)")) }
  }
}
