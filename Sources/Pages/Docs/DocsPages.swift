import Flow
import Frame
import HTTP
import ProviderKit
import Reference

/// The reference as pages: `/docs` lists the topics and searches them, `/docs/{topic}` is one of them.
enum DocsPages {
  static let endpoints: [Endpoint<Site>] = [
    .page("docs", "/docs") { list($1, in: $0) },
    .page("docs topic", "/docs/{topic}") { page($1, in: $0) },
  ]

  /// What somebody who is new wants first stands first; providers have pages of their own below.
  static let groups: [(title: String, topics: [String])] = [
    ("Begin", ["start", "libraries", "troubleshooting", "comparison"]),
    ("Test with it", ["scenarios", "world", "sandboxes", "findings", "judge", "clients"]),
    ("Run it", ["settings", "deployment", "control", "agents"]),
  ]

  private static func list(_ call: Call, in site: Site) -> Response {
    let frame = ControlPage(call, in: site)
    let filters = Filters(call.request.target)
    let content = filters["q"].map { found($0, filters, frame) } ?? overview(frame)
    return frame.response(title: "Reference", "\(search(filters, frame))\n\(content)")
  }

  private static func search(_ filters: Filters, _ frame: ControlPage) -> HTML {
    FilterForm(filters: filters, path: "\(frame.base)/docs", hint: "such as clock skew").html([])
  }

  private static func overview(_ frame: ControlPage) -> HTML {
    let grouped = Set(groups.flatMap(\.topics))
    let providers = ("Providers", Reference.topics.map(\.name).filter { !grouped.contains($0) })
    return HTML(
      (groups + [providers]).map { title, names in
        "<h2>\(title)</h2>\n<ul>\n\(names.compactMap(Reference.topic).map { item($0, frame) })</ul>\n"
      })
  }

  private static func item(_ topic: Reference.Topic, _ frame: ControlPage) -> HTML {
    """
    <li><a href="\(frame.base)/docs/\(topic.name)" data-testid="docs-\(topic.name)">\(topic.title)</a>: \
    \(Markdown.line(topic.summary))</li>

    """
  }

  private static func page(_ call: Call, in site: Site) -> Response {
    let frame = ControlPage(call, in: site)
    guard let topic = Reference.topic(call.parameters["topic"] ?? "") else {
      return frame.response(
        .notFound, title: "No such page", "<p>The reference has these:</p>\n\(overview(frame))")
    }
    return frame.response(title: topic.title, heading: "", Markdown.html(topic.text))
  }

  // MARK: Search

  private static let mostFound = 40

  private static func found(_ text: String, _ filters: Filters, _ frame: ControlPage) -> HTML {
    let sections = sections(filters)
    guard !sections.isEmpty else {
      return
        "<p data-testid=\"found\">Nothing has all of these words: <bdi>\(text)</bdi>.</p>\n\(overview(frame))"
    }
    let more: HTML? = sections.count > mostFound ? ", the first \(mostFound) of them below" : nil
    return """
      <p data-testid="found">\(sections.count.counted("section")) found\(more).</p>
      <ul>
      \(sections.prefix(mostFound).map { item($0, filters.words, frame) })</ul>
      """
  }

  /// The more of the words stand in title and heading, the earlier.
  private static func sections(_ filters: Filters) -> [Reference.Section] {
    let found = Reference.topics.flatMap(\.sections).filter { section in
      let (title, text) = (section.title, section.text)
      return filters.finds { $0.occurs(in: title) || $0.occurs(in: text) }
    }
    let ranks = Dictionary(grouping: found) { section in
      let title = section.title
      return filters.words.count { $0.occurs(in: title) }
    }
    return ranks.sorted { $0.key > $1.key }.flatMap(\.value)
  }

  private static func item(_ section: Reference.Section, _ words: [SearchedWord], _ frame: ControlPage)
    -> HTML
  {
    let anchor = section.heading.map { "#\(Markdown.anchor($0))" } ?? ""
    return """
      <li><a href="\(frame.base)/docs/\(section.topic.name)\(anchor)" \
      data-testid="found-section">\(Markdown.line(section.title))</a><br>\(excerpt(section, words))</li>

      """
  }

  /// A line as it reads: without marks, addresses of links and lines of tables.
  private static func plain(_ line: Substring) -> String {
    let text = withoutLinks(line.filter { $0 != "`" })
    guard text.hasPrefix("| ") else { return text }
    let cells = text.split(separator: "|").map { $0.drop { $0 == " " } }
    return cells.filter { !$0.isEmpty }.joined(separator: "· ")
  }

  /// `[text](address)` as its text.
  private static func withoutLinks(_ line: String) -> String {
    var (plain, rest) = ("", line[...])
    while let middle = rest.firstRange(of: "]("), let start = rest[..<middle.lowerBound].lastIndex(of: "["),
      let end = rest[middle.upperBound...].firstIndex(of: ")")
    {
      plain += rest[..<start] + rest[rest.index(after: start)..<middle.lowerBound]
      rest = rest[rest.index(after: end)...]
    }
    return plain + rest
  }

  /// The first line with one of the words, cut around it, and the word marked.
  private static func excerpt(_ section: Reference.Section, _ words: [SearchedWord]) -> HTML {
    let places = section.lines.lazy.compactMap { line -> (String, Range<String.Index>)? in
      let line = plain(line)
      let word = words.lazy.compactMap { $0.range(in: line) }.first
      return word.map { (line, $0) }
    }
    guard let (line, word) = places.first else { return "" }
    let before = line[..<word.lowerBound].suffix(60)
    // Not in the middle of a word.
    let lead = before.startIndex == line.startIndex ? before : before.drop { $0 != " " }.dropFirst()
    let end = line.index(word.upperBound, offsetBy: 100, limitedBy: line.endIndex) ?? line.endIndex
    return """
      \(lead.startIndex > line.startIndex ? "… " : "")\(lead)<mark>\(line[word])</mark>\
      \(line[word.upperBound..<end])\(end < line.endIndex ? "…" : "")
      """
  }
}
