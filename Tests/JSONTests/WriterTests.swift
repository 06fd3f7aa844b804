import JSON
import Testing

@Suite struct `Written text` {
  @Test func `is compact, in the order of the members`() {
    let value: JSON = ["b": [1, -2, 0.5, true, .null, [], [:]], "a": "x"]
    #expect(value.text() == #"{"b":[1,-2,0.5,true,null,[],{}],"a":"x"}"#)
    #expect(value.bytes() == Array(value.text().utf8))
    #expect("\(value)" == value.text())
  }

  @Test func `can be pretty, indented by two spaces`() {
    let value: JSON = ["a": [1, ["b": .null]], "empty": [[], [:]]]
    #expect(
      value.text(pretty: true) == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "empty": [
            [],
            {}
          ]
        }
        """)
    #expect(JSON.string("x").text(pretty: true) == #""x""#)
  }

  @Test func `escapes what must be escaped and nothing else (RFC 8259, 7)`() {
    for code in 0...0xFF {
      let scalar = Unicode.Scalar(UInt8(code))
      let expected =
        switch scalar {
        case "\"": "\\\""
        case "\\": "\\\\"
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\u{0}"..."\u{F}": "\\u000\(String(code, radix: 16))"
        case "\u{10}"..."\u{1F}": "\\u00\(String(code, radix: 16))"
        default: String(scalar)
        }
      #expect(JSON.string("é\(scalar)").text() == "\"é\(expected)\"")
    }
  }

  @Test func `escapes slashes on demand, in names too`() {
    let value: JSON = ["a/b": "</script>"]
    #expect(value.text() == #"{"a/b":"</script>"}"#)
    #expect(value.text(escapingSlashes: true) == #"{"a\/b":"<\/script>"}"#)
  }

  @Test func `gives doubles the shortest text that reads back`() {
    let value: JSON = [0.1, 1.0, -0.0, 1e21, 1e-7, 123456.789]
    #expect(value.text() == "[0.1,1.0,-0.0,1e+21,1e-07,123456.789]")
  }
}

@Suite struct `Reading what was written` {
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func `gives the value back`(seed: UInt64) throws {
    var chance = SplitMix(state: seed)
    for _ in 0..<10 {
      let value = chance.value(depth: 5)
      let text = value.text()
      let read = try JSON(parsing: text)
      #expect(read == value)
      // `==` takes equivalent strings and objects in another order for equal; the bytes do not.
      #expect(read.bytes() == value.bytes())
      #expect(try JSONParser.parse(text).json.bytes() == value.bytes())
      #expect(try JSON(parsing: value.text(pretty: true, escapingSlashes: true)).bytes() == value.bytes())
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `finds a problem within the text, or none, when a byte was changed`(seed: UInt64) {
    var chance = SplitMix(state: seed)
    for _ in 0..<50 {
      var bytes = JSON.array([chance.value(depth: 4)]).bytes(pretty: true)
      bytes[chance.below(bytes.count)] = UInt8(chance.below(256))
      let lines = bytes.count { $0 == 0x0A } + 1
      do throws(JSONProblem) {
        _ = try JSONParser.parse(bytes)
        #expect(problem(in: bytes) == "none")
      } catch {
        #expect(problem(in: bytes) == error.description)
        #expect(1...lines ~= error.position.line && 1...bytes.count + 1 ~= error.position.column)
      }
    }
  }

  @Test func `refuses every beginning of it that is not all of it`() throws {
    var chance = SplitMix(state: 7)
    let bytes = JSON.array([chance.value(depth: 4), "é😀", ["a": 1.5e10]]).bytes()
    for end in 0..<bytes.count {
      #expect(throws: JSONProblem.self) { try JSON(parsing: Array(bytes[..<end])) }
    }
  }
}

/// A generator with a seed, so that a failure can be repeated.
struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

  mutating func value(depth: Int) -> JSON {
    switch below(depth > 0 ? 9 : 6) {
    case 0: .null
    case 1: .bool(below(2) == 0)
    case 2: .integer(Int(truncatingIfNeeded: next()) >> below(64))
    case 3:
      switch Double(bitPattern: next()) {
      case let value where value.isFinite: .decimal(value)
      default: .decimal(0.5)
      }
    case 4: .decimal(Double(below(2_000_000) - 1_000_000) / 100)
    case 5: .string(string())
    case 6: .array((0..<below(6)).map { _ in value(depth: depth - 1) })
    default:
      .object(JSONObject((0..<below(40)).map { _ in (name: string(), value: value(depth: below(depth))) }))
    }
  }

  /// Plain letters, controls, combining characters, and scalars of every length.
  mutating func string() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<below(12) {
      let bound = [0x20, 0x80, 0x100, 0x370, 0x1_0000, 0x11_0000][below(6)]
      if let scalar = Unicode.Scalar(UInt32(below(bound))) { text.append(scalar) }
    }
    return String(text)
  }
}
