/// Cuts the reference into what a search finds.
extension Reference {
  /// What stands below a heading of a topic, up to the next one.
  package struct Section: Sendable {
    package let topic: Topic
    /// Without its `#`; `nil` above the first heading below the title.
    package let heading: String?
    package let lines: [Substring]

    /// That of its topic, and its heading.
    package var title: String { heading.map { "\(topic.title): \($0)" } ?? topic.title }
    package var text: String { lines.joined(separator: "\n") }
  }
}

extension Reference.Topic {
  /// In their order; lines of code are not headings.
  package var sections: [Reference.Section] {
    var sections: [Reference.Section] = []
    var (heading, lines, isCode) = (String?.none, [Substring](), false)
    func end() {
      let isEmpty = lines.allSatisfy(\.isEmpty)
      if !isEmpty { sections.append(Reference.Section(topic: self, heading: heading, lines: lines)) }
    }
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || !line.hasPrefix("#") {
        lines.append(line)
      } else if !line.hasPrefix("# ") {
        end()
        (heading, lines) = (String(line.drop { $0 == "#" }.drop { $0 == " " }), [])
      }
    }
    end()
    return sections
  }
}
