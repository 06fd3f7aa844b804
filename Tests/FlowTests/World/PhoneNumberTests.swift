import Testing

@testable import Flow

@Suite struct `A phone number` {
  @Test(arguments: ["32+470000001", "+32 470000001", "32 470000001", "+32+470000001", " 32+470000001"])
  func `is the same however its plus arrived`(text: String) throws {
    let number = try #require(PhoneNumber(text))
    #expect(number.hint == "32+470000001" && number.claim == "+32 470000001")
    #expect(PhoneNumber(number.hint) == number && PhoneNumber(number.claim) == number)
  }

  @Test func `is read as the documented expression reads it, on every short text`() {
    // The guide's expression, with the space of a decoded plus in front, and a number that is there.
    let expression = /[+ ]?([0-9]{1,3})[ +]([0-9]{1,15})/
    var wrong: [String] = []
    for text in words(of: "+ 3a", upTo: 7) {
      let match = text.wholeMatch(of: expression)
      let number = PhoneNumber(text)
      if number?.countryCode != match.map({ String($0.1) }) || number?.national != match.map({ String($0.2) })
      {
        wrong.append(text)
      }
    }
    #expect(wrong == [])
  }

  @Test func `has at most fifteen digits after the country code (E.164)`() {
    #expect(PhoneNumber("+32 123456789012345") != nil)
    #expect(PhoneNumber("+32 1234567890123456") == nil)
    #expect(PhoneNumber("+3212 1") == nil && PhoneNumber("+32 ") == nil && PhoneNumber("+32 ４７０") == nil)
  }
}
