import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

private let slugs = FaultWalk.all.map(\.slug)

@Suite struct `A HEAD request at any address of every provider` {
  /// What a run of the walk came to.
  private struct Run: Equatable {
    var answers: [Replay.Said] = []
    var calls: [JSON?] = []
  }

  /// All endpoints of the walk, each called on an emulator of its own.
  private func run(_ walk: FaultWalk, _ endpoint: String, askingHeadFirst: Bool) throws -> Run {
    let emulator = try walk.emulator(["plain": walk.members[endpoint] ?? ""])
    if askingHeadFirst { emulator.askHeadFirst() }
    _ = try walk.owned[endpoint]?(emulator, "plain")
    _ = try walk.unowned[endpoint]?(emulator)
    return Run(
      answers: emulator.sandbox.journal.entries().compactMap { entry in
        guard !entry.provider.isEmpty, entry.exchange.request.method != .head else { return nil }
        return Replay.Said(entry.exchange.response, to: entry.exchange.request, emulator)
      },
      calls: emulator.transactionIdentifiers.map { emulator.steer(.get, "transactions/\($0)").json })
  }

  @Test(arguments: slugs) func `has no effect on the calls after it (RFC 9110 §9_2_1)`(slug: String) throws {
    let walk = try #require(FaultWalk.all.first { $0.slug == slug })
    for endpoint in Set(walk.owned.keys).union(walk.unowned.keys).sorted() {
      let plain = try run(walk, endpoint, askingHeadFirst: false)
      #expect(!plain.answers.isEmpty, "\(endpoint)")
      let disturbed = try run(walk, endpoint, askingHeadFirst: true)
      #expect(disturbed.answers == plain.answers, "\(endpoint)")
      #expect(disturbed.calls == plain.calls, "\(endpoint)")
    }
  }

  @Test(arguments: slugs) func `leaves alone the faults that a story waits to strike with`(slug: String)
    throws
  {
    let type = try #require(providers.first { $0.slug == slug })
    for endpoint in type.anyEndpoints
    where endpoint.methods.contains(.get) && !endpoint.path.contains("{")
      && type.vocabulary.unownedEndpoints.contains(endpoint.name)
    {
      let emulator = try #require(FaultWalk.all.first { $0.slug == slug }).emulator([:])
      let story: JSON = [
        "title": "Busy", "provider": .string(slug),
        "faults": [["at": .string(endpoint.name), "do": "respond", "status": 503]],
      ]
      #expect(emulator.steer(.post, "queue", ["scenario": story]).status == 201)
      #expect(emulator.send(Request(.head, "/\(slug)\(endpoint.path)")).status != 503, "\(endpoint.name)")
      #expect(emulator.send(Request(.get, "/\(slug)\(endpoint.path)")).status == 503, "\(endpoint.name)")
    }
  }
}
