import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

private let slugs = FaultWalk.all.map(\.slug)

@Suite struct `In a sandbox` {
  private static let name = "t1"
  private static let address = "http://localhost:8080/"

  /// A proxy that routes by name sends what has no name elsewhere.
  @Test(arguments: slugs) func `no provider names an address, or sets a cookie, outside of it`(slug: String)
    throws
  {
    let walk = try #require(FaultWalk.all.first { $0.slug == slug })
    for endpoint in Set(walk.owned.keys).union(walk.unowned.keys).sorted() {
      let emulator = try walk.emulator(["plain": walk.members[endpoint] ?? ""])
      emulator.enter(Self.name)
      #expect(emulator.steer(.put, "sandbox", [:]).status == 201)
      // A walk may need what only the root has; what was answered until then counts.
      _ = try? walk.owned[endpoint]?(emulator, "plain")
      _ = try? walk.unowned[endpoint]?(emulator)
      let sandbox = try #require(emulator.emulator.sandboxes.entry(Self.name)).application.sandbox
      let entries = sandbox.journal.entries()
      #expect(!entries.isEmpty, "\(endpoint)")
      for entry in entries {
        for cookie in entry.exchange.response.headers.values("Set-Cookie") {
          #expect(
            cookie.contains("; Path=/~t1;") || cookie.contains("; Path=/~t1/"), "\(endpoint): \(cookie)")
        }
        let said =
          entry.exchange.response.headers.values("Location")
          + [String(decoding: entry.exchange.response.body, as: UTF8.self)]
        for text in said { #expect(strays(in: text).isEmpty, "\(entry.endpoint)") }
      }
    }
  }

  /// The addresses of the emulator in a text that do not lead to the sandbox.
  private func strays(in text: String) -> [Substring] {
    var (rest, strays) = (text[...], [Substring]())
    while let found = rest.firstRange(of: Self.address) {
      rest = rest[found.upperBound...]
      if !rest.hasPrefix("~\(Self.name)/") { strays.append(rest.prefix(60)) }
    }
    return strays
  }
}
