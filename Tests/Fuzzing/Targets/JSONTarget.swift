import JSON

/// A JSON text.
enum JSONTarget {
  static func run(_ bytes: [UInt8]) throws {
    let value: Result<JSON, JSONProblem> = Result { () throws(JSONProblem) in try JSON(parsing: bytes) }
    let node: Result<JSONNode, JSONProblem> = Result { () throws(JSONProblem) in try JSONParser.parse(bytes) }
    switch (value, node) {
    case (.success(let value), .success(let node)):
      try must(node.json == value, "nodes and values are of the same text")
      try roundTrip(value)
    case (.failure(let one), .failure(let other)):
      try must(one == other, "both parsers see the same problem")
      try must(!one.line(file: "text").isEmpty, "a problem can be told")
    default: throw BrokenPromise(promise: "both parsers take the same texts")
    }
    var loose = JSONLimits()
    loose.acceptsRepeatedNames = true
    if case .success(let strict) = value {
      try must((try? JSON(parsing: bytes, limits: loose)) == strict, "what is strict is loose too")
    } else if let value = try? JSON(parsing: bytes, limits: loose) {
      try roundTrip(value)
    }
  }

  private static func roundTrip(_ value: JSON) throws {
    for text in [value.bytes(), value.bytes(pretty: true), value.bytes(escapingSlashes: true)] {
      try must((try? JSON(parsing: text)) == value, "a value is written as one that reads the same")
    }
  }
}
