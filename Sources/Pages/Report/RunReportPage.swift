import Flow
import Frame
import HTTP
import ProviderKit

/// The page at `/report`: what the relying party did wrong, kept and left untested, in the frame.
///
/// Only the control plane writes reports, which may cover other replicas too; a script embeds its page here.
struct RunReportPage {
  private let site: Site
  private let frame: ControlPage
  private let filters: Filters

  init(_ call: Call, _ site: Site) {
    self.site = site
    frame = ControlPage(call, in: site)
    filters = Filters(call.request.target)
  }

  var response: Response {
    frame.response(
      title: "Report", styles: ["timeline.css"], scripts: ["report.js"],
      """
      \(form)
      <p class="row">As a file: \(files)</p>
      <noscript><p class="problem">This page needs script; <a href="\(address(.html))">the report as a file</a> does not.</p></noscript>
      <p id="answer" role="status" data-testid="report-answer"></p>
      <div id="report" class="report" data-source="\(address(.html))" data-sandbox="\(site.sandbox.name)" data-part="report" \
      data-testid="report-content"></div>
      """)
  }

  private var form: HTML {
    let severities = [Rule.Severity.error, .warning, .note].map { ($0.rawValue, "\($0.rawValue)s") }
    var choices = [
      FilterForm.Choice(name: "severity", label: "Fails from", none: "as set at start", values: severities)
    ]
    if site.sandbox.name.isEmpty {
      let names = (site.sandboxes?.all.map(\.name) ?? []).filter { !$0.isEmpty }.sorted().prefix(50)
      choices.append(FilterForm.Choice(name: "sandbox", label: "Sandbox", values: names.map { ($0, $0) }))
    }
    return """
      <form class="filters" method="get" action="\(frame.base)/report"><div class="choices">\(choices.map { $0.html(filters) })</div>
      <button data-testid="filter">Show</button></form>
      """
  }

  private var files: [HTML] {
    ReportForm.allCases.map { form in
      "<a class=\"button\" href=\"\(address(form))\" data-testid=\"as-\(form.rawValue)\">\(form.name)</a>\n"
    }
  }

  /// The control plane's report, filtered as this page is.
  private func address(_ form: ReportForm) -> String {
    var query = Form()
    query.append("format", form.rawValue)
    for name in ["severity", "sandbox"] { if let value = filters[name] { query.append(name, value) } }
    return "\(frame.base)/_eidolon/report?\(query.encoded)"
  }
}
