import JSON
import Testing

@Suite struct `The parser accepts` {
  /// RFC 8259, section 13.
  @Test func `the first example of the RFC`() throws {
    let text = """
      {
        "Image": {
            "Width":  800,
            "Height": 600,
            "Title":  "View from 15th Floor",
            "Thumbnail": {
                "Url":    "http://www.example.com/image/481989943",
                "Height": 125,
                "Width":  100
            },
            "Animated" : false,
            "IDs": [116, 943, 234, 38793]
          }
      }
      """
    let image = try JSON(parsing: text)["Image"]
    #expect(image?.object?.names == ["Width", "Height", "Title", "Thumbnail", "Animated", "IDs"])
    #expect(image?["Thumbnail"]?["Url"] == "http://www.example.com/image/481989943")
    #expect(image?["Animated"] == false)
    #expect(image?["IDs"] == [116, 943, 234, 38793])
  }

  /// RFC 8259, section 13.
  @Test func `the second example of the RFC`() throws {
    let text = """
      [
        { "precision": "zip", "Latitude":  37.7668, "Longitude": -122.3959, "Address": "", "City": "SAN FRANCISCO",
          "State": "CA", "Zip": "94107", "Country": "US" },
        { "precision": "zip", "Latitude":  37.371991, "Longitude": -122.026020, "Address": "", "City": "SUNNYVALE",
          "State": "CA", "Zip": "94085", "Country": "US" }
      ]
      """
    let places = try JSON(parsing: text)
    #expect(places.array?.count == 2)
    #expect(places[0]?["Longitude"] == -122.3959)
    #expect(places[1]?["Longitude"] == -122.02602)
    #expect(places[1]?["City"] == "SUNNYVALE")
  }

  @Test(
    arguments: [
      (#""Hello world!""#, "Hello world!"), ("42", 42), ("true", true), ("false", false), ("null", .null),
      ("[]", []),
      ("{}", [:]), (" \t\r\n[ ]\n", []), ("[[],{}]", [[], [:]]), (#"{"":0}"#, ["": 0]),
      ("[1 ,\r\n2]", [1, 2]),
    ] as [(String, JSON)])
  func `any value, alone too, with space around (2 and 3)`(text: String, value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
    #expect(try JSONParser.parse(text).json == value)
  }

  @Test func `64 levels and refuses the 65th (9)`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSON(parsing: nested(64)).array?.count == 1)
    #expect(problem(in: nested(65)).hasSuffix("nested deeper than 64 levels"))
    #expect(problem(in: nested(65)).hasPrefix("1:65: [0][0]"))
    #expect(
      problem(in: String(repeating: #"{"a":"#, count: 100_000)).hasSuffix("nested deeper than 64 levels"))
    #expect(problem(in: "[[1]]", limits: JSONLimits(depth: 1)) == "1:2: [0]: nested deeper than 1 levels")
  }

  @Test func `texts up to the size allowed (9)`() throws {
    let limits = JSONLimits(bytes: 4)
    #expect(try JSON(parsing: "1234", limits: limits) == 1234)
    #expect(problem(in: "12345", limits: limits) == "1:1: the text has 5 bytes; at most 4 are read")
  }
}

@Suite struct `The parser refuses` {
  @Test(arguments: [
    ("", "1:1: the text is empty; expected a JSON value"),
    ("  \n ", "2:2: the text is empty; expected a JSON value"),
    ("\u{FEFF}{}", "1:1: the text starts with a byte order mark; JSON is UTF-8 without one"),
    ("{} x", "1:4: text after the end of the value"),
    ("1 2", "1:3: text after the end of the value"),
    ("[]]", "1:3: text after the end of the value"),
    ("{}\n// end", "2:1: JSON has no comments"),
  ])
  func `what is not one value`(text: String, expected: String) { #expect(problem(in: text) == expected) }

  @Test(arguments: [
    ("[1, 2,]", "1:6: trailing comma"),
    ("{\"then\": [\n  {\"do\": 1 , }\n]}", "2:12: then[0]: trailing comma"),
    ("[,]", "1:2: [0]: expected a value before the comma"),
    ("[1,,2]", "1:4: [1]: expected a value before the comma"),
    ("{,}", "1:2: expected a member name, found \",\""),
    ("[1 2]", "1:3: missing comma"),
    ("{\"a\": 1\n \"b\": 2}", "1:8: missing comma"),
    ("{\"a\": {\"b\": [] \"c\": 2}}", "1:15: a: missing comma"),
    ("[1; 2]", "1:3: expected a comma or \"]\" for the array opened at 1:1, found \";\""),
    ("{\"a\": [1, 2}", "1:12: a: expected a comma or \"]\" for the array opened at 1:7, found \"}\""),
    ("{\"a\": 1]", "1:8: expected a comma or \"}\" for the object opened at 1:1, found \"]\""),
    ("[\"a\": 1]", "1:5: expected a comma or \"]\" for the array opened at 1:1, found \":\""),
  ])
  func `commas too many and too few`(text: String, expected: String) {
    #expect(problem(in: text) == expected)
  }

  @Test(arguments: [
    ("[1, 2", "1:6: the text ends inside the array opened at 1:1"),
    ("{\"a\": [", "1:8: a[0]: expected a value, found the end of the text"),
    ("{\"a\": [1", "1:9: a: the text ends inside the array opened at 1:7"),
    ("{", "1:2: the text ends inside the object opened at 1:1"),
    ("{\"a\"", "1:5: expected a colon after the member name \"a\", found the end of the text"),
    ("{\"a\":", "1:6: a: expected a value, found the end of the text"),
    ("{\"a\": 1,\n", "2:1: the text ends inside the object opened at 1:1"),
  ])
  func `texts that break off`(text: String, expected: String) { #expect(problem(in: text) == expected) }

  @Test(arguments: [
    ("{\"a\" 1}", "1:6: expected a colon after the member name \"a\", found \"1\""),
    ("{\"a\" = 1}", "1:6: expected a colon after the member name \"a\", found \"=\""),
    ("{\"a\", \"b\"}", "1:5: expected a colon after the member name \"a\", found \",\""),
    ("{a: 1}", "1:2: a member name is written in double quotes"),
    ("{'a': 1}", "1:2: a member name is written in double quotes"),
    ("{1: 1}", "1:2: a member name is written in double quotes"),
    ("{[]: 1}", "1:2: expected a member name, found \"[\""),
    ("{\u{201C}a\u{201D}: 1}", "1:2: expected a member name, found U+201C"),
  ])
  func `members without their colon or their quotes`(text: String, expected: String) {
    #expect(problem(in: text) == expected)
  }

  @Test(arguments: [
    ("[tru]", "1:2: [0]: \"tru\" is not a JSON value; did you mean true?"),
    ("True", "1:1: \"True\" is not a JSON value; did you mean true?"),
    ("nil", "1:1: \"nil\" is not a JSON value"),
    ("NULL", "1:1: \"NULL\" is not a JSON value; did you mean null?"),
    ("truefalse", "1:1: \"truefalse\" is not a JSON value"),
    ("undefined", "1:1: \"undefined\" is not a JSON value"),
    ("NaN", "1:1: \"NaN\" is not a JSON value"),
    ("{\"a\": 'x'}", "1:7: a: a string is written in double quotes"),
    ("}", "1:1: expected a value, found \"}\""),
    ("[}", "1:2: [0]: expected a value, found \"}\""),
    ("\u{0}", "1:1: expected a value, found U+0000"),
    ("[\u{A0}1]", "1:2: [0]: expected a value, found U+00A0"),
    ("[\u{C}1]", "1:2: [0]: expected a value, found U+000C"),
  ])
  func `words and signs that are not values`(text: String, expected: String) {
    #expect(problem(in: text) == expected)
  }

  @Test(arguments: [
    "// x\n1", "/* x */ 1", "# x\n1", "{ // x\n}", "[1 /* x */]", "[1, // x\n2]", "{\"a\" /**/: 1}",
    "{\"a\": // x\n1}", "1 # x",
  ])
  func `comments, wherever they stand`(text: String) {
    #expect(problem(in: text).hasSuffix("JSON has no comments"))
  }

  @Test(arguments: [
    ("{\"x\": 1,\n \"x\": 2}", "2:2: the member \"x\" was already given at 1:2"),
    ("{\"a\": {\"b\": 1, \"c\": 2, \"\\u0062\": 3}}", "1:24: a: the member \"b\" was already given at 1:8"),
    ("{\"\":0,\"\":0}", "1:7: the member \"\" was already given at 1:2"),
  ])
  func `a name that comes twice in one object (4)`(text: String, expected: String) {
    #expect(problem(in: text) == expected)
  }

  @Test(arguments: [2, 31, 32, 33, 34, 100, 1000])
  func `a name that comes twice among many`(count: Int) {
    let names = (0..<count).map { "\"m\($0)\":0" }.joined(separator: ",\n")
    #expect(problem(in: "{\(names)}") == "none")
    #expect(
      problem(in: "{\(names),\n\"m1\":0}") == "\(count + 1):1: the member \"m1\" was already given at 2:1")
    #expect(problem(in: "{\(names),\n\"m\(count - 1)\":0}").hasSuffix("was already given at \(count):1"))
  }
}

@Suite struct `The path of a problem` {
  @Test(arguments: [
    (#"{"phone":[0,{"do":x}]}"#, "phone[1].do"),
    (#"{"people":{"anna":{"address":{"country":x}}}}"#, "people.anna.address.country"),
    (#"[[0,[x]]]"#, "[0][1][0]"),
    (#"{"is.client":x}"#, #""is.client""#),
    (#"{"when":{"is.client":[x]}}"#, #"when."is.client"[0]"#),
    (#"{"two words":{"":x}}"#, #""two words"."""#),
    (#"{"urn:my:app":{"*":x}}"#, #""urn:my:app".*"#),
    (#"{"a[0]":{"a\"b":{"c\\d":x}}}"#, #""a[0]"."a\"b"."c\\d""#),
    (#"{"line\nbreak":{"nbsp\u00a0":{"ünï-_$@":x}}}"#, "\"line\\nbreak\".\"nbsp\u{A0}\".ünï-_$@"),
  ])
  func `names members with dots and elements with brackets, and quotes names that would be unclear`(
    text: String, path: String
  ) throws {
    let problem = try #require(throws: JSONProblem.self) { try JSONParser.parse(text) }
    #expect(problem.path == path)
  }
}

/// The problem that parsing finds, the same with and without places, or "none".
func problem(in text: String, limits: JSONLimits = .default) -> String {
  problem(in: [UInt8](text.utf8), limits: limits)
}

func problem(in bytes: [UInt8], limits: JSONLimits = .default) -> String {
  var found: [String] = []
  do throws(JSONProblem) {
    _ = try JSONParser.parse(bytes, limits: limits)
    found.append("none")
  } catch {
    found.append(error.description)
  }
  do throws(JSONProblem) {
    _ = try JSON(parsing: bytes, limits: limits)
    found.append("none")
  } catch {
    found.append(error.description)
  }
  return found[0] == found[1] ? found[0] : "differs: \(found)"
}

@Suite struct `A name that stands twice` {
  @Test func `is let in where the limits say so, and the last value counts`() throws {
    var limits = JSONLimits()
    limits.acceptsRepeatedNames = true
    let text = #"{"a":1,"b":{"c":null,"c":{"d":2}},"a":3}"#
    let parsed = try JSON(parsing: text, limits: limits)
    #expect(parsed == ["a": 3, "b": ["c": ["d": 2]]])
    #expect(parsed.object?.names == ["a", "b"])
    #expect(try JSONParser.parse(text, limits: limits).json == parsed)
  }

  @Test func `is let in however many members there are`() throws {
    var limits = JSONLimits()
    limits.acceptsRepeatedNames = true
    let members = (0..<100).map { "\"n\($0 % 40)\":\($0)" }.joined(separator: ",")
    let parsed = try JSON(parsing: "{\(members)}", limits: limits)
    #expect(parsed.object?.count == 40)
    #expect(parsed["n0"] == 80)
    #expect(parsed["n39"] == 79)
  }
}
