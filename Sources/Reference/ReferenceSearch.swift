/// Finds sections of the reference by their words.
extension Reference {
  /// What stands below a heading of a topic, up to the next one.
  package struct Section: Sendable {
    package let topic: Topic
    /// Without its `#`; `nil` above the first heading below the title.
    package let heading: String?
    package let lines: [Substring]

    /// That of its topic, and its heading.
    package var title: String { heading.map { "\(topic.title): \($0)" } ?? topic.title }
  }

  /// The sections that hold every word, in any case; the more of the words are in heading and title, the earlier.
  package static func sections(with words: [String]) -> [Section] {
    let words = words.map { $0.lowercased() }
    guard !words.isEmpty else { return [] }
    let found = topics.flatMap(\.sections).filter { section in
      let text = "\(section.title)\n\(section.lines.joined(separator: "\n"))".lowercased()
      return words.allSatisfy(text.contains)
    }
    let ranked = found.map { section in
      let title = section.title.lowercased()
      return (section, inTitle: words.count { title.contains($0) })
    }
    return (0...words.count).reversed().flatMap { count in
      ranked.filter { $0.inTitle == count }.map(\.0)
    }
  }
}

extension Reference.Topic {
  /// In their order; lines of code are no headings.
  fileprivate var sections: [Reference.Section] {
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
