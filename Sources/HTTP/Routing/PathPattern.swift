/// A route's pattern, taken apart.
struct PathPattern: Sendable {
  enum Part: Sendable, Hashable {
    case literal(String)
    case parameter(String)
  }

  let text: String
  let parts: [Part]

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
  }

  /// How many parts are literal: of two patterns that fit one path, the more special has more of them.
  var literalCount: Int {
    parts.count { if case .literal = $0 { true } else { false } }
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
