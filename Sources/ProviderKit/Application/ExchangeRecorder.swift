import Flow
import HTTP
import JOSE

/// Records exchanges: journal, findings, log, metrics, and changes of transactions.
struct ExchangeRecorder: Sendable {
  let sandbox: Sandbox
  let served: ServedEndpoint
  /// `nil` for endpoints that belong to no provider.
  let provider: (any Provider)?
  private let epoch: Int

  init(sandbox: Sandbox, served: ServedEndpoint, provider: (any Provider)?) {
    (self.sandbox, self.served, self.provider) = (sandbox, served, provider)
    epoch = sandbox.epoch
  }

  /// True if the answer comes after the end of what the call began with, which says nothing of its client.
  private var isLate: Bool { sandbox.epoch != epoch }

  /// - Parameter strike: what struck the call where no transaction owns it.
  func finish(_ answer: consuming Answer, struckBy strike: Strike? = nil, of call: Call) -> Reply {
    if isLate { answer.findings = [] }
    answer.faults += strike?.faults ?? []
    let idle = answer.faults.alter(&answer.response)
    if let strike, idle.count == strike.faults.count {
      sandbox.armedFaults.forgetStrike(strike.call)
      sandbox.unownedCalls.noteRight(strike.call, of: served.provider)
    }
    answer.response.markAsEmulated()
    if let fault = call.peer.acceptedFault, let provider, !isLate {
      answer.findings.append(type(of: provider).finding(accepting: fault))
    }
    if !answer.findings.isEmpty {
      answer.nameRules()
      answer.assignFindings(of: provider)
    }
    write(answer, status: answer.response.status.code)
    count(answer.response.status)
    sandbox.traffic.note(answer.findings)
    let transmission = answer.faults.isEmpty ? Transmission() : transmission(of: answer.faults)
    keep(transmission, answer, idle, call)
    if !answer.deliveries.isEmpty {
      sandbox.deliveries.add(answer.deliveries, of: served.provider, transaction: answer.transaction)
    }
    return .send(call.request.readable(answer.response), transmission)
  }

  /// A streamed response is marked and counted, but not kept in the journal.
  func stream(_ stream: ResponseStream) -> Reply {
    var response = stream.response
    response.markAsEmulated()
    count(response.status)
    return .stream(ResponseStream(response, next: stream.next))
  }

  private func count(_ status: Status) {
    sandbox.traffic.answers(at: served.label).add(status.code)
  }

  private func transmission(of faults: [Fault]) -> Transmission {
    faults.transmission { count in
      sandbox.environment.bytes(
        count, ordinal: sandbox.nextCall(), purpose: "fault/\(served.endpoint.name)")
    }
  }

  private func write(_ answer: Answer, status: Int) {
    for finding in answer.findings {
      sandbox.log.write(
        LogEvent(finding, provider: served.provider, endpoint: served.endpoint.name, status: status))
    }
    write(answer.remarks, of: answer.transaction)
  }

  /// Log lines about a transaction.
  func write(_ remarks: [String], of transaction: String?) {
    for remark in remarks {
      sandbox.log.write(LogEvent(provider: served.provider, remark, transaction: transaction))
    }
  }

  /// Logs that only moving the clock answers a call, because a client that waits cannot see why.
  func noteHeld(_ call: Call, of transaction: String, until: Instant) {
    // Rounded up, so that the command reaches the moment.
    let rest = DurationText.text(until - call.now + .nanoseconds(999_999))
    let held = "\(served.endpoint.name) is held until \(until.text) on a clock that stands still"
    let command = "POST \(call.home)/_eidolon/clock/advance {\"by\": \"\(rest)\"}"
    sandbox.log.write(LogEvent(provider: served.provider, "\(held); \(command)", transaction: transaction))
  }

  /// Adds the exchange to the journal and its transaction to the change log.
  ///
  /// Control calls are in neither, except those about a transaction; all are in the journal if the settings want it.
  private func keep(_ transmission: Transmission, _ answer: Answer, _ idle: [IdleFault], _ call: Call) {
    guard let provider else {
      if sandbox.settings.control.isRecorded || answer.transaction != nil {
        keepControl(answer, call)
      }
      return
    }
    if call.request.method != .head, !isLate { sandbox.endpointCalls.add(served.label) }
    let standing = answer.transaction.flatMap { provider.standing($0, at: call.now) }
    if let transaction = answer.transaction, standing?.awaitsDefect == true {
      for ledger in provider.ledgers {
        ledger.noteAnswer(
          answer.response, at: served.endpoint.name, struckBy: answer.faults, idle, of: transaction,
          at: call.now)
      }
    }
    // A call whose client is not known is attributed to the one that it names, if any.
    let client = standing?.client ?? answer.client ?? call.request.namedClient
    append(recorded(answer.response, transmission, call), answer, of: client, at: call.now)
    if !answer.findings.isEmpty {
      sandbox.findings.note(
        answer.findings, at: call.now, provider: served.provider, endpoint: served.endpoint.name,
        client: client)
    }
    if let news = standing?.news, sandbox.changes.note(news, at: call.now) {
      sandbox.waiters.touch(Waiters.changes)
    }
  }

  private func append(
    _ exchange: RecordedExchange, _ answer: Answer?, of client: String?, at now: Instant
  ) {
    sandbox.journal.append(
      Journal.Entry(
        at: now, provider: served.provider, endpoint: served.endpoint.name, client: client,
        transaction: answer?.transaction, exchange: exchange,
        findings: answer?.findings.map(\.rule.identifier) ?? []),
      isKept: !sandbox.hasLeftJournal)
  }

  private func recorded(_ response: Response, _ transmission: Transmission, _ call: Call)
    -> RecordedExchange
  {
    let held = call.began.map { call.time.real - $0 } ?? .zero
    return RecordedExchange(
      request: call.request, response: response, keyIdentifier: served.keyIdentifier,
      transmission: transmission, at: call.base, below: call.mount, held: held
    ).redacted(sandbox.settings.redaction)
  }

  /// A long body is left out: it may be the journal itself.
  private func keepControl(_ answer: Answer, _ call: Call) {
    var response = answer.response
    if response.body.count > 16_384 { response.body = [] }
    append(recorded(response, Transmission(), call), answer, of: nil, at: call.now)
  }
}

extension Answer {
  /// Findings belong to the answer's transaction unless they name their own, whose scenario may expect them; some are
  /// known to be the story's doing before that.
  fileprivate mutating func assignFindings(of provider: (any Provider)?) {
    for index in findings.indices {
      guard let owner = findings[index].transaction ?? transaction else { continue }
      findings[index].transaction = owner
      findings[index].isExpected =
        findings[index].isExpected || provider?.expects(findings[index].rule, of: owner) ?? false
    }
  }

  /// `Eidolon-Finding` lists each broken rule once.
  fileprivate mutating func nameRules() {
    var identifiers: [String] = []
    for finding in findings where !identifiers.contains(finding.rule.identifier) {
      identifiers.append(finding.rule.identifier)
    }
    response.headers.set("Eidolon-Finding", identifiers.joined(separator: ", "))
  }
}

extension Request {
  /// The client in the query, the form or the header `Authorization: Basic`, authenticated or not.
  fileprivate var namedClient: String? {
    let parameter = (try? target.query)?["client_id"] ?? (isForm ? (try? form)?["client_id"] : nil)
    let identifier = parameter ?? BasicCredentials(self).formDecoded.name
    return identifier.flatMap { $0.isEmpty ? nil : String($0.prefix(256)) }
  }
}

extension Response {
  /// Every response says that it comes from an emulator.
  mutating func markAsEmulated() {
    // A prepared response was marked when it was made.
    guard !isPrepared, !headers.contains("Eidolon") else { return }
    headers.append("Eidolon", "emulator")
  }
}
