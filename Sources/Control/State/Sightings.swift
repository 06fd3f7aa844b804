import Flow
import ProviderKit

/// Reports of what relying parties did, noted in transactions or in the verdicts on them.
struct Sightings {
  let sandbox: Sandbox
  let providers: Providers

  func note(_ sighting: Sighting, of transaction: TransactionSummary) {
    let (identifier, now) = (transaction.identifier, sighting.at)
    sandbox.log.write(
      LogEvent(
        provider: transaction.provider, "the relying party \(sighting.text)", transaction: identifier))
    if isOpen(identifier, sighting, now) {
      sandbox.observe(providers)
      let known = KnownTransactions(sandbox: sandbox, providers: providers, at: now)
      sandbox.changes.noteSighting(of: known[identifier] ?? transaction, at: now)
    } else {
      let judged = sandbox.verdicts.change(of: identifier) { $0.seen = sighting }
      if let judged { log(judged) }
      sandbox.changes.noteSighting(of: transaction.adding(sighting, judged?.verdict), at: now)
    }
    sandbox.waiters.touch(Waiters.changes)
  }

  /// Tells the transaction what was seen; true if it is open.
  private func isOpen(_ transaction: String, _ sighting: Sighting, _ now: Instant) -> Bool {
    providers.used.flatMap(\.ledgers).contains { $0.saw(sighting, of: transaction, at: now) }
  }

  /// Logs a verdict that a later sighting changed.
  private func log(_ entry: VerdictLog.Entry) {
    sandbox.log.write(
      LogEvent(
        entry.verdict.result == .unmet ? sandbox.settings.unmetLevel : .info, provider: entry.provider,
        "\(entry.scenario): \(entry.verdict.text)",
        fields: [("transaction", entry.transaction), ("client", entry.client)] + entry.verdict.fields))
  }
}
