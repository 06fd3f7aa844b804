import Flow
import ProviderKit

/// Which events a reader wants.
struct EventFilter: Sendable {
  private let kinds: Set<EventKind>
  private let provider: String?
  private let client: String?
  private let transaction: String?
  private let state: String?

  init(_ call: ControlCall) throws(ControlProblem) {
    provider = try call.query("provider")
    client = try call.query("client")
    transaction = try call.query("transaction")
    state = try call.query("state")
    try call.checkNames(provider: provider, client: client, state: state)
    try call.checkTransaction(transaction, isEverywhere: true)
    guard let text = try call.query("types") else {
      kinds = Set(EventKind.allCases)
      return
    }
    var kinds: Set<EventKind> = []
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      guard let kind = EventKind(rawValue: String(word)) else {
        throw .parameter(
          "types", "one or more of \(EventKind.words.joined(separator: ", ")), with commas between,")
      }
      kinds.insert(kind)
    }
    self.kinds = kinds
  }

  func takes(_ change: ChangeLog.Change) -> Bool {
    let summary = change.transaction
    return kinds.contains(.transaction) && fits(summary.provider, provider) && fits(summary.client, client)
      && fits(summary.identifier, transaction)
      && (state.map { $0 == ControlCall.endedState ? summary.isEnded : $0 == summary.state }
        ?? true)
  }

  func takes(_ entry: Journal.Entry) -> Bool {
    kinds.contains(.journal) && fits(entry.provider, provider) && fits(entry.client, client)
      && fits(entry.transaction, transaction)
  }

  func takes(_ occurrence: FindingLog.Occurrence) -> Bool {
    kinds.contains(.finding) && fits(occurrence.provider, provider) && fits(occurrence.client, client)
      && fits(occurrence.finding.transaction, transaction)
  }

  func takes(_ step: CampaignSteps.Step) -> Bool {
    kinds.contains(.judge) && fits(step.provider, provider) && fits(step.client, client)
      && fits(step.transaction, transaction)
  }

  private func fits(_ value: String?, _ wanted: String?) -> Bool { wanted.map { $0 == value } ?? true }
}
