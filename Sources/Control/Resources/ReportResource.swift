import HTTP
import JSON
import ProviderKit

/// `/_eidolon/report`: what the run says about the relying party, for programs, people and CI.
enum ReportResource {
  enum Form: String, CaseIterable {
    case json, html, junit, sarif

    var mediaType: String {
      switch self {
      case .json: "application/json"
      case .html: "text/html"
      case .junit: "application/xml"
      case .sarif: "application/sarif+json"
      }
    }
  }

  static let routes = [
    ControlRoute(
      .get, "report",
      "What the relying party did wrong or left untested: each rule's result, each outcome's count, each scenario's verdict.",
      [
        .init(
          name: "format", meaning: "JSON, a page, JUnit XML or SARIF 2.1.0.",
          schema: .words(Form.allCases.map(\.rawValue)))
      ],
      answers: [
        .json(
          "The report of the run so far.", .component("Report"),
          or: Form.allCases.dropFirst().map(\.mediaType))
      ], isHeavy: true, show)
  ]

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let word = try call.query("format") ?? Form.json.rawValue
    guard let form = Form(rawValue: word) else {
      throw .parameter("format", "one of \(Form.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    let report = RunReport(of: call.sandbox, call.providers)
    switch form {
    case .json: return .ok(report.json)
    case .html: return .response(report.response)
    case .junit: return .response(response(form, Array(report.junit.utf8)))
    case .sarif:
      return .response(
        response(form, report.sarif(version: Control.version).bytes(pretty: true) + [0x0A]))
    }
  }

  private static func response(_ form: Form, _ body: [UInt8]) -> Response {
    Response(.ok, headers: ["Content-Type": form.mediaType], body: body)
  }
}

extension RunReport {
  /// The page loads nothing and runs nothing.
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
