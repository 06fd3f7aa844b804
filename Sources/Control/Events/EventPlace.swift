import Flow
import ProviderKit

/// A reader's position in the events: the id of the last one read, from which it resumes after a break.
///
/// `12-40-3-0` has seen the twelfth change, the fortieth entry of the journal, the third finding and no step of a campaign.
struct EventPlace: Hashable, Sendable {
  var change: Int
  var entry: Int
  var finding: Int
  var step: Int

  /// Before the first event.
  static let start = EventPlace(change: 0, entry: 0, finding: 0, step: 0)

  init(change: Int, entry: Int, finding: Int, step: Int) {
    (self.change, self.entry, self.finding, self.step) = (change, entry, finding, step)
  }

  /// After everything that has happened in a sandbox.
  ///
  /// - Parameter total: counts the findings of the whole process, if findings are read from there.
  init(endOf sandbox: Sandbox, _ bench: Bench, _ total: RunTally?) {
    self.init(
      change: sandbox.changes.last, entry: sandbox.journal.count,
      finding: total?.lastFinding ?? sandbox.findings.last, step: bench.steps.last)
  }

  /// Reads an id; `0` means before the first event.
  init?(_ text: String) {
    if text == "0" {
      self = .start
      return
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.number)
    guard parts.count == 4, numbers.count == 4 else { return nil }
    self.init(change: numbers[0], entry: numbers[1], finding: numbers[2], step: numbers[3])
  }

  var text: String { "\(change)-\(entry)-\(finding)-\(step)" }

  /// True if it is further than the other in any of the logs.
  func isAhead(of other: EventPlace) -> Bool {
    change > other.change || entry > other.entry || finding > other.finding || step > other.step
  }

  private static func number(_ text: Substring) -> Int? {
    guard (1...18).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
