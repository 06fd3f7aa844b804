import JSON

/// What is wrong with a national number, for people.
struct NationalNumberProblem: Error {
  let message: String
}

/// National numbers: their lengths, dates and check digits.
enum NationalNumber {
  /// Eleven digits `YYMMDDxxxcc`.
  ///
  /// `cc` is 97 minus the first nine digits modulo 97, with a 2 before them for those born from 2000 on.
  static func belgian(_ text: String) throws(NationalNumberProblem) -> String {
    let number = try digits(text, 11, "a Belgian national number has 11 digits, such as 70.01.01-999.60")
    let body = value(number.prefix(9))
    let (early, late) = (97 - body % 97, 97 - (2_000_000_000 + body) % 97)
    guard [early, late].contains(value(number.suffix(2))) else {
      throw NationalNumberProblem(
        message:
          "the check digits of this Belgian national number are \(two(early)), or \(two(late)) for someone born "
          + "from 2000 on, not \(number.suffix(2))")
    }
    return number
  }

  /// One of the series that are never given out: 999 for men, 998 for others.
  static func belgian(bornOn date: CalendarDate, isMale: Bool) -> String {
    let body = date.dateText.filter { $0 != "-" }.dropFirst(2) + (isMale ? "999" : "998")
    return body + two(97 - (value(body) + (date.year < 2000 ? 0 : 2_000_000_000)) % 97)
  }

  /// Twelve digits `YYYYMMDDxxxc`.
  ///
  /// `c` is the Luhn check digit of the last ten. A coordination number adds 60 to the day.
  static func swedish(_ text: String, isCoordination: Bool) throws(NationalNumberProblem) -> String {
    let name = isCoordination ? "coordination" : "personal"
    let example = isCoordination ? "197010632391" : "189001019802"
    let number = try digits(text, 12, "a Swedish \(name) number has 12 digits, such as \(example)")
    let (year, month) = (value(number.prefix(4)), value(number.dropFirst(4).prefix(2)))
    let day = value(number.dropFirst(6).prefix(2)) - (isCoordination ? 60 : 0)
    guard CalendarDate(year: year, month: month, day: day) != nil else {
      throw NationalNumberProblem(
        message: "this Swedish \(name) number holds no date"
          + (isCoordination ? "; its day has 60 added" : ""))
    }
    let wanted = luhn(number.dropFirst(2).dropLast())
    guard value(number.suffix(1)) == wanted else {
      throw NationalNumberProblem(
        message: "the check digit of this Swedish \(name) number is \(wanted), not \(number.suffix(1))")
    }
    return number
  }

  /// Ten digits `DDMMYYxxxx`.
  ///
  /// Check digits were abandoned in 2007. A substitute number adds 60 to the day.
  static func danish(_ text: String) throws(NationalNumberProblem) -> String {
    let number = try digits(text, 10, "a Danish CPR number has 10 digits, such as 010170-0000")
    let (day, month) = (value(number.prefix(2)), value(number.dropFirst(2).prefix(2)))
    // The century is not in the first six digits, so 29 February is accepted in every year.
    guard CalendarDate(year: 2000, month: month, day: day > 60 ? day - 60 : day) != nil else {
      throw NationalNumberProblem(message: "this Danish CPR number holds no date; it begins DDMMYY")
    }
    return number
  }

  /// A Belgian card number has twelve digits, the last two being the others modulo 97, or 97 instead of 0.
  static func belgianCard(_ text: String) throws(NationalNumberProblem) {
    let number = try digits(text, 12, "a Belgian card number has 12 digits, such as 591-0000001-06")
    let wanted = value(number.prefix(10)) % 97
    guard value(number.suffix(2)) == (wanted == 0 ? 97 : wanted) else {
      throw NationalNumberProblem(
        message: "the check digits of this Belgian card number are \(two(wanted == 0 ? 97 : wanted)), "
          + "not \(number.suffix(2))")
    }
  }

  /// The Luhn check digit to put at the end of a number.
  private static func luhn(_ body: some BidirectionalCollection<Character>) -> Int {
    let sum = body.reversed().enumerated().reduce(0) { sum, digit in
      let value = digit.element.wholeNumberValue ?? 0
      let doubled = digit.offset.isMultiple(of: 2) ? 2 * value : value
      return sum + (doubled > 9 ? doubled - 9 : doubled)
    }
    return (10 - sum % 10) % 10
  }

  /// The digits of a number written with or without `.`, `-` and spaces.
  private static func digits(
    _ text: String, _ count: Int, _ wish: String
  ) throws(NationalNumberProblem) -> String {
    let number = text.filter { !".- ".contains($0) }
    guard number.utf8.count == count, number.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw NationalNumberProblem(message: "\(wish); found \(JSONProblem.quoted(text))")
    }
    return number
  }

  private static func value(_ digits: some StringProtocol) -> Int { Int(digits) ?? 0 }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

extension Person {
  var belgianNumber: String? {
    get { identifiers[PersonIdentifier.belgianNationalNumber.rawValue] }
    set { identifiers[PersonIdentifier.belgianNationalNumber.rawValue] = newValue }
  }

  /// Of the series that are never given out.
  var fictionalBelgianNumber: String? {
    birthdate.map { NationalNumber.belgian(bornOn: $0, isMale: gender == "male") }
  }
}
