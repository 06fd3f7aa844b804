import Foundation
import Testing

@testable import Flow

@Suite struct `The calendar` {
  private static let utc: Calendar = {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
    return calendar
  }()

  @Test func `has 29 February in leap years only`() {
    #expect(CalendarDate("2024-02-29") != nil && CalendarDate("2000-02-29") != nil)
    #expect(
      CalendarDate("2023-02-29") == nil && CalendarDate("1900-02-29") == nil
        && CalendarDate("2100-02-29") == nil)
  }

  @Test(arguments: [
    "2024-13-01", "2024-00-01", "2024-01-00", "2024-01-32", "2024-04-31", "2024-1-1", "24-01-01",
    "2024/01/01",
    "2024-01-01T00:00:00Z", "", "2024-01-0a", " 2024-01-01", "2024-01-01 ", "+024-01-01",
  ])
  func `has no date that is written otherwise or does not exist`(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test func `agrees with Foundation over 20 000 random moments`() {
    var random = SystemRandomNumberGenerator()
    let names: Set<Calendar.Component> = [.year, .month, .day, .hour, .minute, .second]
    for _ in 0..<20_000 {
      let seconds = Int64.random(in: -2_208_988_800...253_402_300_799, using: &random)
      let ours = CalendarDate(Instant(seconds: seconds))
      let theirs = Self.utc.dateComponents(names, from: Date(timeIntervalSince1970: Double(seconds)))
      guard ours.year == theirs.year, ours.month == theirs.month, ours.day == theirs.day,
        ours.hour == theirs.hour,
        ours.minute == theirs.minute, ours.second == theirs.second, ours.instant == Instant(seconds: seconds)
      else {
        Issue.record("\(seconds): \(ours.dateTimeText)")
        return
      }
    }
  }

  @Test func `counts every day from 1899 to 2101 once`() throws {
    var day = try #require(CalendarDate("1899-01-01")).instant
    var last = CalendarDate(day)
    for _ in 0..<73_780 {
      day = day + .seconds(86_400)
      let next = CalendarDate(day)
      let follows =
        next.day == last.day + 1 && next.month == last.month && next.year == last.year
        || next.day == 1 && last.day == CalendarDate.days(in: last.month, of: last.year)
          && next.month == last.month % 12 + 1
      if !follows || CalendarDate(next.dateText) != next {
        Issue.record("\(next.dateText) after \(last.dateText)")
        return
      }
      last = next
    }
  }
}

@Suite struct `An instant` {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0), ("2026-11-21T02:13:00Z", 1_795_227_180_000),
    ("2026-11-21T02:13:00.25Z", 1_795_227_180_250), ("2026-11-21T03:13:00+01:00", 1_795_227_180_000),
    ("2026-11-20T21:43:00-04:30", 1_795_227_180_000), ("2026-11-21t02:13:00.2509999z", 1_795_227_180_250),
    ("1969-12-31T23:59:59.999Z", -1), ("2026-11-21T02:13:00-00:00", 1_795_227_180_000),
  ])
  func `is read from RFC 3339, §5.6`(text: String, milliseconds: Int64) {
    #expect(Instant(text)?.milliseconds == milliseconds)
  }

  @Test(arguments: [
    "", "2026-11-21", "2026-11-21T02:13:00", "2026-11-21 02:13:00Z", "2026-11-21T02:13Z",
    "2026-11-21T24:00:00Z",
    "2026-11-21T02:60:00Z", "2026-02-30T02:13:00Z", "2026-11-21T02:13:00.Z", "2026-11-21T02:13:00+0100",
    "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01", "2026-11-21T02:13:00+24:00",
    "2026-11-21T02:13:00Zz", "2026-11-21T02:13:00+01:00Z", "1795227180",
  ])
  func `is not read from anything else`(text: String) {
    #expect(Instant(text) == nil)
  }

  @Test func `is written as RFC 3339 with milliseconds and reads back`() {
    var random = SystemRandomNumberGenerator()
    #expect(Instant(milliseconds: 1_795_227_180_250).text == "2026-11-21T02:13:00.250Z")
    for _ in 0..<5_000 {
      let instant = Instant(
        milliseconds: Int64.random(in: -2_208_988_800_000...253_402_300_799_999, using: &random))
      #expect(Instant(instant.text) == instant)
    }
  }

  @Test func `reads what Foundation writes for any offset`() throws {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<2_000 {
      let seconds = Int64.random(in: 0...4_000_000_000, using: &random)
      let zone = try #require(TimeZone(secondsFromGMT: 60 * Int.random(in: -840...840, using: &random)))
      var style = Date.ISO8601FormatStyle(timeZone: zone)
      style = style.timeZoneSeparator(.colon)
      let text = Date(timeIntervalSince1970: Double(seconds)).formatted(style)
      #expect(Instant(text) == Instant(seconds: seconds), "\(text)")
    }
  }

  @Test func `rounds its seconds down, also before 1970`() {
    #expect(Instant(milliseconds: 1999).seconds == 1)
    #expect(Instant(milliseconds: -1).seconds == -1 && Instant(milliseconds: -1000).seconds == -1)
    #expect(Instant(milliseconds: -1001).seconds == -2)
  }

  @Test func `moves by durations and knows the time between`() {
    let start = Instant(seconds: 10)
    #expect(start + .milliseconds(1500) == Instant(milliseconds: 11_500))
    #expect(start - .seconds(11) == Instant(seconds: -1))
    #expect(start - Instant(seconds: 12) == .seconds(-2))
    #expect(start < start + .milliseconds(1))
    // "Always" and "never", as a sweep compares them with now.
    #expect(Instant(milliseconds: .min) - start < .zero)
    #expect(Instant(milliseconds: .max) - Instant(milliseconds: .min) > .seconds(86_400))
  }
}

@Suite struct `A duration` {
  @Test(arguments: [
    ("250ms", 250), ("0s", 0), ("3s", 3000), ("1.5s", 1500), ("3m", 180_000), ("2h", 7_200_000),
    ("1d", 86_400_000),
    ("-10m", -600_000), ("0.001s", 1), ("010s", 10_000),
  ])
  func `is read from a number and a unit`(text: String, milliseconds: Int64) {
    #expect(DurationText.parse(text) == .milliseconds(milliseconds))
  }

  @Test(arguments: [
    "", "3", "s", "3 s", "3 sec", "3sec", "3S", "+3s", "--3s", "1e3s", "0x3s", ".5s", "5.s", "1.2.3s", "1,5s",
    "3m 2s",
    "3m2s", "inf s", "nans", "３s", "99999999999d", "3w",
  ])
  func `is not read from anything else`(text: String) {
    #expect(DurationText.parse(text) == nil)
  }

  @Test func `is written in the largest unit that keeps it whole, and reads back`() {
    for (milliseconds, text) in [
      (0, "0ms"), (250, "250ms"), (1500, "1500ms"), (3000, "3s"), (180_000, "3m"), (90_000, "90s"),
      (7_200_000, "2h"),
      (172_800_000, "2d"), (-600_000, "-10m"),
    ] {
      #expect(DurationText.text(.milliseconds(milliseconds)) == text)
      #expect(DurationText.parse(text) == .milliseconds(milliseconds))
    }
  }
}
