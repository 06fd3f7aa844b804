package import Flow
package import HTTP

extension HTML {
  /// Text that comes from outside, such as the name of a client or a person: it cannot turn the writing direction of
  /// the text beside it, and is cut if it is long, with the whole in the title.
  package static func foreign(_ text: String, atMost limit: Int = 48) -> HTML {
    guard text.count > limit else { return "<bdi>\(text)</bdi>" }
    return "<bdi title=\"\(text.prefix(2000))\">\(text.prefix(limit - 1))…</bdi>"
  }

  /// A person's name, which may be any text.
  package static func name(of person: Person) -> HTML { foreign(person.fullName ?? person.key, atMost: 80) }
}
