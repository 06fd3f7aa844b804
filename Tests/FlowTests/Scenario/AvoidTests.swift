import Testing

@testable import Flow

/// Rules that a client breaks or keeps of its own accord, and what cannot be got wrong.
@Suite struct `What a client avoids` {
  private static let accepted = Sighting(.accepted, .said, "", at: Instant(seconds: 0))

  private func verdict(_ right: Right, _ findings: [String]) -> Verdict {
    var expectation = Expectation(right: right, clause: "RFC 1 §2", fix: "make a fresh one")
    expectation.avoided = ["toy.nonce-reused"]
    return expectation.verdict(calls: [], findings: findings, seen: Self.accepted)
  }

  @Test func `is a fault where it must be accepted, and a warning where either is right`() {
    let rule = "toy.nonce-reused"
    #expect(verdict(.mustAccept, [rule]).result == .unmet)
    #expect(verdict(.either, [rule]).result == .warn)
    #expect(verdict(.either, [rule]).reasons == ["the finding toy.nonce-reused occurred"])
    #expect(
      verdict(.either, [rule]).advices == ["Rule: expect.avoid, RFC 1 §2. Fix: make a fresh one"])
    #expect(verdict(.mustAccept, ["toy.other"]).result == .met)
    #expect(verdict(.either, []).result == .met)
  }

  @Test func `what is not wrong cannot be got wrong by a call`() {
    let expectation = Expectation(never: ["token"], right: .mustRefuse)
    let calls = [EndpointCall(endpoint: "token", at: Instant(seconds: 0), number: 1)]
    let verdict = { (obstacle: String?) in
      expectation.verdict(calls: calls, findings: [], isDelivered: obstacle == nil, obstacle: obstacle)
    }
    #expect(verdict("nobody logged in before").result == .notRun)
    #expect(verdict(nil).result == .unmet)
  }
}
