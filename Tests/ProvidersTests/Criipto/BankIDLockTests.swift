import Dispatch
import EidolonTesting
@testable import TestWorlds
import HTTP
import Synchronization
import Testing

@testable import Criipto

@Suite struct `Two orders for one personal number at the same moment (§3, Blocked SSN)` {
  /// The statuses of so many authorize calls at once.
  private func statuses(_ count: Int, _ emulator: TestEmulator, _ numbers: [String]) -> [Int] {
    let found = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: count) { index in
      let hint = "appswitch:android sub:\(numbers[index % numbers.count])"
      let answer = BankIDClient(emulator: emulator).start("android", ["login_hint": hint], scenario: "never")
      found.withLock { $0.append(answer.status) }
    }
    return found.withLock { $0 }
  }

  @Test func `are one order and one refusal, whoever is first`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: ["never": #""phone": []"#])
    for _ in 0..<25 {
      let statuses = statuses(16, emulator, [BankIDClient.number])
      #expect(statuses.count { $0 == 200 } == 1 && statuses.count { $0 == 400 } == 15)
      // The order that was made ends, and the number is free again.
      emulator.advance(by: .seconds(30))
    }
  }

  @Test func `do not stand in the way of other numbers, or of orders without one`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: ["never": #""phone": []"#])
    let numbers = (0..<16).map { "1990071423\(10 + $0)" }
    #expect(statuses(16, emulator, numbers).allSatisfy { $0 == 200 })
    let free = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 16) { _ in
      let answer = BankIDClient(emulator: emulator).start(scenario: "never")
      free.withLock { $0 += answer.status == 200 ? 1 : 0 }
    }
    #expect(free.withLock { $0 } == 16)
  }
}
