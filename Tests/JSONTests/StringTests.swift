import JSON
import Testing

@Suite struct `A string` {
  @Test(arguments: [
    (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0000""#, "\0"),
    (#""/""#, "/"),
    (#""\u005C""#, "\\"), (#""\u00e9\u00E9""#, "éé"), ("\"\u{7F}\"", "\u{7F}"), ("\"\u{2028}\"", "\u{2028}"),
    // RFC 8259, section 7: the G clef.
    (#""\uD834\uDD1E""#, "\u{1D11E}"), ("\"\u{1D11E}\"", "\u{1D11E}"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
    // RFC 8259, section 8.3.
    (#""a\u005Cb""#, "a\\b"), (#""a\\b""#, "a\\b"),
    // RFC 8785, section 3.2.2.
    (#""\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/""#, "\u{20AC}$\u{F}\nA'B\"\\\\\"/"),
    (#""mixed \u00e9 and é and 😀 and \ud83d\ude00""#, "mixed é and é and 😀 and 😀"),
  ])
  func `is read with its escapes resolved (RFC 8259, 7)`(text: String, value: String) throws {
    let read = try #require(try JSON(parsing: text).string)
    #expect(Array(read.unicodeScalars) == Array(value.unicodeScalars))
    #expect(try JSONParser.parse(text).json.string == value)
  }

  @Test(arguments: [
    ("[\"abc]", "1:2: [0]: the string is not closed"),
    ("[\"abc\\\"]", "1:2: [0]: the string is not closed"),
    ("{\"a\": \"b,\n \"c\": 1}", "1:7: a: the string is not closed on its line"),
    ("{\"a: \"b\"}\r\n", "1:7: expected a colon after the member name \"a: \", found \"b\""),
    ("\"a\r\"", "1:1: the string is not closed on its line"),
    ("\"é\tb\"", "1:3: control character U+0009 in a string; write \\t"),
    ("\"\u{8}\"", "1:2: control character U+0008 in a string; write \\b"),
    ("\"\u{C}\"", "1:2: control character U+000C in a string; write \\f"),
    ("\"\u{0}\"", "1:2: control character U+0000 in a string; write \\u0000"),
    ("\"\u{1F}\"", "1:2: control character U+001F in a string; write \\u001F"),
    (#""a\x41""#, #"1:3: \x is not an escape of JSON"#),
    (#""\'""#, #"1:2: \' is not an escape of JSON"#),
    (#""\U0041""#, #"1:2: \U is not an escape of JSON"#),
    ("\"\\\u{E9}\"", "1:2: a backslash followed by U+00E9 is not an escape"),
    ("\"\\\n\"", "1:2: a backslash followed by U+000A is not an escape"),
    ("\"\\", "1:2: the text ends inside a string"),
    (#""\u12""#, #"1:2: \u wants four hexadecimal digits"#),
    (#""\u12G4""#, #"1:2: \u wants four hexadecimal digits"#),
    (#""\u"#, #"1:2: \u wants four hexadecimal digits"#),
    (#""\u{41}""#, #"1:2: \u wants four hexadecimal digits"#),
    (#""é\ud834""#, #"1:3: \uD834 is half of a surrogate pair; its other half is missing"#),
    (#""\uDD1E""#, #"1:2: \uDD1E is half of a surrogate pair; its other half is missing"#),
    (#""\uDD1E\uD834""#, #"1:2: \uDD1E is half of a surrogate pair; its other half is missing"#),
    (#""\uD834\uD834""#, #"1:2: \uD834 is half of a surrogate pair; its other half is missing"#),
    (#""\uD834\u0041""#, #"1:2: \uD834 is half of a surrogate pair; its other half is missing"#),
    (#""\uD834\n""#, #"1:2: \uD834 is half of a surrogate pair; its other half is missing"#),
    (#""\uD834\u00""#, #"1:8: \u wants four hexadecimal digits"#),
  ])
  func `of another form is refused, at the place of the fault`(text: String, expected: String) {
    #expect(problem(in: text) == expected)
  }

  @Test(arguments: 0..<0x20 as Range<UInt8>) func `holds no control character as itself`(byte: UInt8) {
    #expect(problem(in: [0x22, byte, 0x22]) != "none")
  }

  @Test(arguments: 0x20...0x7F as ClosedRange<UInt8>)
  func `holds any other ASCII character, quote and backslash escaped`(byte: UInt8) throws {
    let isSpecial = byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    let text: [UInt8] = isSpecial ? [0x22, 0x5C, byte, 0x22] : [0x22, byte, 0x22]
    #expect(try JSON(parsing: text).string == String(Unicode.Scalar(byte)))
  }

  /// The well-formed sequences at the edges of RFC 3629, section 4.
  @Test(
    arguments: [
      [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE1, 0x80, 0x80], [0xED, 0x9F, 0xBF],
      [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF],
      [0xF0, 0x90, 0x80, 0x80], [0xF1, 0x80, 0x80, 0x80], [0xF4, 0x8F, 0xBF, 0xBF],
    ] as [[UInt8]])
  func `is UTF-8`(bytes: [UInt8]) throws {
    #expect(try JSON(parsing: [0x22] + bytes + [0x22]).string?.utf8.elementsEqual(bytes) == true)
    let columns = problem(in: [0x5B, 0x22] + bytes + [0x22, 0x78])
    #expect(columns == "1:5: missing comma")
  }

  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x9F, 0xBF], [0xE1, 0x80],
      [0xE1, 0x80, 0x41],
      [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x90, 0x80],
      [0xF1, 0x80, 0x80, 0x41],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func `that is not UTF-8 is refused (RFC 3629, 4)`(bytes: [UInt8]) {
    let byte = String(bytes[0], radix: 16, uppercase: true)
    let expected = "1:3: byte 0x\(byte) is not valid UTF-8"
    #expect(problem(in: [0x22, 0x61] + bytes + [0x22]) == expected)
    #expect(problem(in: [0x22, 0x61] + bytes) == expected)
    #expect(problem(in: bytes) == "1:1: expected a value, found byte 0x\(byte), which is not valid UTF-8")
  }
}
