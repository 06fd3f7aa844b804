import Flow

enum TimeText {
  /// To the second.
  static func utc(_ instant: Instant) -> String { "\(CalendarDate(instant).dateTimeText)Z" }

  /// In at most two units, such as `3 minutes 20 seconds ago` or `in 2 hours`.
  static func distance(from now: Instant, to instant: Instant) -> String {
    let seconds = Int(instant.seconds - now.seconds)
    guard seconds != 0 else { return "now" }
    let words = length(abs(seconds))
    return seconds < 0 ? "\(words) ago" : "in \(words)"
  }

  private static func length(_ seconds: Int) -> String {
    let units = [("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)]
    var rest = seconds
    var words: [String] = []
    for (name, size) in units where rest >= size || !words.isEmpty {
      guard words.count < 2 else { break }
      let count = rest / size
      rest %= size
      guard count > 0 else { break }
      words.append(count.counted(name))
    }
    return words.joined(separator: " ")
  }
}
