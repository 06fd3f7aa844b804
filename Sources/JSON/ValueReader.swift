/// A value being read, with its path and the problems found.
///
/// A method that finds a problem notes it and returns nil, so that reading goes on and finds the next one.
public struct ValueReader {
  /// The value and its position.
  public let node: JSONNode
  /// The path of the value, as in `phone[1].do`.
  public var path: String { trail.path }
  let trail: Trail
  /// Collects the problems found.
  public let problems: JSONProblems

  /// A reader of that value at `path`, which is empty for the outermost value.
  public init(_ node: JSONNode, path: String = "", problems: JSONProblems) {
    self.init(node, at: .start(path), problems)
  }

  init(_ node: JSONNode, at trail: Trail, _ problems: JSONProblems) {
    (self.node, self.trail, self.problems) = (node, trail, problems)
  }

  /// Notes a problem with this value.
  public func problem(_ message: String) {
    problems.add(JSONProblem(position: node.position, path: path, message: message))
  }

  /// True if the value is the literal `null`.
  public var isNull: Bool { node.content == .null }

  /// The string: `expected a string, found a number`.
  public func string() -> String? {
    guard case .string(let value) = node.content else { return wanted("a string") }
    return value
  }

  /// The Boolean: `expected true or false, found a string`.
  public func bool() -> Bool? {
    guard case .bool(let value) = node.content else { return wanted("true or false") }
    return value
  }

  /// The whole number (`5.0` is one) if it lies in the range: `expected a whole number, found 5.5`,
  /// `expected a whole number from 1 to 10, found 12`.
  public func integer(in range: ClosedRange<Int> = .min ... .max) -> Int? {
    var wish: String {
      "a whole number" + bounds(range.lowerBound == .min, range.upperBound == .max, range)
    }
    switch node.content {
    case .integer(let value):
      return range.contains(value) ? value : wanted(wish, found: "\(value)")
    case .decimal(let value):
      guard let whole = wholeNumber(value), range.contains(whole) else {
        return wanted(wish, found: "\(value)")
      }
      return whole
    default:
      return wanted(wish)
    }
  }

  /// The number if it lies in the range: `expected a number from 0.0 to 1.0, found 2.5`.
  public func number(in range: ClosedRange<Double> = -.infinity ... .infinity) -> Double? {
    var wish: String {
      "a number" + bounds(range.lowerBound == -.infinity, range.upperBound == .infinity, range)
    }
    guard let value = node.json.number else { return wanted(wish) }
    return range.contains(value) ? value : wanted(wish, found: node.json.text())
  }

  /// The elements as nodes: `expected an array, found an object`.
  public func array() -> [JSONNode]? {
    guard case .array(let elements) = node.content else { return wanted("an array") }
    return elements
  }

  /// The elements, each with a reader: `expected an array, found an object`.
  public func elements() -> [ValueReader]? {
    array()?.enumerated().map { index, element in
      ValueReader(element, at: .element(index, of: trail), problems)
    }
  }

  /// The elements as strings, or nil if any is not one; each wrong one is noted at its own position.
  public func strings() -> [String]? {
    whole(elements()) { $0.string() }
  }

  /// The elements as objects, or nil if any is not one; each wrong one is noted at its own position.
  public func objects() -> [ObjectReader]? {
    whole(elements()) { $0.object() }
  }

  /// The members as an object: `expected an object, found a string`.
  public func object() -> ObjectReader? {
    guard case .object(let members) = node.content else { return wanted("an object") }
    return ObjectReader(members, of: self)
  }

  /// The string if it is one of the allowed ones.
  ///
  /// `what` names it in the message, with what it belongs to after "for" if that matters: "verb for itsme" gives
  /// `unknown verb "rejct" for itsme; did you mean "reject"?`, and if nothing is close
  /// `unknown verb "x" for itsme; known are open, reject`. Without `what`: `"x" is not one of open, reject`.
  public func oneOf(_ allowed: [String], what: @autoclosure () -> String = "") -> String? {
    guard let value = string() else { return nil }
    guard !allowed.contains(where: { isSame($0, value) }) else { return value }
    let what = what()
    let quoted = JSONProblem.quoted(value)
    let hint = nearest(value, in: allowed).map { "; did you mean \(JSONProblem.quoted($0))?" }
    guard !what.isEmpty else {
      problem("\(quoted) is not one of \(listed(allowed))\(hint ?? "")")
      return nil
    }
    let (noun, owner) = splitBeforeFor(what)
    let known = allowed.isEmpty ? "; there is none" : "; known are \(listed(allowed))"
    problem("unknown \(noun) \(quoted)\(owner)\(hint ?? known)")
    return nil
  }

  // MARK: Wording

  private func wanted<Value>(_ wish: String, found: String? = nil) -> Value? {
    problem("expected \(wish), found \(found ?? node.kind)")
    return nil
  }

  private func bounds<Number>(_ noLower: Bool, _ noUpper: Bool, _ range: ClosedRange<Number>) -> String {
    switch (noLower, noUpper) {
    case (true, true): ""
    case (false, true): " of at least \(range.lowerBound)"
    case (true, false): " of at most \(range.upperBound)"
    case (false, false): " from \(range.lowerBound) to \(range.upperBound)"
    }
  }
}

/// The values read from the items, or nil if any could not be read; every item is tried.
func whole<Item, Value>(_ items: [Item]?, _ read: (Item) -> Value?) -> [Value]? {
  guard let items else { return nil }
  let values = items.compactMap(read)
  return values.count == items.count ? values : nil
}

/// The names separated by commas, at most twenty of them.
private func listed(_ names: [String]) -> String {
  let shown = names.prefix(20).map(JSONPath.step(to:)).joined(separator: ", ")
  return names.count > 20 ? "\(shown) and \(names.count - 20) more" : shown
}

/// "verb for itsme" as "verb" and " for itsme".
private func splitBeforeFor(_ text: String) -> (noun: String, owner: String) {
  let words = text.split(separator: " ", omittingEmptySubsequences: false)
  guard let split = words.firstIndex(of: "for"), split > 0 else { return (text, "") }
  return (words[..<split].joined(separator: " "), " " + words[split...].joined(separator: " "))
}
