import HTTP

/// Reads the Markdown that the reference is written in (CommonMark 0.31, tables as GitHub has them).
///
/// Headings, paragraphs, lists, tables and fenced code; within a line code, strong text and links. Everything else is text.
struct Markdown {
  private var lines: ArraySlice<Substring>
  private var blocks: [HTML] = []

  /// Markup of a whole document; its headings have ids to link to.
  static func html(_ text: String) -> HTML {
    var markdown = Markdown(lines: text.split(separator: "\n", omittingEmptySubsequences: false)[...])
    while !markdown.lines.isEmpty { markdown.readBlock() }
    return HTML(markdown.blocks, separator: "\n")
  }

  /// Markup of a text without blocks.
  static func line(_ text: String) -> HTML { inline(text) }

  private init(lines: ArraySlice<Substring>) { self.lines = lines }

  private mutating func readBlock() {
    guard let line = lines.first else { return }
    if line.isEmpty {
      lines.removeFirst()
    } else if line.hasPrefix("```") {
      lines.removeFirst()
      let code = take { !$0.hasPrefix("```") }
      lines = lines.dropFirst()
      blocks.append("<pre><code>\(code.joined(separator: "\n"))\n</code></pre>")
    } else if line.hasPrefix("#") {
      lines.removeFirst()
      heading(line)
    } else if line.hasPrefix("|") {
      table(take { $0.hasPrefix("|") })
    } else if Self.item(line) != nil {
      list()
    } else {
      let paragraph = take {
        !$0.isEmpty && !$0.hasPrefix("```") && !$0.hasPrefix("|") && Self.item($0) == nil
      }
      blocks.append("<p>\(Self.inline(paragraph.joined(separator: " ")))</p>")
    }
  }

  private mutating func take(while holds: (Substring) -> Bool) -> [Substring] {
    let taken = Array(lines.prefix(while: holds))
    lines = lines.dropFirst(taken.count)
    return taken
  }

  private mutating func heading(_ line: Substring) {
    let level = min(line.prefix { $0 == "#" }.count, 4)
    let text = line.drop { $0 == "#" }.drop { $0 == " " }
    let tag = HTML(markup: "h\(level)")
    blocks.append("<\(tag) id=\"\(Self.anchor(text))\">\(Self.inline(String(text)))</\(tag)>")
  }

  /// The id of a heading, as GitHub makes it.
  static func anchor(_ heading: some StringProtocol) -> String {
    String(
      heading.lowercased().compactMap { $0 == " " ? "-" : $0.isLetter || $0.isNumber || $0 == "-" ? $0 : nil }
    )
  }

  // MARK: Lists and tables

  /// The text of a line that begins an item, and whether items are numbered.
  private static func item(_ line: Substring) -> (text: Substring, isNumbered: Bool)? {
    if line.hasPrefix("- ") { return (line.dropFirst(2), false) }
    let rest = line.drop { $0.isASCII && $0.isNumber }
    return rest.count < line.count && rest.hasPrefix(". ") ? (rest.dropFirst(2), true) : nil
  }

  private mutating func list() {
    var items: [HTML] = []
    var isNumbered = false
    while let line = lines.first, let (text, numbered) = Self.item(line) {
      lines.removeFirst()
      isNumbered = numbered
      let more = take { $0.hasPrefix("  ") }.map { $0.drop { $0 == " " } }
      items.append("<li>\(Self.inline(([text] + more).joined(separator: " ")))</li>")
    }
    blocks.append(isNumbered ? "<ol>\(items)</ol>" : "<ul>\(items)</ul>")
  }

  private mutating func table(_ rows: [Substring]) {
    let cells = rows.map(Self.cells)
    guard let head = cells.first, cells.count > 1 else { return }
    let titles = head.map { "<th scope=\"col\">\(Self.inline($0))</th>" as HTML }
    let body = cells.dropFirst(2).map { row -> HTML in
      "<tr>\(row.map { "<td>\(Self.inline($0))</td>" as HTML })</tr>\n"
    }
    // A wide table scrolls by itself, also with the keyboard.
    blocks.append(
      """
      <div class="scroll" role="group" aria-label="Table" tabindex="0"><table>
      <thead><tr>\(titles)</tr></thead>
      <tbody>
      \(Array(body))</tbody>
      </table></div>
      """)
  }

  /// Split at bars that are not escaped with a backslash.
  private static func cells(_ row: Substring) -> [String] {
    var cells = [""]
    var isEscaped = false
    for character in row.dropFirst() {
      if character == "|", !isEscaped {
        cells.append("")
      } else {
        if isEscaped, character != "|" { cells[cells.count - 1] += "\\" }
        if character != "\\" || isEscaped { cells[cells.count - 1].append(character) }
      }
      isEscaped = character == "\\" && !isEscaped
    }
    return cells.dropLast().map { String($0.drop { $0 == " " }) }
  }

  // MARK: Within a line

  private static func inline(_ text: String) -> HTML {
    var pieces: [HTML] = []
    var rest = text[...]
    var plain = ""
    func flush() {
      if !plain.isEmpty { pieces.append(HTML(escaping: plain)) }
      plain = ""
    }
    while let character = rest.first {
      if character == "`", let (code, after) = span(rest.dropFirst(), to: "`") {
        flush()
        pieces.append("<code>\(String(code))</code>")
        rest = after
      } else if rest.hasPrefix("**"), let (strong, after) = span(rest.dropFirst(2), to: "**") {
        flush()
        pieces.append("<strong>\(inline(String(strong)))</strong>")
        rest = after
      } else if character == "[", let (label, behind) = span(rest.dropFirst(), to: "]("),
        let (target, after) = span(behind, to: ")")
      {
        flush()
        pieces.append("<a href=\"\(address(target))\">\(inline(String(label)))</a>")
        rest = after
      } else {
        plain.append(character)
        rest = rest.dropFirst()
      }
    }
    flush()
    return HTML(pieces)
  }

  private static func span(_ text: Substring, to end: String) -> (Substring, after: Substring)? {
    guard let range = text.firstRange(of: end), range.lowerBound > text.startIndex else { return nil }
    return (text[..<range.lowerBound], text[range.upperBound...])
  }

  /// Maps a file of `docs/` to the page beside this one, whatever its folder.
  private static func address(_ target: Substring) -> String {
    guard !target.contains(":"), let suffix = target.firstRange(of: ".md") else { return String(target) }
    let name = target[..<suffix.lowerBound].split(separator: "/").last ?? ""
    return String(name + target[suffix.upperBound...])
  }
}
