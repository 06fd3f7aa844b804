/// Names and values in order, as `application/x-www-form-urlencoded` (a query or a body) has them.
public struct Form: Sendable {
  /// What is wrong with an encoded form.
  public enum Problem: Error, Sendable, Hashable {
    /// A name or value, counted from 1, that does not decode.
    case malformed(field: Int, PercentCoding.Problem)
    /// More fields than `Form.maximumCount`.
    case tooManyFields
    /// The content is not declared as a form; the media type that was sent, if any.
    case notAForm(contentType: String?)
  }

  /// A real form has a few dozen fields; a megabyte of `&&&&` shall not become a million strings.
  public static let maximumCount = 1000

  private var fields: [(name: String, value: String)] = []

  /// An empty form.
  public init() {}

  /// Reads an encoded form: `+` is a space, empty fields (`a=1&&b=2`) are skipped, a field without `=` has
  /// an empty value.
  public init(parsing bytes: some Collection<UInt8>) throws(Problem) {
    try self.init(parsing: Array(bytes))
  }

  /// Reads an encoded form.
  public init(parsing bytes: [UInt8]) throws(Problem) { fields = try FormReader.fields(of: bytes.span) }

  /// Reads an encoded form that is a part of something, as the query of a head is; nothing is copied.
  public init(parsing bytes: ArraySlice<UInt8>) throws(Problem) {
    fields = try FormReader.fields(of: bytes.span)
  }

  /// Reads an encoded form.
  public init(parsing text: String) throws(Problem) { fields = try FormReader.fields(of: text.utf8.span) }

  /// The form as it stands in a query or a body; a space is `+`.
  public var encoded: String {
    fields.map { "\(Self.encode($0.name))=\(Self.encode($0.value))" }.joined(separator: "&")
  }

  /// How many fields there are.
  public var count: Int { fields.count }

  /// Whether there are none.
  public var isEmpty: Bool { fields.isEmpty }

  /// The value of the first field with this name.
  public subscript(name: String) -> String? {
    // Most names differ in length already; by place, so that no value is copied on the way.
    let count = name.utf8.count
    for place in fields.indices where fields[place].name.utf8.count == count && fields[place].name == name {
      return fields[place].value
    }
    return nil
  }

  /// The values of all fields with this name, in order.
  public func values(_ name: String) -> [String] {
    fields.compactMap { $0.name == name ? $0.value : nil }
  }

  /// The names in order, repeated ones as often as they came.
  public var names: [String] { fields.map(\.name) }

  /// The names that came more than once, in order of their first coming; OAuth forbids them (RFC 6749 §3.1).
  public var duplicates: [String] {
    // Nearly all forms are short and have none.
    if fields.count <= 16, !hasDuplicates { return [] }
    var counts: [String: Int] = [:]
    for field in fields { counts[field.name, default: 0] += 1 }
    return fields.compactMap { counts.removeValue(forKey: $0.name).map { $0 > 1 } == true ? $0.name : nil }
  }

  private var hasDuplicates: Bool {
    // Only a name as long as an earlier one can be the same.
    var lengths: UInt64 = 0
    for place in fields.indices {
      let count = fields[place].name.utf8.count
      let length: UInt64 = 1 << UInt64(truncatingIfNeeded: count & 63)
      guard lengths & length != 0 else {
        lengths |= length
        continue
      }
      for earlier in 0..<place
      where fields[earlier].name.utf8.count == count && fields[earlier].name == fields[place].name {
        return true
      }
    }
    return false
  }

  /// Adds a field at the end.
  public mutating func append(_ name: String, _ value: String) { fields.append((name, value)) }

  /// Leaves one field with this name, where the first stood or else at the end; none without a value.
  public mutating func set(_ name: String, _ value: String?) {
    let place = fields.firstIndex { $0.name == name }
    if let place, let value { fields[place].value = value }
    if let place { fields[(place + (value == nil ? 0 : 1))...].removeAll { $0.name == name } }
    if place == nil, let value { fields.append((name, value)) }
  }

  /// The first field of each name that is not empty; where a field is sent empty, that counts as not sent.
  public var firstValues: Form {
    var form = Form()
    for field in fields where !field.value.isEmpty && form[field.name] == nil {
      form.append(field.name, field.value)
    }
    return form
  }

  private static func encode(_ text: String) -> String {
    // `%20` appears in the output only for spaces: a `%` of the text has become `%25`.
    PercentCoding.encode(text).split(separator: "%20", omittingEmptySubsequences: false)
      .joined(separator: "+")
  }
}

extension Form: Sequence {
  /// Walks the fields in order.
  public func makeIterator() -> IndexingIterator<[(name: String, value: String)]> {
    fields.makeIterator()
  }
}

extension Form: Hashable {
  /// Whether both have the same fields in the same order.
  public static func == (left: Form, right: Form) -> Bool {
    left.fields.elementsEqual(right.fields) { $0 == $1 }
  }

  /// Feeds names and values.
  public func hash(into hasher: inout Hasher) {
    for field in fields {
      hasher.combine(field.name)
      hasher.combine(field.value)
    }
  }
}

extension Form: ExpressibleByDictionaryLiteral {
  /// Fields in the order written; a name may be repeated.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { append(name, value) }
  }
}
