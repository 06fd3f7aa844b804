/// The target of a request: a path, maybe a query, and in absolute form the authority (RFC 9112 §3.2).
///
/// The bytes are those of the request's head; a `String` is made only when asked for. A target from the
/// parser has a path that decodes (the parser answers 400 otherwise); its query is checked when it is read.
package struct Target: Sendable {
  let bytes: [UInt8]
  let layout: Layout

  init(bytes: [UInt8], layout: Layout) {
    self.bytes = bytes
    self.layout = layout
  }

  /// A target in origin form for requests made by hand; nothing is checked.
  package init(_ text: String) {
    bytes = Array(text.utf8)
    let end = UInt32(bytes.count)
    let question = bytes.firstIndex(of: UInt8(ascii: "?")).map { UInt32($0) }
    let path = 0..<(question ?? end)
    layout = Layout(
      whole: 0..<end, path: path, query: question.map { $0 + 1..<end },
      isPlain: Layout.isPlain(bytes[..<Int(path.upperBound)]))
  }

  package var raw: String { text(layout.whole) }

  package var rawPath: String { text(layout.path) }

  /// Without `?`; nil if there is none.
  package var rawQuery: String? { layout.query.map(text) }

  /// Searches the query as sent, without decoding it.
  package func queryContains(_ text: String) -> Bool {
    layout.query.map { slice($0).firstRange(of: text) != nil } ?? false
  }

  /// With escapes decoded and repeated slashes merged; `.` and `..` are left as they are.
  package var path: String {
    guard !isPlain else { return text(layout.path) }
    return "/" + segments.joined(separator: "/")
  }

  /// The parts of the path between slashes, each decoded on its own, so that `%2F` is not a separator; a
  /// trailing slash makes an empty last part.
  package var segments: [String] {
    let path = slice(layout.path)
    var parts = path.split(separator: UInt8(ascii: "/")).map(decoded)
    if parts.isEmpty || path.last == UInt8(ascii: "/") { parts.append("") }
    return parts
  }

  /// Empty if there is none.
  package var query: Form {
    get throws(Form.Problem) {
      guard let range = layout.query else { return Form() }
      return try Form(parsing: slice(range))
    }
  }

  /// Host and port of the absolute form, as sent; nil in the usual origin form.
  package var authority: String? { layout.authority.isEmpty ? nil : text(layout.authority) }

  /// The same as bytes of the head; nothing is copied.
  var authorityBytes: ArraySlice<UInt8>? { layout.authority.isEmpty ? nil : slice(layout.authority) }

  /// The same target without the first part of the path: `/~t1/a` becomes `/a`, while `raw` stays as sent.
  package var droppingFirstSegment: Target {
    dropping(upTo: firstPart?.upperBound ?? Int(layout.path.upperBound))
  }

  /// The first part of the path, decoded, and the target without it; `nil` if the path has no second part.
  package var firstSegment: (name: String, rest: Target)? {
    guard let range = firstPart, range.upperBound < layout.path.upperBound else { return nil }
    return (decoded(bytes[range]), dropping(upTo: range.upperBound))
  }

  private func dropping(upTo end: Int) -> Target {
    Target(bytes: bytes, layout: layout.withPath(UInt32(end)..<layout.path.upperBound, in: bytes))
  }

  /// Repeated slashes count as one.
  private var firstPart: Range<Int>? {
    let slash = UInt8(ascii: "/")
    let path = slice(layout.path)
    guard let start = path.firstIndex(where: { $0 != slash }) else { return nil }
    return start..<(path[start...].firstIndex(of: slash) ?? path.endIndex)
  }

  /// The same target below `prefix` (`/criipto`), for a service with a host of its own; `raw` and `authority`
  /// change with it.
  package func prefixed(with prefix: String) -> Target {
    let path = layout.path.isEmpty ? "/" : rawPath
    return Target(prefix + path + (rawQuery.map { "?\($0)" } ?? ""))
  }

  /// The same target with another path and query, as far as it has them, and without the rest of the head that it came
  /// with.
  package func replacing(
    path replacePath: ([UInt8]) -> [UInt8], query replaceQuery: ([UInt8]) -> [UInt8]
  ) -> Target {
    var (copy, kept, position) = (layout, [UInt8](), layout.whole.lowerBound)
    func replace(_ range: Range<UInt32>, _ replacement: ([UInt8]) -> [UInt8]) -> Range<UInt32> {
      kept += slice(position..<range.lowerBound)
      let start = UInt32(kept.count)
      kept += replacement(Array(slice(range)))
      position = range.upperBound
      return start..<UInt32(kept.count)
    }
    if !layout.authority.isEmpty { copy.authority = replace(layout.authority) { $0 } }
    copy.path = layout.path.isEmpty ? 0..<0 : replace(layout.path, replacePath)
    copy.query = layout.query.map { replace($0, replaceQuery) }
    if layout.query == nil { kept += slice(position..<layout.whole.upperBound) }
    copy.whole = 0..<UInt32(kept.count)
    return Target(bytes: kept, layout: copy)
  }

  /// The path as sent; nothing is copied.
  package var pathBytes: ArraySlice<UInt8> { slice(layout.path) }

  /// False for the `*` of OPTIONS.
  package var isPath: Bool { layout.path.isEmpty || bytes[Int(layout.path.lowerBound)] == UInt8(ascii: "/") }

  /// True if the path needs no decoding.
  var isPlain: Bool { layout.isPlain }

  private func decoded(_ part: ArraySlice<UInt8>) -> String {
    let decoded = isPlain ? nil : try? PercentCoding.decode(part.span)
    return decoded ?? String(decoding: part, as: UTF8.self)
  }

  private func text(_ range: Range<UInt32>) -> String {
    String(decoding: slice(range), as: UTF8.self)
  }

  private func slice(_ range: Range<UInt32>) -> ArraySlice<UInt8> {
    bytes[Int(range.lowerBound)..<Int(range.upperBound)]
  }
}

extension Target: Hashable, CustomStringConvertible {
  package static func == (left: Target, right: Target) -> Bool { left.raw == right.raw }

  package func hash(into hasher: inout Hasher) { hasher.combine(raw) }

  package var description: String { raw }
}

extension Target {
  /// The text after the tilde at the start of the path, up to the next slash, as sent; `nil` if there is none.
  ///
  /// The tilde may be escaped (RFC 3986 §2.3), and repeated slashes count as one.
  package var behindTilde: ArraySlice<UInt8>? {
    let path = slice(layout.path)
    guard path.first == UInt8(ascii: "/"), let start = path.firstIndex(where: { $0 != UInt8(ascii: "/") })
    else { return nil }
    let part = path[start...].prefix { $0 != UInt8(ascii: "/") }
    let name =
      if part.first == UInt8(ascii: "~") {
        part.dropFirst()
      } else {
        part.starts(with: "%7E".utf8) || part.starts(with: "%7e".utf8) ? part.dropFirst(3) : []
      }
    return name.isEmpty ? nil : name
  }
}
