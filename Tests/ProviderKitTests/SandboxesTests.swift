import Flow
import HTTP
import Synchronization
import Testing

@testable import ProviderKit

@Suite struct `The sandboxes of a process` {
  /// Sandboxes of a toy provider on a wall clock that the test moves.
  private func sandboxes(_ wall: Kept<Instant>) throws -> Sandboxes {
    let now: @Sendable () -> Instant = { wall.withLock { $0 } }
    let blueprint = Sandboxes.Blueprint(
      routes: try Routes([Toy.self]), settings: Sandbox.Settings(), keys: { KeyRing() }, log: NoLog(),
      environment: { _, _ in
        Environment(clock: SandboxClock(wall: now)) { _ in [UInt8](repeating: 7, count: 32) }
      })
    return Sandboxes(
      blueprint, files: LibraryFiles(), library: ScenarioLibrary(world: World(), scenarios: []), wall: now)
  }

  private func order(_ name: String) -> Sandboxes.Order {
    var order = Sandboxes.Order()
    order.name = name
    return order
  }

  @Test func `end when they were idle for too long, and not while they are used`() throws {
    let wall = Kept(Instant(seconds: 1000))
    let sandboxes = try sandboxes(wall)
    _ = try sandboxes.make(order("used"))
    _ = try sandboxes.make(order("idle"))
    for _ in 0..<60 {
      sandboxes.sweep()
      wall.withLock { $0 = $0 + .seconds(60) }
      _ = sandboxes.find("used")
    }
    sandboxes.sweep()
    #expect(sandboxes.all.map(\.name) == ["used"])
    wall.withLock { $0 = $0 + Sandboxes.standardLifetime }
    sandboxes.sweep()
    #expect(sandboxes.all.isEmpty)
  }

  @Test func `leave nothing behind, however often they come to rest and however many have ended`() throws {
    let wall = Kept(Instant(seconds: 1000))
    let sandboxes = try sandboxes(wall)
    _ = try sandboxes.make(order("lasting"))
    for number in 0..<3000 {
      _ = try sandboxes.make(order("s\(number)"))
      _ = sandboxes.find("lasting")
      sandboxes.sweep()
      #expect(sandboxes.end("s\(number)"))
    }
    let expected = sandboxes.state.withLock { $0.idle.count }
    #expect(expected <= 2 * 2 + 1024)
    wall.withLock { $0 = $0 + Sandboxes.standardLifetime }
    sandboxes.sweep()
    #expect(sandboxes.all.isEmpty)
  }
}
