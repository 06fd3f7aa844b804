import Flow
import Frame
import HTTP
import ProviderKit

/// What pages say instead of a name where nobody knows, or knew, who logs in.
enum Nobody {
  static func text(isOver: Bool) -> String { isOver ? "Nobody was identified" : "Nobody is identified yet" }
}

/// How a login went in one sentence, and the worst of what was wrong, with its fix.
struct LoginAnswer {
  private let transaction: TransactionSummary
  private let client: String
  private let outcome: String
  private let vocabulary: Vocabulary?
  private let worst: FindingLog.Occurrence?

  /// - Parameter client: as people call it.
  init(
    _ transaction: TransactionSummary, at client: String, _ outcome: String, _ vocabulary: Vocabulary?,
    _ findings: [FindingLog.Occurrence]
  ) {
    (self.transaction, self.client) = (transaction, client)
    (self.outcome, self.vocabulary) = (outcome, vocabulary)
    worst = findings.filter { !$0.finding.isExpected }
      .max { $0.finding.rule.severity < $1.finding.rule.severity }
  }

  var html: HTML {
    let reached = vocabulary?.outcomes.first { $0.name == outcome }
    let name =
      transaction.isIdentified
      ? transaction.whole.fullName ?? transaction.person : Nobody.text(isOver: reached != nil)
    let badge: Badge =
      reached == nil ? .waiting : vocabulary?.successes.contains(outcome) == true ? .good : .error
    let end: HTML = reached.map { "\($0.meaning)." } ?? "It is under way."
    let wrong = worst.map { occurrence -> HTML in
      let rule = occurrence.finding.rule
      return """
        <p data-testid="worst">\(Badge(rule.severity).html(rule.severity.rawValue)) \(rule.message). Fix: \(rule.fix).</p>
        """
    }
    return """
      <p class="answer" data-testid="answer">\(badge.html(outcome.split(separator: "_").joined(separator: " "))) \
      \(HTML.foreign(name, atMost: 60)) at \(HTML.foreign(client, atMost: 60)). \(end)</p>
      \(wrong)
      """
  }
}
