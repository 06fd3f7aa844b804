package import HTTP

/// A word with a colour and a shape, which shows a severity.
package enum Badge: String, Sendable {
  case error
  case warning
  case note
  case good
  case waiting

  package func html(_ word: String, mark: String? = nil) -> HTML {
    "<span class=\"badge \(rawValue)\"\(mark.map { " data-testid=\"\($0)\"" as HTML })><bdi>\(word)</bdi></span>"
  }
}
