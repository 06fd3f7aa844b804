import Testing

@testable import Flow

@Suite struct `A timeline` {
  private let start = Instant(seconds: 100)

  private func isFinal(_ verb: String) -> Bool { ["approve", "reject"].contains(verb) }

  private func at(_ seconds: Int64) -> Instant { Instant(seconds: 100 + seconds) }

  private var timeline: Timeline {
    Timeline(
      .steps([
        PhoneStep(after: .seconds(1), "open"), PhoneStep(after: .seconds(3), "reject", reason: "notMe"),
      ]), reachingPhoneAt: start, waitingFor: .seconds(180))
  }

  @Test func `is undecided until the final step is due, and decided from then on`() {
    #expect(timeline.decision(at: at(0), isFinal: isFinal) == nil)
    #expect(timeline.decision(at: at(1), isFinal: isFinal) == nil)
    #expect(timeline.decision(at: at(3) - .milliseconds(1), isFinal: isFinal) == nil)
    let decision = Timeline.Step(at: at(3), verb: "reject", reason: "notMe")
    #expect(timeline.decision(at: at(3), isFinal: isFinal) == decision)
    #expect(timeline.decision(at: at(9_999), isFinal: isFinal) == decision)
  }

  @Test func `of steps that are all due at once is decided at once`() {
    let timeline = Timeline(.steps([PhoneStep("approve")]), reachingPhoneAt: start, waitingFor: .seconds(180))
    #expect(timeline.decision(at: start, isFinal: isFinal)?.verb == "approve")
  }

  @Test func `says when the next thing happens`() {
    #expect(timeline.next(after: start) == at(1))
    #expect(timeline.next(after: at(1)) == at(3))
    #expect(timeline.next(after: at(3)) == at(180))
    #expect(timeline.next(after: at(180)) == nil)
  }

  @Test func `is over at its deadline, and a step at the deadline or later comes too late`() {
    #expect(!timeline.isOver(at: at(179)) && timeline.isOver(at: at(180)))
    for late in [180, 200] {
      let timeline = Timeline(
        .steps([PhoneStep(after: .seconds(late), "approve")]), reachingPhoneAt: start,
        waitingFor: .seconds(180))
      #expect(timeline.decision(at: at(1_000), isFinal: isFinal) == nil)
      #expect(timeline.next(after: start) == at(180))
    }
  }

  @Test func `without steps runs out of time`() {
    let timeline = Timeline(.steps([]), reachingPhoneAt: start, waitingFor: .seconds(180))
    #expect(!timeline.isManual && timeline.decision(at: at(179), isFinal: isFinal) == nil)
    #expect(timeline.next(after: start) == at(180))
  }

  @Test func `that is manual waits for a human`() {
    var timeline = Timeline(.manual, reachingPhoneAt: start, waitingFor: .seconds(180))
    #expect(timeline.isManual && timeline.decision(at: at(100), isFinal: isFinal) == nil)
    timeline.act("approve", at: at(20))
    #expect(timeline.decision(at: at(19), isFinal: isFinal) == nil)
    #expect(timeline.decision(at: at(20), isFinal: isFinal)?.at == at(20))
  }

  @Test func `loses the steps still to come when a human acts`() {
    var timeline = timeline
    timeline.act("approve", reason: "early", at: at(2))
    #expect(timeline.steps.map(\.verb) == ["open", "approve"])
    #expect(timeline.decision(at: at(5), isFinal: isFinal)?.verb == "approve")
    #expect(timeline.next(after: at(2)) == at(180))
  }

  @Test func `keeps its first decision when a human acts after it`() {
    var timeline = timeline
    timeline.act("approve", at: at(4))
    #expect(timeline.decision(at: at(5), isFinal: isFinal)?.verb == "reject")
  }

  @Test func `takes no action after the deadline`() {
    var timeline = Timeline(.manual, reachingPhoneAt: start, waitingFor: .seconds(180))
    timeline.act("approve", at: at(181))
    #expect(timeline.decision(at: at(200), isFinal: isFinal) == nil)
  }
}
