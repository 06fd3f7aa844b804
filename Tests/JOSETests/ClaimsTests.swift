import JSON
import Testing

@testable import JOSE

@Suite struct `Claims of a token` {
  private func claims(_ text: String) throws -> Claims { try Claims(parsing: utf8(text)) }

  @Test func `are a JSON object, each given once (RFC 7519 §4)`() throws {
    #expect(throws: ClaimError.notObject) { try claims("[]") }
    for text in ["", "{", #"{"sub":"a","sub":"b"}"#] {
      let error = #expect(throws: ClaimError.self) { try claims(text) }
      guard case .notJSON = error else {
        Issue.record("unexpected \(String(describing: error))")
        return
      }
    }
  }

  @Test func `that are strings are nothing else`() throws {
    let claims = try claims(#"{"iss":"joe","sub":7}"#)
    #expect(try claims.string("iss") == "joe")
    #expect(try claims.requiredString("iss") == "joe")
    #expect(try claims.string("jti") == nil)
    #expect(throws: ClaimError.missing("jti")) { try claims.requiredString("jti") }
    #expect(throws: ClaimError.wrongType("sub", expected: "a string")) { try claims.string("sub") }
  }

  @Test(arguments: [
    ("1300819380", 1_300_819_380_000), ("1300819380.5", 1_300_819_380_500), ("1.3e9", 1_300_000_000_000),
    ("0", 0), ("-1", -1000), ("-0.0005", -1), ("0.0019", 1),
  ])
  func `that are dates are whole or decimal seconds (RFC 7519 §2)`(text: String, milliseconds: Int) throws {
    let date = try claims("{\"exp\":\(text)}").requiredDate("exp")
    #expect(date.milliseconds == milliseconds)
  }

  @Test func `that are dates have whole seconds cut off towards the past`() {
    #expect(NumericDate(milliseconds: 1999).seconds == 1)
    #expect(NumericDate(milliseconds: -1).seconds == -1)
    #expect(NumericDate(seconds: 3).milliseconds == 3000)
    #expect(NumericDate(seconds: 3) < NumericDate(milliseconds: 3001))
  }

  @Test(arguments: [
    "\"1300819380\"", "true", "null", "[1]", "1e300", "-1e300", "9223372036854775807", "-9223372036854775808",
  ])
  func `that are dates are numbers within reason`(text: String) throws {
    let claims = try claims("{\"exp\":\(text)}")
    #expect(throws: ClaimError.wrongType("exp", expected: "a number of seconds since 1970")) {
      try claims.date("exp")
    }
  }

  @Test func `name an audience or several (RFC 7519 §4.1.3)`() throws {
    #expect(try claims(#"{"aud":"one"}"#).audience() == ["one"])
    #expect(try claims(#"{"aud":["one","two"]}"#).audience() == ["one", "two"])
    #expect(try claims(#"{"aud":[]}"#).audience() == [])
    #expect(try claims("{}").audience() == [])
    for text in [#"{"aud":7}"#, #"{"aud":["one",7]}"#, #"{"aud":null}"#] {
      #expect(throws: ClaimError.wrongType("aud", expected: "a string or an array of strings")) {
        try claims(text).audience()
      }
    }
  }
}
