/// What happens to a transaction and when: the person's steps on the sandbox's clock, up to a deadline.
///
/// The phase of a transaction is a pure function of its timeline and the clock. So nothing runs in the background,
/// and advancing the clock is enough to let a person react.
package struct Timeline: Sendable {
  /// Something that the person does at a moment.
  package struct Step: Sendable, Hashable {
    /// When.
    package var at: Instant
    /// What, a verb of the provider.
    package var verb: String
    /// The provider's own failure word.
    package var reason: String?

    /// A step at a moment.
    package init(at: Instant, verb: String, reason: String? = nil) {
      (self.at, self.verb, self.reason) = (at, verb, reason)
    }
  }

  /// The steps of a timeline in order of time.
  package struct Steps: Sendable, RandomAccessCollection {
    fileprivate enum Course: Sendable {
      /// From a script, whose list all its transactions share.
      case planned([PhoneStep], from: Instant)
      /// From a human.
      case acted([Step])
    }

    fileprivate let course: Course

    /// The place of the first step.
    package var startIndex: Int { 0 }
    /// The place after the last step.
    package var endIndex: Int {
      switch course {
      case .planned(let script, _): script.count
      case .acted(let steps): steps.count
      }
    }

    /// The step at a place.
    package subscript(place: Int) -> Step {
      switch course {
      case .planned(let script, let start):
        Step(at: start + script[place].after, verb: script[place].verb, reason: script[place].reason)
      case .acted(let steps): steps[place]
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

  /// The timeline of a script that begins when the request reaches the phone.
  package init(_ script: PhoneScript, reachingPhoneAt start: Instant, waitingFor patience: Duration) {
    self.start = start
    deadline = start + patience
    switch script {
    case .manual: (isManual, steps) = (true, Steps(course: .acted([])))
    case .steps(let script): (isManual, steps) = (false, Steps(course: .planned(script, from: start)))
    }
  }

  /// The first step that decides the request and is due before the deadline, if the present is that far.
  package func decision(at now: Instant, isFinal: (String) -> Bool) -> Step? {
    steps.first { $0.at <= now && $0.at < deadline && isFinal($0.verb) }
  }

  /// When the next thing happens after a moment: a step or the deadline; `nil` when all is past.
  package func next(after now: Instant) -> Instant? {
    let step = steps.first { $0.at > now }?.at ?? deadline
    let next = min(step, deadline)
    return next > now ? next : nil
  }

  /// True if time ran out.
  package func isOver(at now: Instant) -> Bool { now >= deadline }

  /// How many steps a timeline remembers.
  package static let stepLimit = 64

  /// A human acts: the step happens now, and the steps still to come no longer do.
  ///
  /// Whoever acts without ever deciding makes the oldest steps be forgotten.
  package mutating func act(_ verb: String, reason: String? = nil, at now: Instant) {
    var steps = steps.filter { $0.at <= now }
    if steps.count >= Self.stepLimit { steps.removeFirst(steps.count - Self.stepLimit + 1) }
    steps.append(Step(at: now, verb: verb, reason: reason))
    self.steps = Steps(course: .acted(steps))
  }
}
