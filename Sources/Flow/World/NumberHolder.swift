/// What a national number says about the person who has it.
struct NumberHolder: Sendable, Hashable {
  let birthdate: CalendarDate
  let isFemale: Bool
  /// The country that gave the number, as ISO 3166-1 alpha-2.
  let country: String

  /// - Parameter digits: without separators; `nil` for a number that holds no date.
  init?(_ digits: String, of identifier: PersonIdentifier) {
    let numbers = digits.compactMap(\.wholeNumberValue)
    guard numbers.count == digits.count else { return nil }
    let pair = { (start: Int) in numbers[start] * 10 + numbers[start + 1] }
    let born: CalendarDate?
    let genderDigit: Int
    switch identifier {
    case .swedishPersonalNumber where numbers.count == 12,
      .swedishCoordinationNumber where numbers.count == 12:
      let day = pair(6)
      born = CalendarDate(year: pair(0) * 100 + pair(2), month: pair(4), day: day > 60 ? day - 60 : day)
      (genderDigit, country) = (numbers[10], "SE")
    case .danishPersonalNumber where numbers.count == 10:
      let day = pair(0)
      born = CalendarDate(
        year: Self.danishCentury(numbers[6], year: pair(4)) + pair(4), month: pair(2),
        day: day > 60 ? day - 60 : day)
      (genderDigit, country) = (numbers[9], "DK")
    case .belgianNationalNumber where numbers.count == 11:
      let body = numbers.prefix(9).reduce(0) { $0 * 10 + $1 }
      let century = 97 - body % 97 == pair(9) ? 1900 : 2000
      born = CalendarDate(year: century + pair(0), month: pair(2), day: pair(4))
      (genderDigit, country) = (numbers[8], "BE")
    default: return nil
    }
    guard let born else { return nil }
    (birthdate, isFemale) = (born, genderDigit.isMultiple(of: 2))
  }

  /// The century of a CPR number, by its seventh digit and the two digits of the year.
  private static func danishCentury(_ seventh: Int, year: Int) -> Int {
    switch seventh {
    case 0...3: 1900
    case 4, 9: year <= 36 ? 2000 : 1900
    default: year <= 57 ? 2000 : 1800
    }
  }
}
