/// A route's pattern, taken apart.
struct PathPattern: Sendable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  let text: String
  let parts: [Part]
  /// The bytes of the literal parts, by place.
  private let literals: [(place: Int, bytes: ArraySlice<UInt8>)]

  init(_ text: String) throws(RouteProblem) {
    self.text = text
    guard text.first == "/" else { throw .malformedPattern(text, "begins without a slash") }
    guard !text.contains("//") else { throw .malformedPattern(text, "has an empty part") }
    var parts: [Part] = []
    var names: Set<String> = []
    for part in text.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
      guard part.contains("{") || part.contains("}") else {
        parts.append(.literal(String(part)))
        continue
      }
      let name = part.dropFirst().dropLast()
      guard part.first == "{", part.last == "}", !name.isEmpty, !name.contains(where: { "{}".contains($0) })
      else { throw .malformedPattern(text, "\(part) is neither a literal nor {name}") }
      guard names.insert(String(name)).inserted else {
        throw .malformedPattern(text, "names {\(name)} twice")
      }
      parts.append(.parameter(String(name)))
    }
    self.parts = parts
    literals = parts.enumerated().compactMap { place, part in
      if case .literal(let text) = part { (place, Array(text.utf8)[...]) } else { nil }
    }
  }

  /// How many parts are literal: of two patterns that fit one path, the more special has more of them.
  var literalCount: Int {
    parts.count { if case .literal = $0 { true } else { false } }
  }

  /// Whether the pattern fits a path of these parts, as bytes that need no decoding.
  func fits(_ segments: [ArraySlice<UInt8>]) -> Bool {
    guard segments.count == parts.count else { return false }
    for (place, bytes) in literals where !bytes.isSame(as: segments[place]) { return false }
    return literals.count == parts.count || !hasEmptyParameter(segments)
  }

  /// The parameters of a path that the pattern fits.
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

  /// The parameters if the pattern fits a path of these decoded parts.
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

  /// Whether some path fits both, and neither pattern is literal wherever the other is (as in Go's mux):
  /// `/a/{x}` and `/{y}/b` clash over `/a/b`, while `/a/b` is simply more special than `/a/{x}`.
  func clashes(with other: PathPattern) -> Bool {
    guard parts.count == other.parts.count else { return false }
    var isMoreSpecial = false
    var isLessSpecial = false
    for (part, otherPart) in zip(parts, other.parts) {
      switch (part, otherPart) {
      case (.literal(let one), .literal(let two)): if one != two { return false }
      case (.literal(let text), .parameter):
        if text.isEmpty { return false }
        isMoreSpecial = true
      case (.parameter, .literal(let text)):
        if text.isEmpty { return false }
        isLessSpecial = true
      case (.parameter, .parameter): break
      }
    }
    return isMoreSpecial == isLessSpecial
  }
}
