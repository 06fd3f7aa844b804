import Synchronization
import Testing

@testable import Flow

/// A wall clock that the test sets, also backwards.
private final class Wall: Sendable {
  private let now: Mutex<Instant>
  init(_ seconds: Int64) { now = Mutex(Instant(seconds: seconds)) }
  func set(_ seconds: Int64) { now.withLock { $0 = Instant(seconds: seconds) } }
  func callAsFunction() -> Instant { now.withLock { $0 } }
}

@Suite struct `A sandbox's clock` {
  private let wall = Wall(1000)

  private func clock(frozenAt: Int64? = nil) -> SandboxClock {
    let wall = wall
    return SandboxClock(wall: { wall() }, frozenAt: frozenAt.map { Instant(seconds: $0) })
  }

  @Test func `runs with the wall clock`() {
    let clock = clock()
    #expect(clock.mode == .real && clock.now == Instant(seconds: 1000))
    wall.set(1005)
    #expect(clock.now == Instant(seconds: 1005))
  }

  @Test func `never goes back when the wall clock does`() {
    let clock = clock()
    wall.set(1100)
    #expect(clock.now == Instant(seconds: 1100))
    wall.set(900)
    #expect(clock.now == Instant(seconds: 1100))
    wall.set(1101)
    #expect(clock.now == Instant(seconds: 1101))
  }

  @Test func `stands still when frozen and moves when advanced`() {
    let clock = clock(frozenAt: 50)
    wall.set(2000)
    #expect(clock.mode == .frozen && clock.now == Instant(seconds: 50))
    clock.advance(by: .seconds(10))
    #expect(clock.now == Instant(seconds: 60))
    clock.advance(by: .seconds(-10))
    #expect(clock.now == Instant(seconds: 60))
  }

  @Test func `runs ahead of the wall clock by what it was advanced`() {
    let clock = clock()
    clock.advance(by: .seconds(100))
    #expect(clock.now == Instant(seconds: 1100))
    wall.set(1010)
    #expect(clock.now == Instant(seconds: 1110))
  }

  @Test func `moves by the whole of an advance even when the wall clock has gone back`() {
    let clock = clock()
    #expect(clock.now == Instant(seconds: 1000))
    wall.set(900)
    clock.advance(by: .seconds(10))
    #expect(clock.now == Instant(seconds: 1010))
  }

  @Test func `freezes where it stands or later, never earlier`() {
    let clock = clock()
    clock.freeze(at: Instant(seconds: 10))
    #expect(clock.now == Instant(seconds: 1000))
    clock.freeze(at: Instant(seconds: 3000))
    wall.set(5000)
    #expect(clock.now == Instant(seconds: 3000))
    #expect(clock.real == Instant(seconds: 5000))
  }

  @Test func `stops with the year 9999`() {
    let clock = SandboxClock(wall: { Instant(seconds: 0) }, frozenAt: .latest)
    clock.run()
    clock.advance(by: .seconds(86_400))
    #expect(clock.now.text == "9999-12-31T23:59:59.999Z")
  }

  @Test func `runs on from where it was frozen ahead of the wall clock`() {
    let clock = clock(frozenAt: 4000)
    clock.run()
    #expect(clock.mode == .real && clock.now == Instant(seconds: 4000))
    wall.set(1007)
    #expect(clock.now == Instant(seconds: 4007))
  }

  @Test func `shifts with its skew only what is written`() {
    let clock = clock()
    clock.setSkew(.seconds(-30))
    #expect(clock.written == Instant(seconds: 970) && clock.now == Instant(seconds: 1000))
  }

  @Test func `never goes back whatever is done to it`() {
    var random = SystemRandomNumberGenerator()
    let clock = clock()
    var last = clock.now
    for _ in 0..<5_000 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0: wall.set(Int64.random(in: 0...10_000, using: &random))
      case 1: clock.advance(by: .seconds(Int.random(in: -5...5, using: &random)))
      case 2: clock.freeze(at: Instant(seconds: Int64.random(in: 0...10_000, using: &random)))
      case 3: clock.run()
      default: clock.setSkew(.seconds(Int.random(in: -5...5, using: &random)))
      }
      let now = clock.now
      #expect(now >= last)
      last = now
    }
  }
}
