/// The formats of a report.
package enum ReportForm: String, CaseIterable, Sendable {
  case json, html, junit, sarif

  /// By a file name's extension.
  package init?(fileExtension: some StringProtocol) {
    guard let form = Self.allCases.first(where: { $0.fileExtension == fileExtension }) else { return nil }
    self = form
  }

  /// For people.
  package var name: String { self == .junit ? "JUnit" : rawValue.uppercased() }

  /// With the dot.
  package var fileExtension: String { self == .junit ? ".xml" : ".\(rawValue)" }

  package var mediaType: String {
    switch self {
    case .json: "application/json"
    case .html: "text/html"
    case .junit: "application/xml"
    case .sarif: "application/sarif+json"
    }
  }
}
