import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/report`: the report of the run about the relying party, for programs, people and CI.
enum ReportResource {
  static let routes = [
    ControlRoute(
      .get, "report",
      "What the relying party did wrong or left untested: each rule's result, each outcome's count, each scenario's verdict, each sandbox's result. "
        + "The root speaks for the whole process, sandboxes that have ended included.",
      [
        .sandbox,
        .init(
          name: "severity",
          meaning:
            "From this severity on a broken rule is a failure. Default: that of --fail-on, else error.",
          schema: .words(FindingSchemas.severities)),
        .of,
        .init(
          name: "format", meaning: "JSON, a page, JUnit XML or SARIF 2.1.0.",
          schema: .words(ReportForm.allCases.map(\.rawValue))),
      ],
      answers: [
        .json(
          "The report of the run so far.", .component("Report"),
          or: ReportForm.allCases.dropFirst().map(\.mediaType))
      ], weight: .heavy, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let word = try call.query("format") ?? ReportForm.json.rawValue
    guard let form = ReportForm(rawValue: word) else {
      throw .parameter("format", "one of \(ReportForm.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    var failure = call.state.failure(of: call.sandbox.settings)
    failure.severity = try call.severity() ?? failure.severity
    let (providers, now) = (call.providers.types, call.call.now)
    let rules = Dictionary(providers.flatMap { $0.allRules }.map { ($0.identifier, $0) }) { first, _ in first
    }
    return try call.everywhere(
      .report, own: call.attempt { call throws(ControlProblem) in try call.records() }
    ) {
      [failure] own, replicas in
      var records = own ?? RunRecords(isWhole: true, [], rest: SandboxRecord(.root))
      for (address, content) in replicas?.contents ?? [] { records.add(content, of: address, rules) }
      var report = RunReport(of: records, providers, at: now, failing: failure)
      report.replicas = replicas
      if form == .html { return .response(report.response) }
      return .response(
        Response(.ok, headers: ["Content-Type": form.mediaType], body: report.bytes(form)))
    }
  }
}

extension RunReport {
  /// The page loads nothing and has no script.
  fileprivate var response: Response {
    var response = Response.html(page)
    response.headers.set(
      "Content-Security-Policy",
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
    response.headers.set("Referrer-Policy", "no-referrer")
    return response
  }
}
