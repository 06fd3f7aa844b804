import Dispatch
import Foundation
import Synchronization
import Testing

@testable import Server

@Suite struct `The deadlines of a loop` {
  @Test func `come soonest first, and not before their moment`() throws {
    var deadlines = Deadlines()
    let moments: [Int64] = [50, 10, 90, 30, 70, 20, 80, 40, 60, 100, 10]
    for (number, moment) in moments.enumerated() {
      deadlines.insert(
        .init(moment: Moment(nanoseconds: moment), descriptor: Int32(number), serial: 1))
    }
    #expect(deadlines.soonest == Moment(nanoseconds: 10))
    #expect(deadlines.take(dueAt: Moment(nanoseconds: 9)) == nil)
    var taken: [Int64] = []
    while let entry = deadlines.take(dueAt: Moment(nanoseconds: 70)) {
      taken.append(entry.moment.nanoseconds)
    }
    #expect(taken == [10, 10, 20, 30, 40, 50, 60, 70])
    #expect(deadlines.soonest == Moment(nanoseconds: 80))
  }

  @Test func `never overflow`() {
    let now = Moment(nanoseconds: 1)
    #expect(now + Duration.seconds(Int64.max) == .never)
    #expect(now.milliseconds(until: .never) == Int32.max)
    #expect(now.milliseconds(until: Moment(nanoseconds: 2)) == 1)
    #expect(now.milliseconds(until: Moment(nanoseconds: 1)) == 0)
  }
}

@Suite struct `A dripping answer` {
  @Test(arguments: [1, 2, 7, 100, 1500], [Duration.zero, .milliseconds(120), .seconds(3)])
  func `is cut into pieces that make the whole in its time`(count: Int, time: Duration) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    var drip = Drip(bytes, over: time)
    var pieces: [ArraySlice<UInt8>] = []
    while !drip.isFinished { pieces.append(drip.next()) }
    #expect(Array(pieces.joined()) == bytes)
    #expect(pieces.allSatisfy { !$0.isEmpty })
    // At least two pieces where there are two bytes, or it would not drip.
    #expect(pieces.count >= min(count, 2))
    if pieces.count > 1 {
      #expect(drip.interval * (pieces.count - 1) <= time + .milliseconds(1))
    }
  }
}

@Suite struct `The queue for heavy work` {
  @Test func `runs every job, and no more at a time than it is wide`() throws {
    let queue = try WorkQueue("test", width: 2)
    let state = Mutex((running: 0, most: 0, done: 0))
    let group = DispatchGroup()
    for _ in 0..<200 {
      group.enter()
      queue.submit {
        state.withLock {
          $0.running += 1
          $0.most = max($0.most, $0.running)
        }
        spin(for: .microseconds(50))
        state.withLock {
          $0.running -= 1
          $0.done += 1
        }
        group.leave()
      }
    }
    group.wait()
    #expect(state.withLock { $0.done } == 200)
    #expect(state.withLock { $0.most } <= 2)
  }

  @Test func `runs what it was given, and ends its threads, when nobody holds it any more`() throws {
    let (done, count) = (DispatchSemaphore(value: 0), 20)
    var queue: WorkQueue? = try WorkQueue("ending", width: 2)
    for _ in 0..<count {
      queue?.submit {
        spin(for: .microseconds(200))
        done.signal()
      }
    }
    queue = nil
    for _ in 0..<count { #expect(done.wait(timeout: .now() + 10) == .success) }
    for _ in 0..<1000 where threadNames().contains("ending") { usleep(1000) }
    #expect(!threadNames().contains("ending"))
  }

  private func threadNames() -> [String] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.compactMap(threadName)
  }

  /// The name of a thread; `nil` when it has ended.
  ///
  /// Read with C's own means: Foundation leaks a page when a read fails.
  private func threadName(_ thread: String) -> String? {
    guard let file = fopen("/proc/self/task/\(thread)/comm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 64)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    return String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
