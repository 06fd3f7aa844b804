package import Flow
package import HTTP

extension HTML {
  /// Text that somebody else wrote, such as the name of a client or a person: it cannot turn the writing direction of what
  /// stands beside it, and is cut where it is long, with the whole in the title.
  package static func foreign(_ text: String, atMost limit: Int = 48) -> HTML {
    guard text.count > limit else { return "<bdi>\(text)</bdi>" }
    return "<bdi title=\"\(text.prefix(2000))\">\(text.prefix(limit - 1))…</bdi>"
  }

  /// What a person is called, who may be called anything.
  package static func name(of person: Person) -> HTML { foreign(person.fullName ?? person.key, atMost: 80) }
}
