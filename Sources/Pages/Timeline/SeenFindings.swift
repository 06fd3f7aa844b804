import Flow
import ProviderKit

/// The occurrences of findings, by the journal's exchange that caused them.
///
/// Both logs are in the same order, so of exchanges at the same time, the first to break a rule has its first
/// occurrence.
struct SeenFindings {
  private var byEntry: [Int: [FindingLog.Occurrence]] = [:]

  /// - Parameters:
  ///   - journal: all exchanges that the sandbox keeps.
  ///   - occurrences: all occurrences that it keeps.
  init(_ journal: [Passage.Entry], _ occurrences: [FindingLog.Occurrence]) {
    var waiting = Dictionary(grouping: occurrences) { Key($0) }.mapValues { $0[...] }
    for entry in journal {
      for rule in entry.findings {
        guard let occurrence = waiting[Key(entry, rule)]?.popFirst() else { continue }
        byEntry[entry.number, default: []].append(occurrence)
      }
    }
  }

  func of(_ entry: Passage.Entry) -> [FindingLog.Occurrence] { byEntry[entry.number] ?? [] }

  private struct Key: Hashable {
    let at: Instant
    let provider: String
    let endpoint: String
    let rule: String

    init(_ occurrence: FindingLog.Occurrence) {
      (at, provider, endpoint) = (occurrence.at, occurrence.provider, occurrence.endpoint)
      rule = occurrence.finding.rule.identifier
    }

    init(_ entry: Passage.Entry, _ rule: String) {
      (at, provider, endpoint) = (entry.at, entry.provider, entry.endpoint)
      self.rule = rule
    }
  }
}
