import Testing

@testable import ProviderKit

@Suite struct `The states that are known` {
  @Test func `tell whether a state is new`() {
    var states = KnownStates()
    let set = { (ordinal: Int, state: String) in states.set(ordinal, to: state) }
    #expect(states[1] == nil)
    #expect(set(1, "waiting"))
    #expect(!set(1, "waiting"))
    #expect(set(1, "approved"))
    #expect(states[1] == "approved" && states[2] == nil)
  }

  @Test func `are kept apart for transactions whose ordinals end alike`() {
    var states = KnownStates()
    let set = { (ordinal: Int, state: String) in states.set(ordinal, to: state) }
    let ordinals = [1, 17, 33, 1 + 4096, 1 + 65_535]
    for ordinal in ordinals { #expect(set(ordinal, "state \(ordinal)")) }
    for ordinal in ordinals { #expect(states[ordinal] == "state \(ordinal)") }
    for ordinal in ordinals { #expect(!set(ordinal, "state \(ordinal)")) }
  }

  @Test func `are forgotten where they are removed, and nowhere else`() {
    var states = KnownStates()
    let set = { (ordinal: Int, state: String) in states.set(ordinal, to: state) }
    states.remove(5)
    for ordinal in 1...40 { #expect(set(ordinal, "waiting")) }
    states.remove(5)
    states.remove(5 + 64)
    #expect(states[5] == nil && states[6] == "waiting")
    #expect(set(5, "waiting"))
  }

  @Test func `are those of the latest transactions when there are too many`() {
    var states = KnownStates()
    let set = { (ordinal: Int, state: String) in states.set(ordinal, to: state) }
    for ordinal in 1...KnownStates.limit + 10 { #expect(set(ordinal, "waiting")) }
    #expect(states[10] == nil && states[11] == "waiting" && states[KnownStates.limit + 10] == "waiting")
    // One that fell out is new once more.
    #expect(set(10, "waiting"))
  }
}
