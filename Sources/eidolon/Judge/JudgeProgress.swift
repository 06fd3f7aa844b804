import JSON
import Judge

/// Prints the progress of a campaign: a line for each case, and on a terminal a status line that is overwritten.
struct JudgeProgress {
  private let isTerminal: Bool
  /// The results that were printed.
  private var printed: [JSON] = []
  private var learned = false
  private var status = ""

  init(isTerminal: Bool) { self.isTerminal = isTerminal }

  /// The text to print for the campaign's present state, after what was printed already.
  mutating func text(of campaign: JSON) -> String {
    var text = status.isEmpty ? "" : "\r\u{1B}[K"
    status = ""
    text += learning(campaign)
    var results = campaign["results"]?.array ?? []
    // The reason of the whole campaign is printed once instead.
    if campaign["state"] == "stuck" { results.removeAll { $0["result"] == "not_run" } }
    // One that was taken back is printed again.
    for (index, result) in results.enumerated()
    where !printed.indices.contains(index) || printed[index] != result {
      text += Self.line(result)
    }
    printed = results
    guard isTerminal, let present = campaign["present"]?.string else { return text }
    let left = campaign["seconds_left"]?.integer.map { ", about \($0) s left" } ?? ""
    status = "\(printed.count) done, \(campaign["left"]?.integer ?? 0) to come\(left): \(present)"
    return text + status
  }

  private mutating func learning(_ campaign: JSON) -> String {
    guard !learned, campaign["state"] == "judging" else { return "" }
    learned = true
    let marks = { (name: String) in
      (campaign["learned"]?[name]?.array ?? []).compactMap(\.string).joined(separator: ", ")
    }
    guard !marks("in").isEmpty else { return "" }
    return "logged in:     \(marks("in"))\nnot logged in: \(marks("out"))\n\n"
  }

  private static func line(_ result: JSON) -> String {
    let word = result["result"]?.string ?? ""
    let shown = word == "not_run" ? "not run" : word
    let name = result["case"]?.string ?? ""
    var line = "\(shown.padded(13)) \(name.padded(40)) \(result["reason"]?.string ?? "")\n"
    guard word == "fail" || word == "warn" else { return line }
    for (label, member) in [("attack", "attack"), ("fix", "fix"), ("clause", "clause")] {
      if let text = result[member]?.string, !text.isEmpty { line += "              \(label): \(text)\n" }
    }
    return line
  }

  static func summary(of campaign: JSON) -> String {
    if let reason = campaign["reason"]?.string { return "\nNothing could be judged: \(reason).\n" }
    let counts = ["pass", "fail", "warn", "inconclusive", "not_run"].compactMap { word -> String? in
      guard let count = campaign["counts"]?[word]?.integer, count > 0 else { return nil }
      return "\(count) \(word == "not_run" ? "not run" : word)"
    }
    return "\n\(counts.joined(separator: ", ")).\n"
  }

  /// Why a campaign did not come to its end, or what it judged does not stand, and what to do; `nil` if all is well.
  static func interruption(of campaign: JSON) -> String? {
    switch campaign["state"]?.string {
    case "cancelled":
      "the campaign was cancelled by somebody; go on with --resume FILE, the JSON of --report"
    case "learning", "judging":
      "the campaign is gone, because its sandbox was reset or has ended: judge in a sandbox that nobody else resets"
    case "done":
      if let reason = campaign["taken_back"]?.string {
        "results were taken back, because \(reason)"
      } else {
        JudgeCommand.status(campaign) == .unreachable ? "no case was decided; each says why" : nil
      }
    default: nil
    }
  }

  /// What is left of a campaign that moved the clock; empty where it did not.
  static func clock(of campaign: JSON, at emulator: String) -> String {
    guard let moved = campaign["clock_moved"]?.string else { return "" }
    return "The campaign moved the clock by \(moved). \(Asker.clockStaysAhead(at: emulator))\n"
  }
}

extension String {
  fileprivate func padded(_ width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
