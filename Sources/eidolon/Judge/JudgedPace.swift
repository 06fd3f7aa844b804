import Flow

/// How fast a command runs that is started for each login.
struct JudgedPace {
  private var runs = 0
  private var took = Duration.zero

  mutating func timing<Result>(_ run: () -> Result) -> Result {
    let clock = ContinuousClock()
    let began = clock.now
    defer {
      runs += 1
      took += clock.now - began
    }
    return run()
  }

  /// A line for people; empty where no command ran.
  var text: String {
    guard runs > 0 else { return "" }
    return "The command ran \(runs.times), \((took / runs).wholeMilliseconds) ms each.\n"
  }
}
