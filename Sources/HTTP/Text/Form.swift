/// Names and values in order, as in an `application/x-www-form-urlencoded` query or body.
package struct Form: Sendable {
  package enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The field, counted from 1, whose name or value does not decode.
    case malformed(field: Int, PercentCoding.Problem)
    /// More fields than `Form.maximumCount`.
    case tooManyFields
    /// With the media type that was sent, if any.
    case notAForm(contentType: String?)

    package var description: String {
      switch self {
      case .malformed(let field, let problem): "field \(field) has \(problem)"
      case .tooManyFields: "there are more than \(Form.maximumCount) fields"
      case .notAForm(let type):
        "the content is \(type ?? "of no type"), and no application/x-www-form-urlencoded"
      }
    }
  }

  /// A real form has a few dozen fields; a megabyte of `a&a&a&` must not become a million strings.
  package static let maximumCount = 1000

  private var fields: [(name: String, value: String)] = []

  package init() {}

  /// Decodes a form: `+` is a space, empty fields (`a=1&&b=2`) are skipped, a field without `=` has an empty
  /// value.
  package init(parsing bytes: some Collection<UInt8>) throws(Problem) {
    var rest = Array(bytes)[...]
    var number = 0
    while !rest.isEmpty {
      let field = rest.prefix { $0 != UInt8(ascii: "&") }
      rest = rest[field.endIndex...].dropFirst()
      guard !field.isEmpty else { continue }
      number += 1
      guard number <= Form.maximumCount else { throw .tooManyFields }
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      let value = field[name.endIndex...].dropFirst()
      do throws(PercentCoding.Problem) {
        append(
          try PercentCoding.decode(name.span, plusIsSpace: true),
          try PercentCoding.decode(value.span, plusIsSpace: true))
      } catch {
        throw .malformed(field: number, error)
      }
    }
  }

  package init(parsing text: String) throws(Problem) { try self.init(parsing: text.utf8) }

  /// For a query or a body; a space is `+`.
  package var encoded: String {
    fields.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
  }

  package var count: Int { fields.count }

  package var isEmpty: Bool { fields.isEmpty }

  /// The value of the first field with this name.
  package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

  package func values(_ name: String) -> [String] {
    fields.compactMap { $0.name == name ? $0.value : nil }
  }

  /// In order, repeated ones included.
  package var names: [String] { fields.map(\.name) }

  /// The names that occur more than once, in the order of their first occurrence; OAuth forbids them (RFC
  /// 6749 §3.1).
  package var duplicates: [String] {
    var seen = Set<String>(minimumCapacity: fields.count)
    var repeated = Set(fields.map(\.name).filter { !seen.insert($0).inserted })
    return repeated.isEmpty ? [] : fields.map(\.name).filter { repeated.remove($0) != nil }
  }

  package mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  /// Replaces all fields with this name by one, where the first was or else at the end; nil removes them.
  package mutating func set(_ name: String, _ value: String?) {
    let index = fields.firstIndex { $0.name == name }
    if let index, let value { fields[index].value = value }
    if let index { fields[(index + (value == nil ? 0 : 1))...].removeAll { $0.name == name } }
    if index == nil, let value { fields.append((name, value)) }
  }

  /// The first field of each name that is not empty: an empty one counts as absent.
  package var firstValues: Form {
    var form = Form()
    for field in fields where !field.value.isEmpty && form[field.name] == nil {
      form.append(field.name, field.value)
    }
    return form
  }

  private static func encode(_ text: String) -> String {
    // `%20` appears in the output only for spaces: a `%` of the text has become `%25`.
    PercentCoding.encode(text).replacing("%20", with: "+")
  }
}

extension Form: Sequence {
  package func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fields.makeIterator()
  }
}

extension Form: Hashable {
  package static func == (left: Form, right: Form) -> Bool {
    left.fields.elementsEqual(right.fields) { $0 == $1 }
  }

  package func hash(into hasher: inout Hasher) {
    for field in fields {
      hasher.combine(field.name)
      hasher.combine(field.value)
    }
  }
}

extension Form: ExpressibleByDictionaryLiteral {
  /// Fields in the order written; a name may be repeated.
  package init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}
