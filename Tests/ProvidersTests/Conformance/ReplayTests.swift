import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

private let slugs = FaultWalk.all.map(\.slug)

@Suite struct `Every run of every provider` {
  private func walk(_ slug: String) throws -> FaultWalk {
    try #require(FaultWalk.all.first { $0.slug == slug })
  }

  /// A run that calls an endpoint in a transaction with the story `plain`.
  private func run(_ walk: FaultWalk, _ endpoint: String) throws -> TestEmulator {
    let emulator = try walk.emulator(["plain": walk.members[endpoint] ?? ""])
    _ = try walk.owned[endpoint]?(emulator, "plain")
    return emulator
  }

  @Test(arguments: slugs) func `is exported as a scenario that loads`(slug: String) throws {
    let walk = try walk(slug)
    var count = 0
    for endpoint in walk.owned.keys.sorted() {
      let emulator = try run(walk, endpoint)
      for transaction in emulator.transactionIdentifiers {
        let export = emulator.steer(.get, "transactions/\(transaction)/export")
        #expect(export.status == 200)
        #expect(export.json["provider"]?.string == slug)
        let loaded = emulator.steer(.put, "scenarios/\(slug)/again", export.json)
        #expect([200, 201].contains(loaded.status), "\(endpoint): \(loaded.text)")
        let queued = emulator.steer(.post, "queue", ["scenario": export.json])
        #expect(queued.status == 201, "\(endpoint): \(queued.text)")
        count += 1
      }
    }
    #expect(count > 0)
  }

  @Test(arguments: slugs) func `reaches only states of its vocabulary`(slug: String) throws {
    let walk = try walk(slug)
    let vocabulary = try #require(providers.first { $0.slug == slug }).vocabulary
    var reached: Set<String> = []
    for endpoint in walk.owned.keys.sorted() {
      let emulator = try run(walk, endpoint)
      reached.formUnion(emulator.sandbox.changes.changes(after: 0).map(\.transaction.state))
    }
    #expect(!reached.isEmpty)
    #expect(reached.subtracting(vocabulary.states) == [], "wait and lists would refuse these as misspelt")
  }

  @Test(arguments: slugs) func `has tokens of which the journal has no doubt`(slug: String) throws {
    let walk = try walk(slug)
    for endpoint in walk.owned.keys.sorted() {
      for entry in try run(walk, endpoint).steer(.get, "journal").json["entries"]?.array ?? [] {
        for token in entry["tokens"]?.array ?? [] {
          let signature = token["signature"]?.string ?? ""
          #expect(
            !signature.contains("although") && !signature.contains("not verified"),
            "\(endpoint): \(signature)")
        }
      }
    }
  }

  @Test(arguments: slugs) func `happens again with its export, byte for byte`(slug: String) throws {
    let walk = try walk(slug)
    var compared = 0
    for endpoint in walk.owned.keys.sorted() {
      let first = try run(walk, endpoint)
      let replay = Replay(of: first)
      // The export takes the place of the story that the requests name.
      let transactions = first.transactionIdentifiers
      guard transactions.count == 1 else { continue }
      // What a human did stands in the export, so requests that do it once more come too late.
      let seen = first.steer(.get, "transactions/\(transactions[0])").json
      guard seen["timeline"]?["manual"] == false else { continue }
      let export = first.steer(.get, "transactions/\(transactions[0])/export").json
      let second = try walk.emulator(["plain": ""])
      #expect(second.steer(.put, "scenarios/\(slug)/plain", export).status == 200)
      let again = replay.send(0..<replay.entries.count, to: second)
      for (index, (one, two)) in zip(replay.said(first), again).enumerated() {
        #expect(one == two, "\(endpoint), request \(index + 1) of \(again.count)")
        compared += 1
      }
    }
    #expect(compared > 0)
  }

  @Test(arguments: slugs) func `goes on from a snapshot as it went on before`(slug: String) throws {
    let walk = try walk(slug)
    var compared = 0
    for endpoint in walk.owned.keys.sorted() {
      let replay = Replay(of: try run(walk, endpoint))
      let count = replay.entries.count
      for half in [1, count / 2, count - 1] where half > 0 && half < count {
        let emulator = try walk.emulator(["plain": walk.members[endpoint] ?? ""])
        emulator.sandbox.environment.clock.freeze()
        _ = replay.send(0..<half, to: emulator)
        let snapshot = emulator.steer(.get, "snapshot").json
        let before = emulator.transactionIdentifiers
        let once = replay.send(half..<count, to: emulator)
        let restored = emulator.steer(.put, "snapshot", ["id": snapshot["id"] ?? .null])
        #expect(restored.status == 200)
        #expect(Set(before).isSubset(of: emulator.transactionIdentifiers))
        let again = replay.send(half..<count, to: emulator)
        for (index, (one, two)) in zip(once, again).enumerated() {
          #expect(one == two, "\(endpoint), request \(half + index + 1) of \(count)")
          compared += 1
        }
      }
    }
    #expect(compared > 0)
  }
}
