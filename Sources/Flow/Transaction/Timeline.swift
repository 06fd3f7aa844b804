/// What happens to a transaction and when: the person's steps on the sandbox's clock, up to a deadline.
///
/// The phase of a transaction is a pure function of its timeline and the clock. So nothing runs in the background,
/// and advancing the clock is enough to let a person react.
package struct Timeline: Sendable {
  package struct Step: Sendable, Hashable {
    package var at: Instant
    /// A verb of the provider.
    package var verb: String
    /// The provider's own failure word.
    package var reason: String?

    package init(at: Instant, verb: String, reason: String? = nil) {
      (self.at, self.verb, self.reason) = (at, verb, reason)
    }
  }

  package struct Steps: Sendable, RandomAccessCollection {
    fileprivate enum Course: Sendable {
      /// From a script, whose list all its transactions share.
      case planned([PhoneStep], from: Instant)
      /// From a human.
      case acted([Step])
    }

    fileprivate let course: Course

    package var startIndex: Int { 0 }
    package var endIndex: Int {
      switch course {
      case .planned(let script, _): script.count
      case .acted(let steps): steps.count
      }
    }

    package subscript(position: Int) -> Step {
      switch course {
      case .planned(let script, let start):
        Step(at: start + script[position].after, verb: script[position].verb, reason: script[position].reason)
      case .acted(let steps): steps[position]
      }
    }
  }

  /// The steps in order of time.
  package private(set) var steps: Steps
  /// When the request reached the phone.
  package let start: Instant
  /// When the provider gives up waiting.
  package let deadline: Instant
  /// True if a human decides, so that no step is known beforehand.
  package let isManual: Bool

  package init(_ script: PhoneScript, reachingPhoneAt start: Instant, waitingFor patience: Duration) {
    self.start = start
    deadline = start + patience
    switch script {
    case .manual: (isManual, steps) = (true, Steps(course: .acted([])))
    case .steps(let script): (isManual, steps) = (false, Steps(course: .planned(script, from: start)))
    }
  }

  /// The first step that decides the request, if it is due by now and before the deadline.
  package func decision(at now: Instant, isFinal: (String) -> Bool) -> Step? {
    steps.first { $0.at <= now && $0.at < deadline && isFinal($0.verb) }
  }

  /// The next step or the deadline, whichever comes first; `nil` if both are past.
  package func next(after now: Instant) -> Instant? {
    let step = steps.first { $0.at > now }?.at ?? deadline
    let next = min(step, deadline)
    return next > now ? next : nil
  }

  /// True once the deadline is reached.
  package func isOver(at now: Instant) -> Bool { now >= deadline }

  package static let stepLimit = 64

  /// A human acts now; the steps still to come are dropped.
  ///
  /// Beyond `stepLimit` the oldest steps are forgotten.
  package mutating func act(_ verb: String, reason: String? = nil, at now: Instant) {
    var steps = steps.filter { $0.at <= now }
    if steps.count >= Self.stepLimit { steps.removeFirst(steps.count - Self.stepLimit + 1) }
    steps.append(Step(at: now, verb: verb, reason: reason))
    self.steps = Steps(course: .acted(steps))
  }
}
