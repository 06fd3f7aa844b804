package import Flow

/// Plays one case after the other, and keeps the result of each.
///
/// A value: it is told what happened and answers what it wants next; its driver has the clock and the network.
package struct Campaign: Sendable {
  package enum Stage: Sendable, Hashable {
    case learning
    case judging
    case done
    /// Nothing could be judged, for this reason.
    case stuck(String)
    case cancelled

    package var isOver: Bool { self != .learning && self != .judging }

    package var isStuck: Bool { reason != nil }

    /// Why nothing could be judged.
    package var reason: String? { if case .stuck(let reason) = self { reason } else { nil } }
  }

  /// A login in progress.
  struct Attempt: Sendable {
    enum Purpose: Sendable, Hashable {
      case learnIn, learnOut
      /// What the browser of a refused login sees where a successful one ended.
      case learnStranger
      /// Whether a person can still log in.
      case check
      case judge(Case)
    }

    let purpose: Purpose
    var began: Instant
    /// The login that comes first, while it is played.
    var before: JudgeCase.Before?
    /// How many of those logins are still to be played.
    var loginsLeft = 1
    /// The cookies of the login that came first.
    var jar = CookieJar()
    var walk: Walk?
    /// The walk that continues once the redirect URI was opened without parameters.
    var interrupted: Walk?
    /// True once the browser did, on its way back, what the case is about.
    var cameBack = false
    var look: Look?
    var isVisiting = false
    var evidence = Evidence()
  }

  package let order: Order
  package internal(set) var stage = Stage.learning
  package internal(set) var distinction: Distinction
  /// In the order of the cases; only those finished so far.
  package internal(set) var results: [CaseResult] = []
  /// Why results were taken back as inconclusive, and what to do; `nil` if none was.
  package internal(set) var takenBack: String?
  /// What the campaign waits for from a test or a person.
  package internal(set) var listening: Demand.Listening?

  var attempt: Attempt?
  var lessons = Lessons()
  /// The cookies of the latest refused login.
  var refused = CookieJar()
  /// Which addresses clash, as the latest successful login shows.
  var clashes: [String] = []
  /// False once a successful login got no id_token.
  var isOpenID = true
  /// Cases still to come, the next one last.
  var left: [Case]
  /// The first result that means nothing if the relying party now refuses everybody; `nil` once a login was accepted.
  var unchecked: Int?

  /// - Parameters:
  ///   - learned: what an earlier campaign learned.
  ///   - earlier: results of an earlier campaign, whose cases are not played again.
  package init(_ order: Order, learned: Distinction? = nil, earlier: [CaseResult] = []) {
    self.order = order
    distinction =
      order.distinction.isIn.isEmpty && order.distinction.isOut.isEmpty
      ? learned ?? order.distinction : order.distinction
    let known = Set(earlier.map(\.name))
    results = earlier
    let cases = order.cases.filter { !known.contains($0.name) }
    // Cases whose effects a relying party may keep go last.
    left = (cases.filter { !$0.outlasts } + cases.filter(\.outlasts)).reversed()
    lessons.isAtProfile = order.isWalk && order.profile != nil
  }

  /// The case or the lesson that is being played.
  package var present: String? {
    switch attempt?.purpose {
    case .learnIn?: "a login that succeeds"
    case .learnOut?: "a login that the person refuses"
    case .learnStranger?: "what somebody sees who is not logged in"
    case .check?: "whether somebody is still let in"
    case .judge(let item)?: item.name
    case nil: nil
    }
  }

  /// What was seen, in as many words as the marks need.
  func words(for look: Look) -> String {
    let asksProfile = (distinction.isIn + distinction.isOut).contains(where: \.isAfterwards)
    return asksProfile ? look.summary : look.summaryOfLogin
  }

  package var caseCount: Int { results.count + leftCount }

  package var leftCount: Int { left.count + (attempt.map { $0.isCase ? 1 : 0 } ?? 0) }

  package mutating func cancel() {
    guard !stage.isOver else { return }
    note(left: "the campaign was cancelled")
    stage = .cancelled
  }

  // MARK: From login to login

  package mutating func begin(at now: Instant) -> Demand { next(at: now) }

  mutating func next(at now: Instant) -> Demand {
    (attempt, listening) = (nil, nil)
    guard !stage.isOver else { return .finished }
    guard let purpose = nextPurpose() else { return .finished }
    attempt = Attempt(purpose: purpose, began: now)
    switch purpose {
    case .learnIn, .check: return .arm(.approving)
    case .learnOut: return .arm(.refusing)
    case .learnStranger: return visitAsStranger(at: now)
    case .judge(let item): return prepare(item, at: now)
    }
  }

  /// What the next login is for; `nil` if the campaign is over.
  private mutating func nextPurpose() -> Attempt.Purpose? {
    if stage == .learning {
      // Somebody reports the outcome.
      if order.way == .traffic { return judging() }
      if !distinction.isIn.isEmpty {
        // One login shows that the setup works, and a refused one that given marks do not fit it too.
        if lessons.ins.isEmpty { return .learnIn }
        let isProved = order.distinction.isIn.isEmpty || !lessons.outs.isEmpty || !lessons.isRefusalKnown
        return isProved ? judging() : .learnOut
      }
      if lessons.ins.count < 2 { return .learnIn }
      if lessons.outs.count < 2 { return .learnOut }
      if order.isWalk, lessons.wantsStranger { return .learnStranger }
      switch lessons.learned() {
      case .distinct(let learned):
        distinction =
          distinction.isOut.isEmpty
          ? learned : Distinction(learnedIn: learned.isIn, givenOut: distinction.isOut)
      case .doubtful(let marks): return stuck(unsure(marks))
      case .same: return stuck(unsure([]))
      }
    }
    return judging()
  }

  /// Why logged in and not logged in cannot be told apart, and what to do about it.
  private func unsure(_ marks: [Predicate]) -> String {
    let looks =
      marks.isEmpty
      ? "look the same: \(lessons.ins[0].summary)"
      : "differ in nothing that is sure: only in \(marks.prefix(4).map(\.text).joined(separator: ", "))"
    let way =
      order.isWalk
      ? "\(order.asker.profile(order.profile == nil ? "an" : "another")), or \(order.asker.marks)"
      : "let the command end with status 0 only where somebody is logged in"
    return "a login that succeeded and one that the person refused \(looks). To go on, \(way)"
      + clashes.map { ". \($0)" }.joined()
  }

  private mutating func judging() -> Attempt.Purpose? {
    stage = .judging
    while let item = left.last, item.isShared, !isOpenID {
      left.removeLast()
      let reason =
        "never fetched: a login here gets no id_token, so that nothing of OpenID Connect can be wrong"
      results.append(CaseResult(item.name, .notRun, reason))
    }
    if unchecked != nil, order.way != .traffic, left.last?.outlasts ?? true { return .check }
    guard let item = left.popLast() else {
      stage = .done
      return nil
    }
    return .judge(item)
  }

  mutating func stuck(_ reason: String) -> Attempt.Purpose? {
    note(left: "nothing could be judged")
    stage = .stuck(reason)
    return nil
  }

  mutating func note(left reason: String) {
    let present: [Case] = if case .judge(let item)? = attempt?.purpose { [item] } else { [] }
    results += (present + left.reversed()).map { CaseResult($0.name, .notRun, reason) }
    (left, attempt, listening) = ([], nil, nil)
    // What no login has proved is not kept.
    if stage == .learning { distinction = Distinction() }
  }
}

extension Campaign.Attempt {
  var isCase: Bool { if case .judge = purpose { true } else { false } }
}

extension Look {
  /// One line for people.
  var summary: String { profile.map { "\(summaryOfLogin); afterwards \($0.summary)" } ?? summaryOfLogin }

  fileprivate var summaryOfLogin: String {
    exit.map { "exit status \($0)" } ?? said.map { "somebody said: \($0.rawValue)" } ?? page.summary
  }
}
