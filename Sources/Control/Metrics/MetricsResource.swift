import Flow
import HTTP
import JSON
import ProviderKit

/// `/metrics`: metrics of the process in Prometheus' text format.
///
/// They cover the whole process, whichever sandbox is asked. Names of sandboxes and clients are not labels, because
/// their number is unbounded.
enum MetricsResource {
  static let routes = [
    ControlRoute(
      .get, "metrics", "What the whole process does, for Prometheus (text format 0.0.4).", [.of],
      answers: [.text("text/plain", "The metrics.")], isAtRoot: true, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    try call.everywhere(.metrics, own: .success(try text(call))) { own, replicas in
      let text = replicas.map { $0.metrics(beside: own ?? "") } ?? own ?? ""
      var response = Response.text(text)
      response.headers.set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
      return .response(response)
    }
  }

  /// Of this process alone.
  static func text(_ call: ControlCall) throws(ControlProblem) -> String {
    let families = try about(call.sandboxes, call.state) + MetricsResource.traffic(call.sandbox.traffic)
    return families.map(\.text).joined()
  }

  // MARK: Answers

  private static func traffic(_ traffic: Traffic) -> [MetricFamily] {
    [requests(traffic)] + transactions(traffic) + [findings(traffic)]
  }

  private static func requests(_ traffic: Traffic) -> MetricFamily {
    traffic.answers.reduce(
      MetricFamily("eidolon_requests_total", .counter, "Answers by provider, endpoint and status.")
    ) { family, answer in
      let (provider, endpoint) = labels(of: answer)
      return family.adding(
        answer.count,
        [("provider", provider), ("endpoint", endpoint), ("status", String(answer.status))])
    }
  }

  /// `none` for requests that match no endpoint or are not HTTP; others without a provider belong to the control plane.
  private static func labels(of answer: Traffic.AnswerCount) -> (provider: String, endpoint: String) {
    switch (answer.provider, answer.endpoint) {
    case ("", ""): ("none", "unknown")
    case ("", "malformed"): ("none", "malformed")
    case ("", let name):
      ("control", name.hasPrefix("control ") ? String(name.dropFirst("control ".count)) : name)
    case (let provider, let endpoint): (provider, endpoint)
    }
  }

  private static func transactions(_ traffic: Traffic) -> [MetricFamily] {
    var started = MetricFamily(
      "eidolon_transactions_started_total", .counter, "Logins and verifications that were begun, by provider."
    )
    var ended = MetricFamily(
      "eidolon_transactions_ended_total", .counter,
      "Logins and verifications that are over, by provider and the state in which they were last; put_back by a "
        + "snapshot, forgotten under load.")
    var open = MetricFamily(
      "eidolon_transactions_open", .gauge,
      "Logins and verifications of which credentials still count or late calls are still known, by provider.")
    for (provider, count, states) in traffic.transactions {
      started = started.adding(count, [("provider", provider)])
      for (state, count) in states {
        ended = ended.adding(count, [("provider", provider), ("state", state)])
      }
      open = open.adding(count - states.reduce(0) { $0 + $1.count }, [("provider", provider)])
    }
    return [started, ended, open]
  }

  private static func findings(_ traffic: Traffic) -> MetricFamily {
    traffic.findings.reduce(
      MetricFamily(
        "eidolon_findings_total", .counter,
        "Broken rules by rule and severity, and whether the scenario of the login expects it.")
    ) { family, finding in
      family.adding(
        finding.count,
        [
          ("rule", finding.kind.rule.identifier), ("severity", finding.kind.rule.severity.rawValue),
          ("expected", String(finding.kind.isExpected)),
        ])
    }
  }

  private static func verdicts(_ total: RunTally) -> MetricFamily {
    let ofProviders = Dictionary(grouping: total.verdicts, by: \.judged.provider)
    return ofProviders.sorted { $0.key < $1.key }.reduce(
      MetricFamily(
        "eidolon_verdicts", .gauge,
        "Logins that were judged by their stories, by provider and result; what is said of one later changes its result."
      )
    ) { family, entry in
      Verdict.Result.allCases.reduce(family) { family, result in
        let count = entry.value.filter { $0.judged.result == result }.reduce(0) { $0 + $1.count }
        return count == 0
          ? family : family.adding(count, [("provider", entry.key), ("result", result.rawValue)])
      }
    }
  }

  // MARK: Sandboxes and transactions

  private static func about(_ sandboxes: Sandboxes, _ state: ControlState) -> [MetricFamily] {
    let others = sandboxes.all.map(\.entry.application.sandbox)
    let journals = ([sandboxes.root?.sandbox].compactMap { $0 } + others).map(\.journal.extent)
    var families = [
      verdicts(sandboxes.blueprint.total),
      MetricFamily("eidolon_build_info", .gauge, "The version, as a label; the value is always 1.")
        .adding(1, [("version", state.version)]),
      MetricFamily(
        "eidolon_sandboxes", .gauge, "Sandboxes beside the root.", Double(others.count)),
      MetricFamily(
        "eidolon_event_streams", .gauge, "Open streams of events.", Double(state.openStreams)),
      MetricFamily(
        "eidolon_journal_entries", .gauge, "Exchanges that the journals of all sandboxes keep.",
        Double(journals.reduce(0) { $0 + $1.entries })),
      MetricFamily(
        "eidolon_journal_bytes", .gauge, "Roughly how many bytes the journals of all sandboxes hold.",
        Double(journals.reduce(0) { $0 + $1.bytes })),
    ]
    let limit = sandboxes.blueprint.limit
    families += [
      MetricFamily(
        "eidolon_kept_bytes", .gauge,
        "Roughly how many bytes all sandboxes keep to be looked at: exchanges, and the states of logins.",
        Double(limit.size)),
      MetricFamily("eidolon_keep_bytes", .gauge, "As many as they may keep (--keep).", Double(limit.bytes)),
    ]
    if let connections = state.connections {
      families.append(
        MetricFamily("eidolon_connections", .gauge, "Open connections.", Double(connections)))
    }
    return families + (state.process.map(process) ?? [])
  }

  /// Named as in Prometheus' client libraries.
  private static func process(_ figures: ProcessFigures) -> [MetricFamily] {
    [
      MetricFamily(
        "process_cpu_seconds_total", .counter, "User and system time in seconds.", figures.processorSeconds),
      MetricFamily(
        "process_start_time_seconds", .gauge, "When the process began, in seconds since 1970.",
        figures.startSeconds),
      MetricFamily(
        "process_resident_memory_bytes", .gauge, "Resident memory in bytes.", Double(figures.residentBytes)),
      MetricFamily(
        "process_virtual_memory_bytes", .gauge, "Virtual memory in bytes.", Double(figures.virtualBytes)),
      MetricFamily(
        "process_open_fds", .gauge, "Open file descriptors.", Double(figures.openDescriptors)),
      MetricFamily(
        "process_max_fds", .gauge, "How many file descriptors may be open.",
        Double(figures.maximumDescriptors)),
    ]
  }
}

extension Replicas {
  /// The metrics of all replicas, and which replicas answered.
  fileprivate func metrics(beside own: String) -> String {
    var text = MetricsText()
    text.add(own, of: self.own ?? "this")
    for (address, content) in contents { text.add(content.string ?? "", of: address) }
    let family = missing.reduce(
      contents.reduce(
        MetricFamily("eidolon_replica_up", .gauge, "Whether a replica of --peers answered.")
          .adding(1, [("replica", self.own ?? "this")])
      ) { $0.adding(1, [("replica", $1.address)]) }
    ) { $0.adding(0, [("replica", $1.address)]) }
    return text.text + family.text
  }
}
