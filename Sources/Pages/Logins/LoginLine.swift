import Flow
import Frame
import HTTP
import ProviderKit

/// A login or verification as one line of the list; also one that was refused before it began.
///
/// Everything is computed on demand: of thousands of lines a page shows a hundred.
struct LoginLine {
  enum Subject {
    /// - Parameters:
    ///   - reached: when it reached its present state.
    ///   - asked: the requested eID of the broker, or the requested level; empty if the request names none.
    case begun(TransactionOutline, reached: Instant?, asked: String)
    case refused(LoginCalls.Refusal)
  }

  private let subject: Subject
  /// `nil` if its provider does not run.
  private let words: LoginWords.Provider?

  init(_ subject: Subject, _ words: LoginWords.Provider?) { (self.subject, self.words) = (subject, words) }

  private var login: TransactionOutline? {
    if case .begun(let login, _, _) = subject { login } else { nil }
  }

  var started: Instant {
    switch subject {
    case .begun(let login, _, _): login.started
    case .refused(let call): call.at
    }
  }

  /// Distinguishes lines of the same moment.
  var number: Int {
    switch subject {
    case .begun(let login, _, _): login.ordinal
    case .refused(let call): call.number
    }
  }

  var provider: String {
    switch subject {
    case .begun(let login, _, _): login.provider
    case .refused(let call): call.provider
    }
  }

  var client: String {
    switch subject {
    case .begun(let login, _, _): login.client
    case .refused(let call): call.client
    }
  }

  private var rules: [String] {
    switch subject {
    case .begun(let login, _, _): login.findings
    case .refused(let call): call.findings
    }
  }

  var title: String { words?.title ?? provider }

  /// BankID, for a login that asked a broker for it.
  private var eID: String { PhoneApp.eID(of: provider, asked: asked) ?? title }

  private var asked: String {
    if case .begun(_, _, let asked) = subject { asked } else { "" }
  }

  private var personName: String {
    guard let login else { return "" }
    return login.isIdentified ? login.personName ?? login.person : Nobody.text(isOver: standing != .waiting)
  }

  /// `nil` if it was refused before it began.
  private var took: Duration? {
    guard case .begun(let login, let reached, _) = subject else { return nil }
    return [login.lastCall, reached].compactMap { $0 }.max().map { $0 - login.started }
  }

  var outcome: String {
    guard let state = login?.state else { return "refused" }
    return state.utf8.contains(UInt8(ascii: "_")) ? state.split(separator: "_").joined(separator: " ") : state
  }

  private var standing: Badge {
    guard let state = login?.state else { return .error }
    return words?.standing(state) ?? .error
  }

  var hasFindings: Bool { !rules.isEmpty }

  /// Counts each rule once.
  func count(_ severity: Rule.Severity) -> Int { Set(rules).count { self.severity($0) == severity } }

  func hasFinding(_ severity: String) -> Bool { rules.contains { self.severity($0).rawValue == severity } }

  private func severity(_ rule: String) -> Rule.Severity { words?.severity(rule) ?? .note }

  var cursor: String { "\(started.milliseconds)-\(number)" }

  /// True if it began before the cursor's login.
  func isBefore(_ cursor: String) -> Bool {
    let parts = cursor.split(separator: "-").compactMap { Int64($0) }
    guard parts.count == 2 else { return true }
    return (started.milliseconds, Int64(number)) < (parts[0], parts[1])
  }

  /// True if the word is in the line, or in the data behind it.
  func has(_ word: SearchedWord) -> Bool {
    if word.occurs(in: provider) || word.occurs(in: title) || word.occurs(in: client) { return true }
    if let login {
      if word.occurs(in: login.identifier) || word.occurs(in: asked) || word.occurs(in: personName)
        || login.isIdentified && word.occurs(in: login.person)
      {
        return true
      }
      if let story = login.story, word.occurs(in: story) { return true }
    }
    return word.occurs(in: outcome) || rules.contains(where: word.occurs)
      || word.mayOccurInTime && word.occurs(in: started.text)
  }
}

extension LoginLine {
  /// Without the provider, which the line shows already.
  private func shortStory(_ story: String) -> HTML {
    let name = story.hasPrefix("\(provider)/") ? String(story.dropFirst(provider.count + 1)) : story
    return "<span title=\"\(story)\">\(HTML.foreign(name, atMost: 40))</span>"
  }

  func html(at now: Instant, _ base: String, isBrief: Bool) -> HTML {
    let link: HTML =
      if let login {
        "<a href=\"\(base)/transactions/\(PercentCoding.encode(login.identifier))\">\(eID) <code>\(HTML.foreign(login.identifier, atMost: 10))</code></a>"
      } else {
        "<a href=\"\(base)/traffic/\(number)\">\(title), before it began</a>"
      }
    let who: HTML? = login.map {
      $0.isIdentified
        ? "<span title=\"\($0.person)\">\(HTML.foreign(personName, atMost: 32))</span>"
        : "<span>\(personName)</span>"
    }
    let counts = [Rule.Severity.error, .warning, .note].compactMap { severity -> HTML? in
      let count = count(severity)
      return count == 0 ? nil : Badge(severity).html(count.counted(severity.rawValue))
    }
    let request: HTML? =
      isBrief ? nil : "<td class=\"wrap\">\(HTML.foreign(asked, atMost: 28))</td>"
    let course: HTML? =
      isBrief
      ? nil
      : "<td class=\"wrap\">\(login?.story.map(shortStory))</td><td class=\"number\">\(took.map(TimeText.took) ?? "")</td>"
    return """
      <tr id="login-\(cursor)" data-testid="transaction"><td>\(link)</td><td>\(TimeText(started).ago(from: now))</td>\
      \(request)<td class="wrap">\(HTML.foreign(client, atMost: 32))</td><td>\(who)</td>\(course)\
      <td class="wrap" data-testid="transaction-state">\(standing.html(outcome))</td><td class="wrap">\(counts)</td></tr>

      """
  }
}
