/// The grammar of RFC 8259, sections 2 to 5, by recursive descent over bytes; strings and numbers have their
/// own files.
///
/// Columns come for free: line breaks occur only between tokens and continuation bytes only inside strings,
/// and both are counted where they are read.
struct Scanner<Tree: ParsedTree> {
  let bytes: [UInt8]
  let limits: JSONLimits
  /// The next byte to read.
  var offset = 0
  /// The line of `offset`, from 1, and where it starts.
  var line = 1
  var lineStart = 0
  /// The bytes between `lineStart` and `offset` that continue a scalar and so take no column.
  var continuations = 0
  /// How many arrays and objects are open.
  var depth = 0

  init(_ bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  /// The position of `offset`.
  var position: JSONPosition {
    JSONPosition(line: line, column: offset - lineStart - continuations + 1)
  }

  /// The next byte, or 0 at the end; a 0 byte is allowed nowhere, so the two need not be told apart.
  var next: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  /// JSON-text = ws value ws.
  mutating func document() throws(JSONProblem) -> Tree {
    guard bytes.count <= limits.bytes else {
      throw problem("the text has \(bytes.count) bytes; at most \(limits.bytes) are read")
    }
    guard !bytes.starts(with: [0xEF, 0xBB, 0xBF]) else {
      throw problem("the text starts with a byte order mark; JSON is UTF-8 without one")
    }
    skipSpace()
    guard offset < bytes.count else { throw problem("the text is empty; expected a JSON value") }
    let tree = try value()
    skipSpace()
    guard offset == bytes.count else { throw textAfterValue() }
    return tree
  }

  mutating func value() throws(JSONProblem) -> Tree {
    switch next {
    case UInt8(ascii: "\""):
      let start = position
      return Tree.scalar(.string(try string()), at: start)
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      let start = position
      return Tree.scalar(try number(), at: start)
    default: return try literal()
    }
  }

  /// `true`, `false`, `null`, in lower case only (section 3).
  mutating func literal() throws(JSONProblem) -> Tree {
    let start = position
    let end = endOfWord(from: offset)
    let value: JSON
    if isWord("true", endingAt: end) {
      value = .bool(true)
    } else if isWord("false", endingAt: end) {
      value = .bool(false)
    } else if isWord("null", endingAt: end) {
      value = .null
    } else {
      throw noValue(wordEnd: end)
    }
    offset = end
    return Tree.scalar(value, at: start)
  }

  mutating func array() throws(JSONProblem) -> Tree {
    let start = position
    try open()
    var elements: [Tree] = []
    guard next != UInt8(ascii: "]") else {
      close()
      return Tree.array(elements, at: start)
    }
    while true {
      do {
        elements.append(try value())
      } catch {
        throw error.inside(JSONPath.step(to: elements.count))
      }
      let end = position
      skipSpace()
      switch next {
      case UInt8(ascii: ","):
        try comma(before: UInt8(ascii: "]"))
      case UInt8(ascii: "]"):
        close()
        return Tree.array(elements, at: start)
      default:
        throw notClosed("array", openedAt: start, lastEndedAt: end)
      }
    }
  }

  mutating func object() throws(JSONProblem) -> Tree {
    let start = position
    try open()
    var members: [Tree.Member] = []
    var names = NamePositions()
    guard next != UInt8(ascii: "}") else {
      close()
      return Tree.object(members, at: start)
    }
    while true {
      let namePosition = position
      guard next == UInt8(ascii: "\"") else { throw noName(objectOpenedAt: start) }
      let name = try string()
      if !limits.acceptsRepeatedNames,
        let earlier = names.add(name, at: namePosition, after: members, Tree.name)
      {
        throw problem(
          "the member \(JSONProblem.quoted(name)) was already given at \(earlier)", at: namePosition)
      }
      try colon(after: name)
      do {
        members.append(Tree.member(name, at: namePosition, try value()))
      } catch {
        throw error.inside(JSONPath.step(to: name))
      }
      let end = position
      skipSpace()
      switch next {
      case UInt8(ascii: ","):
        try comma(before: UInt8(ascii: "}"))
      case UInt8(ascii: "}"):
        close()
        return Tree.object(
          limits.acceptsRepeatedNames ? Tree.withoutRepetitions(members) : members, at: start)
      default:
        throw notClosed("object", openedAt: start, lastEndedAt: end)
      }
    }
  }

  // MARK: Structural characters

  private mutating func open() throws(JSONProblem) {
    guard depth < limits.depth else { throw problem("nested deeper than \(limits.depth) levels") }
    depth += 1
    offset += 1
    skipSpace()
  }

  private mutating func close() {
    depth -= 1
    offset += 1
  }

  private mutating func comma(before closing: UInt8) throws(JSONProblem) {
    let comma = position
    offset += 1
    skipSpace()
    if next == closing { throw problem("trailing comma", at: comma) }
  }

  private mutating func colon(after name: String) throws(JSONProblem) {
    skipSpace()
    guard next == UInt8(ascii: ":") else { throw noColon(after: name) }
    offset += 1
    skipSpace()
  }

  /// ws = space, tab, line feed, carriage return.
  mutating func skipSpace() {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x09, 0x0D:
        offset += 1
      case 0x0A:
        offset += 1
        line += 1
        lineStart = offset
        continuations = 0
      default:
        return
      }
    }
  }
}

/// The positions of the names of one object, to find duplicates (section 4).
struct NamePositions {
  private var positions: [JSONPosition] = []
  private var indexByName: [ExactName: Int] = [:]

  /// Adds a name, or returns the position of the same name if it was already there.
  mutating func add<Member>(
    _ name: String, at position: JSONPosition, after members: [Member], _ nameOf: (Member) -> String
  ) -> JSONPosition? {
    if positions.count < JSONObject.linearSearchLimit {
      if let earlier = members.firstIndex(where: { isSame(nameOf($0), name) }) { return positions[earlier] }
    } else {
      if indexByName.isEmpty {
        for (index, member) in members.enumerated() { indexByName[ExactName(nameOf(member))] = index }
      }
      if let earlier = indexByName.updateValue(positions.count, forKey: ExactName(name)) {
        return positions[earlier]
      }
    }
    if positions.isEmpty { positions.reserveCapacity(8) }
    positions.append(position)
    return nil
  }
}
