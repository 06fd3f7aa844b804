package import Flow

/// Where log lines go; the program decides their format and destination.
package protocol Log: Sendable {
  /// Must not block.
  func write(_ event: LogEvent)
}

package struct LogEvent: Sendable {
  package let level: Level
  /// Empty for the server's own lines.
  package let provider: String
  package let message: String
  package let fields: [(name: String, value: String)]
  /// The name of the sandbox, empty for the root; written after the fields.
  package var sandbox = ""
  /// Written after the sandbox.
  package let transaction: String?

  package enum Level: String, Sendable {
    case info
    case warning
    case error
  }

  package init(
    _ level: Level = .info, provider: String = "", _ message: String,
    fields: [(name: String, value: String)] = [], transaction: String? = nil
  ) {
    (self.level, self.provider, self.message, self.fields) = (level, provider, message, fields)
    self.transaction = transaction
  }

  /// The line for a broken rule, with its source in the documentation and its fix.
  ///
  /// - Parameter status: the status of the answer; `nil` if the rule was judged at the end of a transaction.
  package init(_ finding: Finding, provider: String, endpoint: String, status: Int? = nil) {
    let level: Level =
      switch finding.rule.severity {
      case .error: .error
      case .warning: .warning
      case .note: .info
      }
    var fields = [("rule", finding.rule.identifier), ("endpoint", endpoint)]
    if let status { fields.append(("status", String(status))) }
    self.init(
      finding.isExpected ? .info : level, provider: provider,
      finding.isExpected ? "as the scenario expects: \(finding.text)" : finding.text, fields: fields,
      transaction: finding.transaction)
  }
}

/// The log of a sandbox, whose lines name it.
struct SandboxLog: Log {
  let sandbox: String
  let log: any Log

  func write(_ event: LogEvent) {
    var event = event
    event.sandbox = sandbox
    log.write(event)
  }
}

package struct NoLog: Log {
  package init() {}

  package func write(_ event: LogEvent) {}
}
