/// How often outcomes happened, as a list with the frequent ones in front.
///
/// Outcomes are words of the providers' vocabularies: there are a few dozen, a client uses few of them, and
/// comparing two short words is much cheaper than hashing one.
struct OutcomeCounts: Sendable {
  private struct Entry: Sendable {
    let outcome: String
    let provider: String
    var count: Int
  }

  private var entries: [Entry] = []

  /// Counts an outcome of a provider, and swaps it with the one before it.
  mutating func add(_ outcome: String, of provider: String) {
    guard let index = entries.firstIndex(where: { $0.outcome == outcome && $0.provider == provider }) else {
      return entries.append(Entry(outcome: outcome, provider: provider, count: 1))
    }
    entries[index].count += 1
    if index > 0 { entries.swapAt(index, index - 1) }
  }

  /// By provider; outcomes that never happened are absent.
  var all: [String: [String: Int]] {
    entries.reduce(into: [:]) { all, entry in all[entry.provider, default: [:]][entry.outcome] = entry.count }
  }

  /// Outcomes that never happened are absent.
  func counts(of provider: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for entry in entries where entry.provider == provider { counts[entry.outcome] = entry.count }
    return counts
  }
}
