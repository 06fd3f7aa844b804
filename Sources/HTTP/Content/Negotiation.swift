/// A weighted list of what a client accepts: `Accept` or `Accept-Language` (RFC 9110 §12.4.2).
///
/// Malformed members are skipped: a bad preference is no reason to refuse a request.
struct Preferences {
  /// Each member in lower case without its parameters, and its weight in thousandths.
  private(set) var members: [(range: String, weight: Int)] = []

  init(_ text: String) {
    for member in QuotedList.split(text, at: UInt8(ascii: ",")) where !member.isEmpty {
      var parts = QuotedList.split(String(member), at: UInt8(ascii: ";"))[...]
      guard let range = parts.popFirst(), !range.isEmpty else { continue }
      let weight = parts.first { $0.lowercased().hasPrefix("q=") }.map { Self.weight($0.dropFirst(2)) }
      guard let thousandths = weight ?? 1000 else { continue }
      members.append((range.lowercased(), thousandths))
    }
  }

  /// `qvalue`: 0 or 1 with at most three digits after the point, not above 1; nil otherwise.
  static func weight(_ text: Substring) -> Int? {
    let digits = Array(text.utf8)
    guard (1...5).contains(digits.count), digits[0] == UInt8(ascii: "0") || digits[0] == UInt8(ascii: "1"),
      digits.count < 2 || digits[1] == UInt8(ascii: "."), digits.dropFirst(2).allSatisfy(\.isDigit)
    else { return nil }
    var weight = Int(digits[0] - UInt8(ascii: "0"))
    for position in 2..<5 {
      weight = weight * 10 + (position < digits.count ? Int(digits[position] - UInt8(ascii: "0")) : 0)
    }
    return weight <= 1000 ? weight : nil
  }
}

extension Request {
  /// The weight that the client gives this media type, in thousandths: from 0, not acceptable, to 1000.
  ///
  /// The most specific member that matches decides: `text/html` before `text/*` before `*/*` (RFC 9110 §12.5.1). A
  /// request without `Accept` accepts everything. `mediaType` is in lower case.
  package func weight(of mediaType: String) -> Int {
    let fields = headers.values("Accept")
    guard !fields.isEmpty else { return 1000 }
    let members = fields.flatMap { Preferences($0).members }
    let type = mediaType.prefix { $0 != "/" }
    for range in [mediaType, "\(type)/*", "*/*"] {
      if let weight = members.lazy.filter({ $0.range == range }).map(\.weight).max() { return weight }
    }
    return 0
  }

  /// True if the client shows pages: it names `text/html` itself, not only a wildcard, and with no less weight than
  /// JSON.
  package var prefersHTML: Bool {
    let members = headers.values("Accept").flatMap { Preferences($0).members }
    guard let html = members.first(where: { $0.range == "text/html" })?.weight, html > 0 else { return false }
    return html >= weight(of: "application/json")
  }

  /// The language of `offered` that the client prefers; nil if it accepts none of them.
  ///
  /// A wanted `nl-BE` matches an offered `nl` (RFC 4647 §3.4, lookup); of equal weights the first wanted
  /// wins. `offered` is in lower case.
  package func language(of offered: [String]) -> String? {
    let members = headers.values("Accept-Language").flatMap { Preferences($0).members }
    let refused = Set(members.filter { $0.weight == 0 }.map(\.range))
    let wanted = members.enumerated().filter { $0.element.weight > 0 }
      .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
    for (_, member) in wanted {
      if member.range == "*", let any = offered.first(where: { !refused.contains($0) }) { return any }
      var range = member.range[...]
      while !range.isEmpty {
        if offered.contains(String(range)) { return String(range) }
        range = range.lastIndex(of: "-").map { range[..<$0] } ?? ""
      }
    }
    return nil
  }
}
