package import Flow
package import HTTP

/// What an endpoint does about a call.
package enum Outcome: Sendable {
  /// Answers.
  case answer(Answer)
  /// Answers later: when the transaction changes, the sandbox's clock reaches a moment, or a real time has passed.
  ///
  /// The call that comes back has the instant of that moment.
  case wait(
    transaction: String, until: Instant? = nil, atMost: Duration? = nil, then: @Sendable (Call) -> Outcome)
  /// Answers piece by piece, as things happen; such an answer is not kept in the journal.
  case stream(ResponseStream)
  /// Asks this very server something over HTTP, as any client would, and then answers.
  case call(Request, then: @Sendable (Result<FetchedDocument, FetchError>, Call) -> Outcome)
}

/// An answer and what belongs to it.
package struct Answer: Sendable {
  /// The response.
  package var response: Response
  /// The transaction it belongs to.
  package var transaction: String?
  /// The rules that the request broke.
  package var findings: [Finding]
  /// What a scenario does to it on its way out.
  package var faults: [Fault]
  /// Lines for the log: what happened to the transaction.
  package var remarks: [String]
  /// What is sent to the relying party's server because of it.
  package var deliveries: [Delivery] = []

  /// An answer with a response.
  package init(
    _ response: Response, transaction: String? = nil, findings: [Finding] = [], faults: [Fault] = [],
    remarks: [String] = []
  ) {
    (self.response, self.transaction, self.findings) = (response, transaction, findings)
    (self.faults, self.remarks) = (faults, remarks)
  }
}

extension Outcome {
  /// The same outcome with another answer at its end; answers that come piece by piece stay.
  package func mapAnswer(_ change: @escaping @Sendable (inout Answer) -> Void) -> Outcome {
    switch self {
    case .answer(var answer):
      change(&answer)
      return .answer(answer)
    case .wait(let transaction, let until, let atMost, let then):
      return .wait(transaction: transaction, until: until, atMost: atMost) { then($0).mapAnswer(change) }
    case .call(let request, let then): return .call(request) { then($0, $1).mapAnswer(change) }
    case .stream: return self
    }
  }

  /// The same outcome, whose answer belongs to a transaction unless it names another, and is struck by faults.
  func adding(
    _ faults: [Fault], of transaction: String?, findings: [Finding] = [], remarks: [String] = []
  ) -> Outcome {
    mapAnswer { answer in
      answer.transaction = answer.transaction ?? transaction
      answer.faults += faults
      answer.findings = findings + answer.findings
      answer.remarks = remarks + answer.remarks
    }
  }
}
