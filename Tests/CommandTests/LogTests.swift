import Flow
import Foundation
import JSON
import ProviderKit
import Synchronization
import Testing

@testable import eidolon

@Suite struct `The log` {
  private static let time = Instant(milliseconds: 1_794_000_000_250)

  private func line(_ event: LogEvent, _ form: LogForm = .text, isColoured: Bool = false) -> String {
    LogLine(form: form, isColoured: isColoured).text(event, at: Self.time)
  }

  @Test func `is one line of time, level, provider, message and fields`() {
    let event = LogEvent(
      .warning, provider: "itsme", "the code was used twice",
      fields: [("rule", "itsme.code-reused"), ("status", "400")])
    #expect(
      line(event)
        == "2026-11-06T21:20:00.250Z warning itsme the code was used twice rule=itsme.code-reused status=400\n"
    )
    #expect(line(LogEvent(.info, "stopped")) == "2026-11-06T21:20:00.250Z info    stopped\n")
  }

  @Test func `is one JSON object a line`() throws {
    let event = LogEvent(
      .error, provider: "itsme", "line\nbreak \"quoted\"",
      fields: [("message", "a"), ("rule", "r"), ("rule", "s")])
    #expect(
      line(event, .json)
        == #"{"time":"2026-11-06T21:20:00.250Z","level":"error","provider":"itsme","message":"line\nbreak \"quoted\"","#
        + #""message_":"a","rule":"r","rule_":"s"}"# + "\n")
  }

  @Test func `names the sandbox where it is not the root`() {
    var event = LogEvent(.info, "m", fields: [("a", "b")], transaction: "t")
    event.sandbox = "s1"
    #expect(line(event).hasSuffix(" m a=b sandbox=s1 transaction=t\n"))
    #expect(line(event, .json).hasSuffix(#""a":"b","sandbox":"s1","transaction":"t"}"# + "\n"))
  }

  @Test func `is coloured on a terminal only`() {
    #expect(
      line(LogEvent(.error, "m", fields: [("a", "b")]), isColoured: true)
        == "\u{1B}[2m2026-11-06T21:20:00.250Z\u{1B}[0m \u{1B}[31merror  \u{1B}[0m m \u{1B}[2ma=\u{1B}[0mb\n")
  }

  @Test(arguments: [
    ("a\nb", "a\\nb"), ("a\r\tb", "a\\r\\tb"), ("\u{1B}[31mred", "\\u{1b}[31mred"),
    ("\u{0}\u{7F}", "\\u{0}\\u{7f}"),
    ("\u{85}\u{9B}", "\\u{85}\\u{9b}"), ("\u{2028}\u{2029}", "\\u{2028}\\u{2029}"),
    ("\u{202E}evil\u{2066}", "\\u{202e}evil\\u{2066}"), ("\u{FEFF}x", "\\u{feff}x"), ("Zoë 李 🙂", "Zoë 李 🙂"),
  ])
  func `shows what comes from outside without letting it end the line or steer the terminal`(
    input: String, shown: String
  ) {
    #expect(LogText.escaped(input) == shown)
    #expect(line(LogEvent(.info, input)).hasSuffix(" \(shown)\n"))
  }

  @Test(arguments: [
    ("plain", "plain"), ("", "\"\""), ("two words", "\"two words\""), ("a=b", "\"a=b\""),
    ("say \"hi\"", "\"say \\\"hi\\\"\""), ("back\\slash", "\"back\\\\slash\""), ("x\ny", "\"x\\ny\""),
  ])
  func `quotes a value that would not be told from its neighbours`(value: String, shown: String) {
    #expect(LogText.value(value) == shown)
  }

  @Test func `is written in order, in whole lines and pieces that a pipe takes at once`() {
    let written = Mutex<[String]>([])
    let log = LogWriter(.text, now: { Self.time }) { bytes in
      written.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }
    for number in 0..<200 { log.write(LogEvent(.info, "event \(number)")) }
    log.flush(atMost: 5000)
    let pieces = written.withLock { $0 }
    #expect(
      pieces.joined() == (0..<200).map { "2026-11-06T21:20:00.250Z info    event \($0)\n" }.joined())
    #expect(pieces.allSatisfy { $0.hasSuffix("\n") && $0.utf8.count <= 4096 })
  }

  @Test func `writes a line that is longer than a piece in one piece, and no other with it`() {
    let written = Mutex<[Int]>([])
    let log = LogWriter(.text, now: { Self.time }) { bytes in written.withLock { $0.append(bytes.count) } }
    let lengths = [10, 5000, 4000, 30, 9000]
    for length in lengths { log.write(LogEvent(.info, String(repeating: "x", count: length))) }
    log.flush(atMost: 5000)
    let head = "2026-11-06T21:20:00.250Z info    \n".utf8.count
    let pieces = written.withLock { $0 }
    #expect(pieces.reduce(0, +) == lengths.reduce(0, +) + lengths.count * head)
    #expect(pieces.filter { $0 > 4096 } == [5000 + head, 9000 + head])
  }

  @Test func `is written at once when a line comes alone`() {
    let written = DispatchSemaphore(value: 0)
    let log = LogWriter(.text, now: { Self.time }) { _ in written.signal() }
    log.write(LogEvent(.info, "alone"))
    #expect(written.wait(timeout: .now() + 5) == .success)
    usleep(20_000)
    // And the next one too, after nothing was written for a while.
    log.write(LogEvent(.info, "again"))
    #expect(written.wait(timeout: .now() + 5) == .success)
  }

  @Test func `drops what comes faster than it is read, and says how much`() {
    let written = Mutex<[String]>([])
    let gate = DispatchSemaphore(value: 0)
    let log = LogWriter(.text, capacity: 3, now: { Self.time }) { bytes in
      let isFirst = written.withLock { written in
        written.append(String(decoding: bytes, as: UTF8.self))
        return written.count == 1
      }
      if isFirst { gate.wait() }
    }
    log.write(LogEvent(.info, "first"))
    // The reader holds the first event now, or will: three more fit, two do not.
    while written.withLock({ $0.isEmpty }) { usleep(1000) }
    for number in 1...5 { log.write(LogEvent(.info, "event \(number)")) }
    gate.signal()
    log.flush(atMost: 5000)
    #expect(
      written.withLock { $0 }.joined().split(separator: "\n").map { $0.dropFirst(25) } == [
        "info    first", "info    event 1", "info    event 2", "info    event 3",
        "warning 2 lines were dropped here: the log is not read fast enough",
      ])
  }

  @Test func `does not keep the program when nobody reads it any more`() {
    let gate = DispatchSemaphore(value: 0)
    let log = LogWriter(.text, now: { Self.time }) { _ in gate.wait() }
    log.write(LogEvent(.info, "stuck"))
    let start = ContinuousClock.now
    log.flush(atMost: 50)
    #expect(ContinuousClock.now - start < .seconds(5))
    gate.signal()
    log.flush(atMost: 5000)
  }
}
