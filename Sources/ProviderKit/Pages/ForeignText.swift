package import Flow
package import HTTP

extension HTML {
  /// Text that comes from outside, such as the name of a client or a person: it cannot turn the writing direction of
  /// the text beside it, and is cut if it is long, with the whole in the title.
  package static func foreign(_ text: String, atMost limit: Int = 48) -> HTML {
    guard text.count > limit else { return isolated(text, "<bdi>\(text)</bdi>") }
    let shown = text.prefix(limit - 1)
    return isolated(shown, "<bdi title=\"\(text.prefix(2000))\">\(shown)…</bdi>")
  }

  /// The element with controls around it, if its text has some without their counterparts: the end of `<bdi>` would
  /// close those instead, or theirs end `<bdi>` (Unicode Standard Annex #9, BD9).
  private static func isolated(_ text: some StringProtocol, _ element: HTML) -> HTML {
    var (depth, lowest) = (0, 0)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\u{2066}", "\u{2067}", "\u{2068}": depth += 1
      case "\u{2069}": depth -= 1
      default: continue
      }
      lowest = min(lowest, depth)
    }
    guard depth != 0 || lowest != 0 else { return element }
    let opening = String(repeating: "\u{2068}", count: -lowest)
    return "\(opening)\(element)\(String(repeating: "\u{2069}", count: depth - lowest))"
  }

  /// A person's name, which may be any text.
  package static func name(of person: Person) -> HTML { foreign(person.fullName ?? person.key, atMost: 80) }
}
