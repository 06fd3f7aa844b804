/// A path whose parts may be parameters: `/collect/{order}`.
///
/// A parameter matches one part that is not empty.
package struct PathPattern: Sendable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  package let text: String
  /// Empty if it has no parameters, because comparing its text is enough then.
  let parts: [Part]
  /// The bytes of the literal parts with their indices.
  private let literals: [(index: Int, bytes: ArraySlice<UInt8>)]

  var isLiteral: Bool { parts.isEmpty }

  private static func isLiteral(_ text: String) throws(RouteProblem) -> Bool {
    // Bytes, because the program reads hundreds of patterns at its start, and characters take a hundred times longer.
    guard text.utf8.first == UInt8(ascii: "/") else {
      throw .malformedPattern(text, "begins without a slash")
    }
    var isLiteral = true
    var last: UInt8 = 0
    for byte in text.utf8 {
      guard byte != UInt8(ascii: "/") || byte != last else {
        throw .malformedPattern(text, "has an empty part")
      }
      if isBrace(byte) { isLiteral = false }
      last = byte
    }
    return isLiteral
  }

  package init(_ text: String) throws(RouteProblem) {
    var parts: [Part] = []
    var literals: [(index: Int, bytes: ArraySlice<UInt8>)] = []
    guard try !Self.isLiteral(text) else {
      (self.text, self.parts, self.literals) = (text, parts, literals)
      return
    }
    let bytes = Array(text.utf8)
    for part in bytes.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
      let word = String(decoding: part, as: UTF8.self)
      guard part.contains(where: Self.isBrace) else {
        literals.append((parts.count, part))
        parts.append(.literal(word))
        continue
      }
      let name = part.dropFirst().dropLast()
      guard part.first == UInt8(ascii: "{"), part.last == UInt8(ascii: "}"), !name.isEmpty,
        !name.contains(where: Self.isBrace)
      else { throw .malformedPattern(text, "\(word) is neither a literal nor {name}") }
      let parameter = Part.parameter(String(decoding: name, as: UTF8.self))
      guard !parts.contains(parameter) else { throw .malformedPattern(text, "names \(word) twice") }
      parts.append(parameter)
    }
    (self.text, self.parts, self.literals) = (text, parts, literals)
  }

  private static func isBrace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }

  /// The number of literal parts: of two patterns that fit a path, the more specific has more.
  var literalCount: Int {
    parts.count { if case .literal = $0 { true } else { false } }
  }

  /// True if the pattern fits a path of these segments, which need no decoding.
  func fits(_ segments: [ArraySlice<UInt8>]) -> Bool {
    guard segments.count == parts.count else { return false }
    for (index, bytes) in literals where bytes != segments[index] { return false }
    return literals.count == parts.count || !hasEmptyParameter(segments)
  }

  /// The parameters, for segments that the pattern fits.
  func parameters(of segments: [ArraySlice<UInt8>]) -> PathParameters {
    var parameters = PathParameters()
    for (part, segment) in zip(parts, segments) {
      if case .parameter(let name) = part {
        parameters.append(name, String(decoding: segment, as: UTF8.self))
      }
    }
    return parameters
  }

  private func hasEmptyParameter(_ segments: [ArraySlice<UInt8>]) -> Bool {
    zip(parts, segments).contains { part, segment in
      if case .parameter = part { segment.isEmpty } else { false }
    }
  }

  /// The parameters if the pattern fits these decoded segments, else nil.
  func parameters(of segments: [String]) -> PathParameters? {
    guard segments.count == parts.count else { return nil }
    var parameters = PathParameters()
    for (part, segment) in zip(parts, segments) {
      switch part {
      case .literal(let text): guard text == segment else { return nil }
      case .parameter(let name):
        guard !segment.isEmpty else { return nil }
        parameters.append(name, segment)
      }
    }
    return parameters
  }

  /// True if some path fits both, and neither pattern is more specific (as in Go's mux): `/a/{x}` and
  /// `/{y}/b` clash over `/a/b`, while `/a/b` is just more specific than `/a/{x}`.
  func clashes(with other: PathPattern) -> Bool {
    guard parts.count == other.parts.count else { return false }
    var isMoreSpecific = false
    var isLessSpecific = false
    for (part, otherPart) in zip(parts, other.parts) {
      switch (part, otherPart) {
      case (.literal(let one), .literal(let two)): if one != two { return false }
      case (.literal(let text), .parameter):
        if text.isEmpty { return false }
        isMoreSpecific = true
      case (.parameter, .literal(let text)):
        if text.isEmpty { return false }
        isLessSpecific = true
      case (.parameter, .parameter): break
      }
    }
    return isMoreSpecific == isLessSpecific
  }
}
