import Flow
import HTTP
import JSON
import Testing

@testable import ProviderKit

@Suite struct `Armed faults` {
  func fault(_ calls: Fault.Calls, at endpoint: String = "jwks") -> Fault {
    Fault(at: endpoint, calls, .empty)
  }

  func strikes(
    _ armed: ArmedFaults, _ count: Int, at endpoint: String = "jwks", of provider: String = "itsme"
  ) -> [Int] {
    (0..<count).map { _ in
      armed.strike(EndpointCall(endpoint: endpoint, at: Instant(seconds: 0)), of: provider).faults.count
    }
  }

  @Test func `strike nobody when none is armed`() { #expect(strikes(ArmedFaults(), 2) == [0, 0]) }

  @Test(arguments: [
    (Fault.Calls.first(2), [1, 1, 0, 0]), (.nth(2), [0, 1, 0, 0]), (.always, [1, 1, 1, 1]),
  ])
  func `strike the calls they are for, counted from when they were armed`(calls: Fault.Calls, expected: [Int])
  {
    let armed = ArmedFaults()
    _ = strikes(armed, 3)
    armed.arm([fault(calls)], at: "itsme", for: "t1")
    #expect(strikes(armed, 4) == expected)
  }

  @Test func `strike at their endpoint and provider only`() {
    let armed = ArmedFaults()
    armed.arm([fault(.always)], at: "itsme", for: "t1")
    #expect(strikes(armed, 1, at: "discovery") == [0])
    #expect(strikes(armed, 1, of: "criipto") == [0])
    #expect(strikes(armed, 1) == [1])
  }

  @Test func `of two transactions count by themselves`() {
    let armed = ArmedFaults()
    armed.arm([fault(.first(1))], at: "itsme", for: "t1")
    #expect(strikes(armed, 1) == [1])
    armed.arm([fault(.first(2))], at: "itsme", for: "t2")
    armed.arm([fault(.first(1))], at: "itsme", for: "t3")
    #expect(strikes(armed, 3) == [2, 1, 0])
  }

  @Test func `go with their transaction`() {
    let armed = ArmedFaults()
    armed.arm([fault(.always), fault(.always, at: "discovery")], at: "itsme", for: "t1")
    armed.arm([fault(.always)], at: "itsme", for: "t2")
    armed.disarm("t1")
    #expect(strikes(armed, 1) == [1])
    #expect(strikes(armed, 1, at: "discovery") == [0])
    armed.disarm("t2")
    #expect(strikes(armed, 1) == [0])
  }
}

@Suite struct `The answer that faults make` {
  func transmission(_ actions: Fault.Action...) -> Transmission {
    actions.map { Fault(at: "token", .always, $0) }.transmission { [UInt8](repeating: 0x80, count: $0) }
  }

  @Test func `is the first respond's, with its own content type unless it names one`() {
    let faults = [
      Fault(at: "token", .always, .delay(.fixed(.seconds(1)))),
      Fault(
        at: "token", .always,
        .respond(status: 503, headers: [.init(name: "Retry-After", value: "1")], body: .json(["a": 1]))),
      Fault(at: "token", .always, .respond(status: 500, headers: [], body: nil)),
    ]
    let response = faults.answerInstead
    #expect(response?.status.code == 503)
    #expect(response?.headers["Content-Type"] == "application/json")
    #expect(response?.headers["Retry-After"] == "1")
    #expect(response?.body == Array(#"{"a":1}"#.utf8))
    let html = [
      Fault(
        at: "token", .always,
        .respond(status: 502, headers: [.init(name: "Content-Type", value: "text/html")], body: .text("<p>")))
    ].answerInstead
    #expect(html?.headers.values("Content-Type") == ["text/html"])
    #expect([Fault(at: "token", .always, .empty)].answerInstead == nil)
  }

  @Test func `adds up delays and keeps the shape`() {
    let found = transmission(.delay(.fixed(.seconds(1))), .delay(.fixed(.seconds(2))), .reset)
    #expect(found == Transmission(after: .seconds(3), shape: .reset))
  }

  @Test func `has the shape that the fault says`() {
    #expect(transmission(.empty).shape == .empty)
    #expect(transmission(.loseAnswer).shape == .empty)
    #expect(transmission(.truncate(bytes: 5)).shape == .truncated(bytes: 5))
    #expect(transmission(.drip(over: .seconds(2))).shape == .drip(over: .seconds(2)))
    #expect(transmission(.garbage).shape == .garbage([UInt8](repeating: 0x80, count: 64)))
    #expect(transmission(.rotateKeys) == Transmission())
  }
}

@Suite struct `A delay` {
  /// Lengths in seconds, drawn from a small generator that is the same in every run.
  func lengths(_ delay: Fault.Delay, _ count: Int = 4000) -> [Double] {
    var state: UInt64 = 1
    return (0..<count).map { _ in
      let chance = (0..<16).map { _ -> UInt8 in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
      }
      return Double(delay.length(chance).wholeMilliseconds) / 1000
    }
  }

  @Test func `that is fixed is always the same`() {
    #expect(Set(lengths(.fixed(.milliseconds(250)), 10)) == [0.25])
  }

  @Test func `that is uniform lies between its ends, equally likely`() {
    let found = lengths(.uniform(from: .seconds(1), to: .seconds(3)))
    #expect(found.allSatisfy { (1.0...3.0).contains($0) })
    let mean = found.reduce(0, +) / Double(found.count)
    #expect(abs(mean - 2) < 0.05)
    for quarter in 0..<4 {
      let start = 1 + Double(quarter) / 2
      #expect(abs(Double(found.count { $0 >= start && $0 < start + 0.5 }) / 4000 - 0.25) < 0.03)
    }
  }

  @Test func `that is uniform between equal ends is fixed`() {
    #expect(Set(lengths(.uniform(from: .seconds(1), to: .seconds(1)), 10)) == [1])
  }

  @Test func `that is log-normal has its median and its spread, and an end`() {
    let found = lengths(.lognormal(median: .seconds(1), sigma: 0.5)).sorted()
    #expect(abs(found[2000] - 1) < 0.05)
    // e^±0.5 holds 68 % of them.
    let share = Double(found.count { $0 > 0.6065 && $0 < 1.6487 }) / 4000
    #expect(abs(share - 0.683) < 0.03)
    #expect(lengths(.lognormal(median: .seconds(1), sigma: 5)).allSatisfy { $0 <= 1000 })
    #expect(Set(lengths(.lognormal(median: .seconds(2), sigma: 0), 10)) == [2])
  }
}
