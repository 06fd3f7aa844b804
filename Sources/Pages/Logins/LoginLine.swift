import Flow
import Frame
import HTTP
import ProviderKit

/// A login or verification as one line of the list; also one that was refused before it began.
struct LoginLine {
  let started: Instant
  /// Tells lines of the same moment apart.
  let number: Int
  /// `nil` if it was refused before it began.
  let identifier: String?
  /// The number of the exchange that refused it.
  let exchange: Int?
  let provider: String
  let title: String
  /// Which of the broker's eIDs, or which level, the request asked for.
  let asked: String?
  let client: String
  let person: String
  let personName: String
  let story: String?
  let took: Duration?
  let outcome: String
  let standing: Badge
  /// The ids of the rules that were broken, each once.
  let findings: [(rule: String, severity: Rule.Severity)]

  func count(_ severity: Rule.Severity) -> Int { findings.count { $0.severity == severity } }

  var cursor: String { "\(started.milliseconds)-\(number)" }

  /// True if it began before that of the cursor.
  func isBefore(_ cursor: String) -> Bool {
    let parts = cursor.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 2 else { return true }
    return (started.milliseconds, Int64(number)) < (parts[0], parts[1])
  }

  /// What the search looks through.
  var texts: [String] {
    [
      identifier ?? "", provider, title, asked ?? "", client, person, personName, story ?? "", outcome,
      started.text,
    ] + findings.map(\.rule)
  }
}

extension LoginLine {
  /// Without the provider, which the line names already.
  private func shortStory(_ story: String) -> HTML {
    let name = story.hasPrefix("\(provider)/") ? String(story.dropFirst(provider.count + 1)) : story
    return "<span title=\"\(story)\">\(HTML.foreign(name, atMost: 40))</span>"
  }

  func html(at now: Instant, _ base: String, isBrief: Bool) -> HTML {
    let link: HTML =
      if let identifier {
        "<a href=\"\(base)/transactions/\(PercentCoding.encode(identifier))\">\(provider) <code>\(HTML.foreign(identifier, atMost: 10))</code></a>"
      } else {
        "<a href=\"\(base)/traffic/\(exchange ?? 0)\">\(provider), before it began</a>"
      }
    let who: HTML =
      person.isEmpty ? "" : "<span title=\"\(person)\">\(HTML.foreign(personName, atMost: 32))</span>"
    let counts = [Rule.Severity.error, .warning, .note].compactMap { severity -> HTML? in
      let count = count(severity)
      return count == 0 ? nil : Badge(severity).html("\(count) \(severity.rawValue)\(count == 1 ? "" : "s")")
    }
    let request: HTML? =
      isBrief ? nil : "<td class=\"wrap\">\(asked.map { HTML.foreign($0, atMost: 28) })</td>"
    let course: HTML? =
      isBrief
      ? nil
      : "<td class=\"wrap\">\(story.map(shortStory))</td><td class=\"number\">\(took.map(TimeText.took) ?? "")</td>"
    return """
      <tr id="login-\(cursor)" data-testid="transaction"><td>\(link)</td><td>\(TimeText(started).ago(from: now))</td>\
      \(request)<td class="wrap">\(HTML.foreign(client, atMost: 32))</td><td>\(who)</td>\(course)\
      <td data-testid="transaction-state">\(standing.html(outcome))</td><td class="wrap">\(counts)</td></tr>

      """
  }
}
