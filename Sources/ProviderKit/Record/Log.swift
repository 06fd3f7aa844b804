package import Flow

/// Where log lines go; the program decides on form and place.
package protocol Log: Sendable {
  /// Takes one event; must not wait.
  func write(_ event: LogEvent)
}

/// One line of the log.
package struct LogEvent: Sendable {
  /// How much it matters.
  package let level: Level
  /// The provider, empty for the server's own lines.
  package let provider: String
  /// What happened, for people.
  package let message: String
  /// The particulars, in order.
  package let fields: [(name: String, value: String)]
  /// The transaction that it is about, which stands behind the other particulars.
  package let transaction: String?

  /// How much a line matters.
  package enum Level: String, Sendable {
    /// What happened.
    case info
    /// Something to look at.
    case warning
    /// Something is wrong.
    case error
  }

  /// A line of the log.
  package init(
    _ level: Level = .info, provider: String = "", _ message: String,
    fields: [(name: String, value: String)] = [], transaction: String? = nil
  ) {
    (self.level, self.provider, self.message, self.fields) = (level, provider, message, fields)
    self.transaction = transaction
  }

  /// The line for a broken rule, with where the documentation says so and how to put it right.
  ///
  /// - Parameter status: what the call was answered; `nil` where it is the end of a transaction that tells.
  package init(_ finding: Finding, provider: String, endpoint: String, status: Int? = nil) {
    let level: Level =
      switch finding.rule.severity {
      case .error: .error
      case .warning: .warning
      case .note: .info
      }
    var fields = [("rule", finding.rule.identifier), ("endpoint", endpoint)]
    if let status { fields.append(("status", String(status))) }
    self.init(level, provider: provider, finding.text, fields: fields, transaction: finding.transaction)
  }
}

/// A log that keeps nothing.
package struct NoLog: Log {
  /// A log that keeps nothing.
  package init() {}

  /// Does nothing.
  package func write(_ event: LogEvent) {}
}
