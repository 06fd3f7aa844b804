import Frame
import HTTP
import ProviderKit
import Reference

/// The reference as pages: `/docs` lists the topics, `/docs/{topic}` is one of them.
enum DocsPages {
  static let endpoints: [Endpoint<Site>] = [
    .page("docs", "/docs") { list(ControlPage($1, in: $0)) },
    .page("docs topic", "/docs/{topic}") { page($1, in: $0) },
  ]

  private static func list(_ frame: ControlPage) -> Response {
    frame.response(title: "Reference", "<ul>\n\(items(frame))</ul>")
  }

  private static func items(_ frame: ControlPage) -> [HTML] {
    Reference.topics.map { topic in
      """
      <li><a href="\(frame.base)/docs/\(topic.name)" data-testid="docs-\(topic.name)">\(topic.title)</a>: \
      \(topic.summary)</li>

      """
    }
  }

  private static func page(_ call: Call, in site: Site) -> Response {
    let frame = ControlPage(call, in: site)
    guard let topic = Reference.topic(call.parameters["topic"] ?? "") else {
      return frame.response(
        .notFound, title: "No such page", "<p>The reference has these:</p>\n<ul>\n\(items(frame))</ul>")
    }
    return frame.response(title: topic.title, heading: "", Markdown.html(topic.text))
  }
}
