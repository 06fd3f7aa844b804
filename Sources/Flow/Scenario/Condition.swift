/// One condition of a scenario's `when`.
package struct Condition: Sendable, Hashable {
  /// The request parameter, or a derived fact such as `is.client`.
  package var key: String
  package var test: Test

  package enum Test: Sendable, Hashable {
    case equals(String)
    /// The parameter was sent, or was not.
    case present(Bool)
    case contains(String)
    /// The value matches a pattern of `*` (any run) and `?` (any one character).
    case like(String)
    case oneOf([String])
  }

  package init(_ key: String, _ test: Test) {
    (self.key, self.test) = (key, test)
  }

  /// `nil` is the value of a parameter that was not sent.
  package func holds(of value: String?) -> Bool {
    switch test {
    case .present(let wanted): (value != nil) == wanted
    case .equals(let wanted): value == wanted
    case .contains(let part): value.map { part.isEmpty || contains(part, in: $0) } ?? false
    case .like(let pattern): value.map { matches($0, pattern: pattern) } ?? false
    case .oneOf(let values): value.map(values.contains) ?? false
    }
  }

  /// Why the condition does not hold for a value, for people.
  package func miss(_ value: String?) -> String {
    let found = value.map { "is \"\($0.prefix(60))\"" } ?? "was not sent"
    return switch test {
    case .present(true): "\(key) was not sent"
    case .present(false): "\(key) was sent"
    case .equals(let wanted): "\(key) \(found), wanted \"\(wanted)\""
    case .contains(let part): "\(key) \(found), wanted it to contain \"\(part)\""
    case .like(let pattern): "\(key) \(found), wanted it like \"\(pattern)\""
    case .oneOf(let values): "\(key) \(found), wanted one of \(values.joined(separator: ", "))"
    }
  }
}

/// Without the standard library's search, which brings regular expressions into the program.
func contains(_ part: String, in text: String) -> Bool {
  let part = Array(part.utf8)
  let text = Array(text.utf8)
  guard part.count <= text.count else { return false }
  return (0...(text.count - part.count)).contains { text[$0..<($0 + part.count)].elementsEqual(part) }
}

/// Wildcard matching that only ever backtracks to the last `*`, so no pattern takes exponential time.
private func matches(_ text: String, pattern: String) -> Bool {
  let text = Array(text.unicodeScalars)
  let pattern = Array(pattern.unicodeScalars)
  var (index, patternIndex) = (0, 0)
  var star: (pattern: Int, text: Int)?
  while index < text.count {
    if patternIndex < pattern.count, pattern[patternIndex] == "*" {
      star = (patternIndex, index)
      patternIndex += 1
    } else if patternIndex < pattern.count,
      pattern[patternIndex] == "?" || pattern[patternIndex] == text[index]
    {
      (index, patternIndex) = (index + 1, patternIndex + 1)
    } else if let last = star {
      star = (last.pattern, last.text + 1)
      (index, patternIndex) = (last.text + 1, last.pattern + 1)
    } else {
      return false
    }
  }
  return pattern[patternIndex...].allSatisfy { $0 == "*" }
}
