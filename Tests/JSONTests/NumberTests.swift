import JSON
import Testing

@Suite struct `A number` {
  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("7", 7), ("-122", -122), ("123456789012345678", 123_456_789_012_345_678),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("1000000000000000000", 1_000_000_000_000_000_000),
    ] as [(String, JSON)])
  func `without fraction and exponent is an integer (RFC 8259, 6)`(text: String, value: JSON) throws {
    #expect(try JSON(parsing: text) == value)
    #expect(try JSONParser.parse(text).json == value)
  }

  @Test(arguments: [
    ("0.0", 0), ("1.0", 1), ("-1.5", -1.5), ("1e0", 1), ("1E+2", 100), ("1e-2", 0.01), ("0e1", 0),
    ("20.0e-1", 2), ("123.456e78", 123.456e78),
    ("0.1e1", 1), ("1e-400", 0), ("0.30000000000000000000000000000000004", 0.3),
  ])
  func `with either is a decimal`(text: String, value: Double) throws {
    #expect(try JSON(parsing: text) == .decimal(value))
  }

  @Test(
    arguments: [
      ("9223372036854775808", 0x1p63), ("-9223372036854775809", nil), ("18446744073709551616", 0x1p64),
      ("18446744073709551615", nil),
      ("-18446744073709551616", -0x1p64), ("295147905179352825856", 0x1p68), ("295147905179352830000", nil),
      ("100000000000000000000", 1e20), ("10000000000000000000000", 1e22),
      ("99999999999999991611392", 99999999999999991611392), ("100000000000000000000000", nil),
    ] as [(String, Double?)])
  func `beyond 64 bits is kept as a decimal only if nothing of it is lost`(text: String, value: Double?)
    throws
  {
    if let value {
      #expect(try JSON(parsing: text) == .decimal(value))
    } else {
      #expect(problem(in: text) == "1:1: \(text) is too large to be kept exactly")
    }
  }

  @Test func `may be as large as a double gets, and no larger`() throws {
    #expect(try JSON(parsing: "1.7976931348623157e308") == .decimal(.greatestFiniteMagnitude))
    #expect(problem(in: "[1e309]") == "1:2: [0]: 1e309 is too large for a number")
    #expect(problem(in: "-1e999") == "1:1: -1e999 is too large for a number")
    let digits = String(repeating: "9", count: 400)
    #expect(problem(in: digits) == "1:1: \(digits.prefix(40))… is too large to be kept exactly")
    let largest = try JSON(parsing: "[" + exactLargest + "]")
    #expect(largest[0] == .decimal(.greatestFiniteMagnitude))
    #expect(problem(in: exactLargest.dropLast() + "7").hasSuffix("is too large to be kept exactly"))
  }

  /// 2^1024 - 2^971, by IEEE 754.
  private let exactLargest =
    "179769313486231570814527423731704356798070567525844996598917476803157260780028538760589558"
    + "632766878171540458953514382464234321326889464182768467546703537516986049910576551282076245"
    + "490090389328944075868508455133942304583236903222948165808559332123348274797826204144723168"
    + "738177180919299881250404026184124858368"

  @Test(arguments: [
    ("01", "a number has no leading zeros"), ("-01", "a number has no leading zeros"),
    ("00", "a number has no leading zeros"),
    ("+1", "a number has no leading plus sign"), (".5", "expected a digit before the decimal point"),
    ("1.", "expected a digit after the decimal point"),
    ("1.e5", "expected a digit after the decimal point"),
    ("-", "expected a digit after the minus sign"), ("-.5", #""-.5" is not a JSON number"#),
    ("--1", "expected a digit after the minus sign"),
    ("1e", "expected a digit in the exponent"), ("1E+", "expected a digit in the exponent"),
    ("1e1.5", #""1e1.5" is not a JSON number"#),
    ("0x10", #""0x10" is not a JSON number"#), ("1_000", #""1_000" is not a JSON number"#),
    ("1.2.3", #""1.2.3" is not a JSON number"#),
    ("2s", #""2s" is not a JSON number"#), ("1990-07-14", "text after the end of the value"),
    ("-Infinity", #""-Infinity" is not a JSON number"#),
    ("1e+x", #""1e+x" is not a JSON number"#), ("-NaN", #""-NaN" is not a JSON number"#),
    ("12٣", "text after the end of the value"),
  ])
  func `of another form is refused`(text: String, message: String) {
    #expect(problem(in: text).hasSuffix(": " + message), "\(text) gives \(problem(in: text))")
    #expect(problem(in: text).hasPrefix(message.hasPrefix("text after") ? "1:" : "1:1: "))
  }

  /// RFC 8785, appendix B: bit patterns and their text; those of our vectors with neither fraction nor exponent in the RFC
  /// are given one.
  static let bits: [(UInt64, String)] = [
    (0x0000_0000_0000_0000, "0.0"), (0x8000_0000_0000_0000, "-0.0"), (0x0000_0000_0000_0001, "5e-324"),
    (0x8000_0000_0000_0001, "-5e-324"), (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
    (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"), (0x4340_0000_0000_0000, "9007199254740992.0"),
    (0xC340_0000_0000_0000, "-9007199254740992.0"), (0x4430_0000_0000_0000, "295147905179352830000.0"),
    (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
    (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"), (0x444B_1AE4_D6E2_EF4E, "999999999999999700000.0"),
    (0x444B_1AE4_D6E2_EF4F, "999999999999999900000.0"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
    (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
    (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
    (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
    (0x41B3_DE43_5555_5557, "333333333.33333343"), (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
    (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
  ]

  @Test(arguments: bits)
  func `is read to the nearest double and written so that it reads back (RFC 8785, B)`(
    bits: UInt64, text: String
  ) throws {
    guard case .decimal(let value) = try JSON(parsing: text) else {
      Issue.record("\(text) is not a decimal")
      return
    }
    #expect(value.bitPattern == bits)
    guard case .decimal(let again) = try JSON(parsing: JSON.decimal(value).text()) else {
      Issue.record("\(value) is not written as a decimal")
      return
    }
    #expect(again.bitPattern == bits)
  }

  @Test func `that JSON cannot say is written as null`() {
    #expect(
      ([.decimal(.nan), .decimal(.infinity), .decimal(-.infinity)] as JSON).text() == "[null,null,null]")
  }
}
