import Flow
import HTTP

extension Application {
  /// Writes the rules that a call broke, and what it did, into the log.
  func write(_ answer: Answer, of served: Served, status: Int) {
    for finding in answer.belonging {
      sandbox.log.write(
        LogEvent(finding, provider: served.provider, endpoint: served.endpoint.name, status: status))
    }
    for remark in answer.remarks {
      sandbox.log.write(LogEvent(provider: served.provider, remark, transaction: answer.transaction))
    }
  }

  /// Notes the rules that a call broke; a call that belongs to no transaction says by itself who sends it, if anything does.
  func note(_ answer: Answer, of client: String?, _ call: Call, _ served: Served) {
    sandbox.findings.note(
      answer.belonging, at: sandbox.environment.clock.now, provider: served.provider,
      endpoint: served.endpoint.name, client: client ?? call.request.clientIdentifier)
  }
}

extension Answer {
  /// The findings, each with the transaction that the answer belongs to unless it names its own.
  var belonging: [Finding] {
    findings.map { finding in
      var finding = finding
      finding.transaction = finding.transaction ?? transaction
      return finding
    }
  }
}

extension Request {
  /// The `client_id` of OAuth in the query or the form, whether anything proves it or not.
  fileprivate var clientIdentifier: String? {
    let identifier = (try? target.query)?["client_id"] ?? (isForm ? (try? form)?["client_id"] : nil)
    return identifier.flatMap { $0.isEmpty ? nil : String($0.prefix(256)) }
  }
}
