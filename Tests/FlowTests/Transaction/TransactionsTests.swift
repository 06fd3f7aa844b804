import Testing

@testable import Flow

@Suite struct `The open transactions` {
  private func transaction(_ ordinal: Int, ends seconds: Int64 = 100, scenario: Scenario? = nil)
    -> Transaction<[String]>
  {
    Transaction(
      ordinal: ordinal, identifier: "t\(ordinal)", client: "c", started: Instant(seconds: 0),
      person: Person(key: "anna"), decision: Decision(scenario: scenario, reason: .standard),
      timeline: Timeline(.manual, reachingPhoneAt: Instant(seconds: 0), waitingFor: .seconds(1)),
      ends: Instant(seconds: seconds), detail: [])
  }

  @Test func `are found by each of their handles`() {
    let store = Transactions<[String]>()
    store.insert(transaction(1), handles: ["code1"])
    store.insert(transaction(2))
    #expect(store.find("code1")?.ordinal == 1 && store.find("t2")?.ordinal == 2 && store.find("t3") == nil)
    #expect(store.count == 2 && store.all.map(\.ordinal) == [1, 2])
  }

  @Test func `change in one step and may get another handle`() {
    let store = Transactions<[String]>()
    store.insert(transaction(1))
    let result = store.update("t1") { transaction -> (Int, newHandle: String?) in
      transaction.detail.append("seen")
      return (transaction.detail.count, "token1")
    }
    #expect(result == 1 && store.find("token1")?.detail == ["seen"] && store.find("t1")?.detail == ["seen"])
    #expect(store.update("nobody") { _ in (true, nil) } == nil)
  }

  @Test func `end in the order of their endings, with all their handles`() {
    let store = Transactions<[String]>()
    for (ordinal, ends) in [(1, 30), (2, 10), (3, 20), (4, 40)] {
      store.insert(transaction(ordinal, ends: Int64(ends)), handles: ["c\(ordinal)"])
    }
    #expect(store.takeEnded(by: Instant(seconds: 9)).isEmpty)
    #expect(store.takeEnded(by: Instant(seconds: 30)).map(\.ordinal) == [2, 3, 1])
    #expect(store.count == 1 && store.find("c1") == nil && store.find("c4") != nil)
    #expect(store.takeEnded(by: Instant(seconds: 100), limit: 1).map(\.ordinal) == [4])
  }

  @Test func `end when they say last, whether later or sooner`() {
    let store = Transactions<[String]>()
    store.insert(transaction(1, ends: 10))
    store.insert(transaction(2, ends: 50))
    func move(_ handle: String, _ seconds: Int64) {
      _ = store.update(handle) { transaction -> (Bool, newHandle: String?) in
        transaction.ends = Instant(seconds: seconds)
        return (true, nil)
      }
    }
    move("t1", 60)
    move("t2", 20)
    #expect(store.takeEnded(by: Instant(seconds: 19)).isEmpty)
    #expect(store.takeEnded(by: Instant(seconds: 20)).map(\.ordinal) == [2])
    #expect(store.takeEnded(by: Instant(seconds: 59)).isEmpty)
    #expect(store.takeEnded(by: Instant(seconds: 60)).map(\.ordinal) == [1])
    #expect(store.takeEnded(by: Instant(seconds: 999)).isEmpty)
  }

  @Test func `end at random moments in the right order`() {
    var random = SystemRandomNumberGenerator()
    let store = Transactions<[String]>()
    for ordinal in 1...500 {
      store.insert(
        transaction(ordinal, ends: Int64.random(in: 1...1_000, using: &random)))
    }
    for _ in 0..<500 {
      let handle = "t\(Int.random(in: 1...500, using: &random))"
      let ends = Instant(seconds: Int64.random(in: 1...1_000, using: &random))
      _ = store.update(handle) { transaction -> (Bool, newHandle: String?) in
        transaction.ends = ends
        return (true, nil)
      }
    }
    var seen = 0
    for now in stride(from: Int64(0), through: 1_000, by: 50) {
      let ended = store.takeEnded(by: Instant(seconds: now)).map(\.ends)
      #expect(ended == ended.sorted() && ended.allSatisfy { $0 <= Instant(seconds: now) })
      #expect(store.all.allSatisfy { $0.ends > Instant(seconds: now) })
      seen += ended.count
    }
    #expect(seen == 500 && store.count == 0)
  }

  @Test func `end early, the oldest first, when there are too many`() {
    let store = Transactions<[String]>(capacity: 3)
    for ordinal in 1...5 { store.insert(transaction(ordinal)) }
    #expect(store.all.map(\.ordinal) == [3, 4, 5] && store.find("t1") == nil)
    #expect(store.takeEnded(by: Instant(seconds: 0)).map(\.ordinal) == [1, 2])
  }

  @Test func `that are completed end early, the oldest first, when there are too many of them`() {
    let store = Transactions<[String]>(completedCapacity: 2)
    for ordinal in 1...5 { store.insert(transaction(ordinal)) }
    for ordinal in [2, 4, 5] { store.complete(ordinal) }
    #expect(store.all.map(\.ordinal) == [1, 3, 4, 5])
  }

  @Test func `that have just completed stay when those completed before have ended by themselves`() {
    let store = Transactions<[String]>(completedCapacity: 2)
    for ordinal in 1...2 {
      store.insert(transaction(ordinal, ends: 10))
      store.complete(ordinal)
    }
    #expect(store.takeEnded(by: Instant(seconds: 10)).count == 2)
    store.insert(transaction(3))
    store.complete(3)
    #expect(store.find("t3") != nil)
  }

  @Test func `keep a handle that has gone over to another`() {
    let store = Transactions<[String]>()
    store.insert(transaction(1, ends: 10), handles: ["shared"])
    store.insert(transaction(2, ends: 20), handles: ["shared"])
    #expect(store.takeEnded(by: Instant(seconds: 10)).map(\.ordinal) == [1])
    #expect(store.find("shared")?.ordinal == 2)
  }

  @Test func `hold nothing of ten thousand logins that have ended`() {
    let store = Transactions<[String]>(completedCapacity: 8)
    for ordinal in 1...10_000 {
      store.insert(transaction(ordinal, ends: Int64(ordinal)))
      store.complete(ordinal)
      _ = store.takeEnded(by: Instant(seconds: Int64(ordinal)))
    }
    #expect(store.count == 0 && store.find("t9999") == nil)
  }
}

@Suite struct `A transaction` {
  private func transaction(_ faults: [Fault]) -> Transaction<Int> {
    var scenario = Scenario(name: "itsme/a", title: "a", provider: "itsme")
    scenario.faults = faults
    return Transaction(
      ordinal: 1, identifier: "t", client: "c", started: Instant(seconds: 0), person: Person(key: "anna"),
      decision: Decision(scenario: scenario, reason: .queued),
      timeline: Timeline(.manual, reachingPhoneAt: Instant(seconds: 0), waitingFor: .seconds(1)),
      ends: Instant(seconds: 1), detail: 0)
  }

  @Test func `counts the calls of each endpoint from 1`() {
    var transaction = transaction([])
    let now = Instant(seconds: 1)
    let numbers = ["token", "userinfo", "token"].map { transaction.noteCall($0, at: now) }
    #expect(numbers == [1, 1, 2])
    #expect(transaction.calls.map(\.endpoint) == ["token", "userinfo", "token"])
  }

  @Test func `remembers no more calls than its limit, and counts the others`() {
    var transaction = transaction([])
    let now = Instant(seconds: 1)
    let numbers = (0..<200).map { _ in transaction.noteCall("token", at: now) }
    #expect(numbers == Array(1...200))
    #expect(transaction.calls.count == Transaction<Int>.callLimit)
    #expect([1, 2].map { _ in transaction.noteCall("userinfo", at: now) } == [1, 2])
    #expect(transaction.callCount(at: "token") == 200)
    for _ in 0..<200 { transaction.noteFinding("x") }
    #expect(transaction.findings.count == Transaction<Int>.callLimit)
  }

  @Test func `is struck by the faults of an endpoint for the first, the nth or all calls`() {
    let transaction = transaction([
      Fault(at: "token", .first(2), .reset), Fault(at: "token", .nth(3), .empty),
      Fault(at: "userinfo", .always, .garbage),
    ])
    #expect(transaction.faults(at: "token", call: 1).map(\.action) == [.reset])
    #expect(transaction.faults(at: "token", call: 2).map(\.action) == [.reset])
    #expect(transaction.faults(at: "token", call: 3).map(\.action) == [.empty])
    #expect(transaction.faults(at: "token", call: 4).isEmpty)
    #expect(transaction.faults(at: "userinfo", call: 99).map(\.action) == [.garbage])
    #expect(transaction.faults(at: "jwks", call: 1).isEmpty)
  }

  @Test func `tells whether a fault hid the answer to the latest call, and to any`() {
    var transaction = transaction([
      Fault(at: "token", .nth(2), .loseAnswer), Fault(at: "userinfo", .always, .delay(.fixed(.seconds(1)))),
    ])
    let hidden = (1...3).map { _ in
      _ = transaction.noteCall("token", at: Instant(seconds: 1))
      return [transaction.isAnswerHidden(at: "token"), transaction.hasHiddenAnswer(at: "token")]
    }
    #expect(hidden == [[false, false], [true, true], [false, true]])
    _ = transaction.noteCall("userinfo", at: Instant(seconds: 1))
    #expect(!transaction.isAnswerHidden(at: "userinfo") && !transaction.hasHiddenAnswer(at: "userinfo"))
  }
}
