/// How often outcomes happened, as a list in which those that come often stand in front.
///
/// Outcomes are words of the providers' vocabularies: there are some dozens, a client uses few of them, and comparing two short
/// words is much cheaper than hashing one.
struct OutcomeCounts: Sendable {
  private struct Entry: Sendable {
    let outcome: String
    let provider: String
    var count: Int
  }

  private var entries: [Entry] = []

  /// Counts an outcome of a provider, and lets it change places with the one before it.
  mutating func add(_ outcome: String, of provider: String) {
    guard let place = entries.firstIndex(where: { $0.outcome == outcome && $0.provider == provider }) else {
      return entries.append(Entry(outcome: outcome, provider: provider, count: 1))
    }
    entries[place].count += 1
    if place > 0 { entries.swapAt(place, place - 1) }
  }

  /// How often each outcome of a provider happened; those that never did are absent.
  func counts(of provider: String) -> [String: Int] {
    var counts: [String: Int] = [:]
    for entry in entries where entry.provider == provider { counts[entry.outcome] = entry.count }
    return counts
  }
}
