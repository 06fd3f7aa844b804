import HTTP

/// The navigation of every page.
struct Places {
  private let base: String
  /// Of the page that is shown.
  private let path: String

  init(_ base: String, _ path: String) { (self.base, self.path) = (base, path) }

  private struct Place {
    let path: String
    let name: String
    let mark: String
  }

  private static let main = [
    Place(path: "/", name: "Start", mark: "page-start"),
    Place(path: "/transactions", name: "Logins", mark: "page-logins"),
    Place(path: "/traffic", name: "Traffic", mark: "page-traffic"),
    Place(path: "/phone", name: "Phone", mark: "page-phone"),
    Place(path: "/stage", name: "Stage", mark: "page-stage"),
    Place(path: "/report", name: "Report", mark: "page-report"),
  ]

  private static let more = [
    Place(path: "/world", name: "World", mark: "page-world"),
    Place(path: "/judge", name: "Judge", mark: "page-judge"),
    Place(path: "/docs", name: "Reference", mark: "page-docs"),
    Place(path: "/_eidolon/openapi.json", name: "OpenAPI", mark: "page-openapi"),
  ]

  var html: HTML {
    """
    <nav class="pages" aria-label="Pages"><div class="scroll">\(Self.main.map(link))</div>
    <details class="menu" id="more"><summary data-testid="more">More</summary>
    <div>\(Self.more.map(link))</div></details></nav>
    """
  }

  private func link(_ place: Place) -> HTML {
    let isHere = place.path == "/" ? path == "/" : path == place.path || path.hasPrefix("\(place.path)/")
    let current: HTML? =
      isHere ? (path == place.path ? " aria-current=\"page\"" : " aria-current=\"true\"") : nil
    return "<a href=\"\(base)\(place.path)\" data-testid=\"\(place.mark)\"\(current)>\(place.name)</a>\n"
  }
}
