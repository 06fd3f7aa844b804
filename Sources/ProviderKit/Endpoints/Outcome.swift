package import Flow
package import HTTP

/// What an endpoint does with a call.
package enum Outcome: Sendable {
  case answer(Answer)
  /// Answers when the transaction changes, the sandbox's clock reaches `until`, or `atMost` has passed in real time.
  ///
  /// `then` gets the call with its new instant; the remarks are log lines, written when the wait begins.
  case wait(
    transaction: String, until: Instant? = nil, atMost: Duration? = nil, remarks: [String] = [],
    then: @Sendable (Call) -> Outcome)
  /// Answers piece by piece; the journal does not keep streams.
  case stream(ResponseStream)
  /// Sends the same request to other servers, whose addresses come from the caller of this program.
  case gather(of: [String], target: String, headers: Headers, then: @Sendable ([Gathered], Call) -> Outcome)
  /// Calls this server over HTTP as any client would, and then answers.
  case call(Request, then: @Sendable (Result<FetchedDocument, FetchError>, Call) -> Outcome)
}

/// A response and its consequences.
package struct Answer: Sendable {
  package var response: Response
  package var transaction: String?
  /// Who called, where no transaction says it.
  package var client: String?
  package var findings: [Finding]
  package var faults: [Fault]
  /// Log lines about the transaction.
  package var remarks: [String]
  /// Messages to the relying party's server.
  package var deliveries: [Delivery]

  package init(
    _ response: Response, transaction: String? = nil, client: String? = nil, findings: [Finding] = [],
    faults: [Fault] = [], remarks: [String] = []
  ) {
    self.response = response
    self.transaction = transaction
    self.client = client
    self.findings = findings
    self.faults = faults
    self.remarks = remarks
    deliveries = []
  }
}

extension Outcome {
  /// Changes the answer that the outcome ends with; streams stay unchanged.
  package consuming func mapAnswer(_ change: @escaping @Sendable (inout Answer) -> Void) -> Outcome {
    switch consume self {
    case .answer(var answer):
      change(&answer)
      return .answer(answer)
    case .wait(let transaction, let until, let atMost, let remarks, let then):
      return .wait(transaction: transaction, until: until, atMost: atMost, remarks: remarks) {
        then($0).mapAnswer(change)
      }
    case .call(let request, let then): return .call(request) { then($0, $1).mapAnswer(change) }
    case .gather(let servers, let target, let headers, let then):
      return .gather(of: servers, target: target, headers: headers) { then($0, $1).mapAnswer(change) }
    case .stream(let stream): return .stream(stream)
    }
  }

  /// The answer gets the transaction unless it names another; findings and remarks are put before its own.
  func adding(
    _ faults: [Fault], of transaction: String?, findings: [Finding] = [], remarks: [String] = []
  ) -> Outcome {
    // Findings and remarks are noted now, even if the answer has to wait.
    if case .wait(let awaited, let until, let atMost, let earlier, let then) = self {
      return .wait(transaction: awaited, until: until, atMost: atMost, remarks: remarks + earlier) {
        then($0).adding(faults, of: transaction, findings: findings)
      }
    }
    return mapAnswer { answer in
      answer.transaction = answer.transaction ?? transaction
      answer.faults += faults
      answer.findings = findings + answer.findings
      answer.remarks = remarks + answer.remarks
    }
  }
}
