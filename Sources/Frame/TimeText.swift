package import Flow
package import HTTP

/// A moment for people: exact, or relative to now.
package struct TimeText {
  private let moment: Instant

  package init(_ moment: Instant) { self.moment = moment }

  /// `14:03:22`, with the whole in the title, and how long ago that is.
  package func ago(from now: Instant) -> HTML {
    """
    <time datetime="\(moment.text)" title="\(moment.text)">\(time)</time> \
    <span class="ago" data-since="\(moment.milliseconds)">\(Self.ago(now - moment))</span>
    """
  }

  /// `14:03:22`.
  package var short: HTML { "<time datetime=\"\(moment.text)\" title=\"\(moment.text)\">\(time)</time>" }

  /// `2026-01-12T15:02:23Z`.
  package var exact: HTML { "<time datetime=\"\(moment.text)\">\(moment.text)</time>" }

  /// A script keeps it running unless the clock is frozen.
  func clock(isFrozen: Bool) -> HTML {
    let mark: HTML = isFrozen ? " data-stands=\"\"" : ""
    return
      "<time datetime=\"\(moment.text)\" data-now=\"\(moment.milliseconds)\"\(mark)>\(time) UTC</time>\(isFrozen ? " (stands)" : "")"
  }

  private var time: String { String(moment.text.drop { $0 != "T" }.dropFirst().prefix(8)) }

  /// `just now`, `12 s ago`, `3 min ago`, `2 h ago`, `5 d ago`, `in 10 s`.
  package static func ago(_ age: Duration) -> String {
    let seconds = Int(age.wholeMilliseconds / 1000)
    if seconds < 0 { return "in \(length(-seconds))" }
    return seconds == 0 ? "just now" : "\(length(seconds)) ago"
  }

  private static func length(_ seconds: Int) -> String {
    switch seconds {
    case ..<60: "\(seconds) s"
    case ..<3600: "\(seconds / 60) min"
    case ..<86_400: "\(seconds / 3600) h"
    default: "\(seconds / 86_400) d"
    }
  }

  /// `840 ms`, `12.3 s`, `4 min 10 s`.
  package static func took(_ duration: Duration) -> String {
    let milliseconds = max(0, duration.wholeMilliseconds)
    if milliseconds < 1000 { return "\(milliseconds) ms" }
    if milliseconds < 60_000 { return "\(milliseconds / 1000).\(milliseconds / 100 % 10) s" }
    return "\(milliseconds / 60_000) min \(milliseconds / 1000 % 60) s"
  }
}
