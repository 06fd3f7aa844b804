import DefaultScenarios
import EidolonTesting
@testable import TestWorlds
import JSON
import Testing

/// A call that begins a login whose state changes by time.
struct TimedStart: Sendable, CustomTestStringConvertible {
  let walk: FaultWalk
  let endpoint: String

  var testDescription: String { "\(walk.slug) \(endpoint)" }

  static let all = FaultWalk.all.flatMap { walk in
    (endpoints[walk.slug] ?? ["authorize"]).map { TimedStart(walk: walk, endpoint: $0) }
  }

  private static let endpoints = [
    "bioid": ["token", "web_ui", "connect_authorize"],
    "criipto": ["authorize", "poll", "qr", "headless"],
    "itsme-v2": ["authorize", "user_discovery", "backchannel"],
    "reuseid": ["authorize", "ciba", "step_up_start"],
    "veridium": ["authentication_request", "session_opportunity"],
    "videoid": ["videoid_request", "sdk_start"],
  ]

  /// What the persons of the provider's shipped stories do, each once.
  var scripts: [String] {
    let stories = DefaultScenarios.files.filter { $0.path.hasPrefix("\(walk.slug)/") }
    let scripts = stories.compactMap { try? JSON(parsing: $0.bytes)["phone"]?.text() }
    return scripts.isEmpty ? [#"[{"after":"3s","do":"approve"}]"#] : Set(scripts).sorted()
  }

  /// What fires in a login with a script while its clock is advanced by these durations.
  func fired(_ script: String, _ steps: [String]) throws -> [String] {
    let emulator = try walk.emulator(["timed": "\"phone\": \(script)"])
    _ = emulator.steer(.put, "clock", ["mode": "frozen"])
    _ = try? walk.owned[endpoint]?(emulator, "timed")
    return steps.flatMap { step in
      let fired = emulator.steer(.post, "clock/advance", ["by": .string(step)]).json["fired"]?.array ?? []
      return fired.map { event in
        let change = event["transaction"]
        let name = change?["state"]?.string ?? event["delivery"]?["event"]?.string ?? "nothing"
        return "\(event["at"]?.string ?? "") \(name)\(change?["ended"] == true ? ", ended" : "")"
      }
    }
  }
}

@Suite struct `An advance of the clock` {
  private static let divided =
    Array(repeating: "1s", count: 40) + Array(repeating: "10s", count: 26)
    + Array(repeating: "1m", count: 55) + ["2d"]

  @Test(arguments: TimedStart.all)
  func `past all that happens tells the same as many short ones`(start: TimedStart) throws {
    var count = 0
    for script in start.scripts {
      let whole = try start.fired(script, ["51h"])
      #expect(try whole == start.fired(script, Self.divided), "\(script)")
      count += whole.count
    }
    #expect(count > 0)
  }

  @Test func `stops where the BankID app shows the request`() throws {
    let start = try #require(TimedStart.all.first { $0.testDescription == "criipto poll" })
    let fired = try start.fired(#"[{"after":"2s","do":"open"}]"#, ["10m"])
    #expect(
      fired.map { $0.drop { $0 != ":" }.dropFirst() }
        == [
          "00:02.000Z started", "00:03.000Z userSign", "03:00.000Z bankid_expired_transaction",
        ])
  }
}
