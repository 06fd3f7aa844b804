/// The reference that ships with the program: the Markdown files of the folder `docs/`, as they were at the build.
///
/// A plugin writes the list `embedded` beside this file.
package enum Reference {
  package struct Topic: Sendable {
    /// The file's name without folder and suffix, as in `eidolon help` and the address of its page.
    package let name: String
    /// Markdown.
    package let text: String

    /// The first heading.
    package var title: String {
      text.split(separator: "\n").first { $0.hasPrefix("# ") }.map { String($0.dropFirst(2)) } ?? name
    }

    /// The first sentence.
    package var summary: String {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).drop {
        $0.isEmpty || $0.hasPrefix("#")
      }
      let paragraph = lines.prefix { !$0.isEmpty }.joined(separator: " ")
      let end = paragraph.indices.first { paragraph[$0...].hasPrefix(". ") }
      return end.map { String(paragraph[...$0]) } ?? paragraph
    }
  }

  /// Sorted by name; those in folders, such as the providers', come after the others.
  package static var topics: [Topic] {
    let files = embedded.map { file in (path: "\(file.path)".split(separator: "/"), text: "\(file.text)\n") }
    return (files.filter { $0.path.count == 1 } + files.filter { $0.path.count > 1 }).map { path, text in
      Topic(name: String((path.last ?? "").dropLast(3)), text: text)
    }
  }

  package static func topic(_ name: String) -> Topic? { topics.first { $0.name == name } }
}
