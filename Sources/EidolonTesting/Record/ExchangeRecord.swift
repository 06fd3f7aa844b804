import Flow
import Glibc
import HTTP
import ProviderKit
import Synchronization
import Testing

/// The exchanges of a test's emulator, in a file with the test's name.
///
/// The records of two versions of the program show what a change did to the wire (`scripts/record`). They have every
/// exchange, the log lines with its findings, and the order in which identifiers were drawn, but not what differs in each
/// run: `Date`, signatures and encryption (see `OpenedTokens`).
final class ExchangeRecord: Sendable {
  private let path: String
  private let drawn = Mutex<[String]>([])
  private let seenLogLines = Atomic<Int>(0)

  /// The record of the running test's next emulator; `nil` unless `EIDOLON_RECORD` names a folder.
  static func ofRunningTest() -> ExchangeRecord? {
    guard let folder = unsafe getenv("EIDOLON_RECORD").map({ unsafe String(cString: $0) }),
      let test = Test.current
    else { return nil }
    return ExchangeRecord(in: folder, test: name(of: test))
  }

  /// Creates the file; its number tells the emulators of one test apart.
  private init?(in folder: String, test: String) {
    for number in 1...10_000 {
      let path = "\(folder)/\(test).\(number).txt"
      let file = unsafe open(path, O_CREAT | O_EXCL | O_WRONLY, 0o644)
      if file >= 0 {
        close(file)
        self.path = path
        return
      }
      guard errno == EEXIST else { return nil }
    }
    return nil
  }

  /// Suite and test, without module and line, which change when a file moves.
  private static func name(of test: Test) -> String {
    let parts = "\(test.id)".split(separator: "/")
    let suites = parts.first?.split(separator: ".").dropFirst().joined(separator: ".") ?? ""
    let ownNames = parts.dropFirst().prefix { !$0.contains(".swift:") }
    let name = ([suites] + ownNames.map(String.init)).joined(separator: ".")
    let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "-" }
    return String(plain.drop { $0 == "-" }.prefix(180))
  }

  /// Records that an identifier was drawn: ordinal, purpose and block as the environment hashes them.
  func drew(_ input: [UInt8]) {
    drawn.withLock { $0.append(String(decoding: input, as: UTF8.self)) }
  }

  func asked(_ request: Request) {
    write(
      ["", "> \(request.method.text) \(OpenedTokens.text(request.target.raw))"]
        + lines(of: request.headers, after: ">") + body(request.body, after: ">"))
  }

  /// Records that a held answer was resumed.
  func askedAgain() {
    write(["", "> (asked again)"])
  }

  /// Records the answer, and the log lines and identifiers since the last one.
  ///
  /// - Parameter response: `nil` for an answer that is held, for so long at most.
  func answered(_ response: Response?, over transmission: Transmission, atMost: Duration?, log: [LogEvent]) {
    var text: [String] = []
    if let response {
      text.append("< \(response.status.code)")
      text += lines(of: response.headers, after: "<") + body(response.body, after: "<")
      if transmission != Transmission() { text.append("~ \(transmission)") }
    } else {
      text.append("< (held\(atMost.map { ", at most \($0)" } ?? ""))")
    }
    for event in log.dropFirst(seenLogLines.exchange(log.count, ordering: .relaxed)) {
      let fields = event.fields.map { "\($0.name)=\(OpenedTokens.text($0.value))" }.joined(separator: " ")
      text.append("# \(event.level) \(event.provider) \(OpenedTokens.text(event.message)) \(fields)")
    }
    text += drawn.withLock { drawn in
      defer { drawn = [] }
      return drawn.map { "= \($0)" }
    }
    write(text)
  }

  /// Records a message to a relying party's server.
  func sent(_ post: Post) {
    write(["", "> sent \(post.url)"] + lines(of: post.headers, after: ">") + body(post.body, after: ">"))
  }

  private func lines(of headers: Headers, after mark: String) -> [String] {
    headers.compactMap { name, value in
      name.lowercased() == "date" ? nil : "\(mark) \(name): \(OpenedTokens.text(value))"
    }
  }

  /// The body as text, or its size if it is not UTF-8.
  private func body(_ bytes: [UInt8], after mark: String) -> [String] {
    guard !bytes.isEmpty else { return [] }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return ["\(mark)", "\(mark) (\(bytes.count) bytes)"]
    }
    let opened = OpenedTokens.text(text).split(separator: "\n", omittingEmptySubsequences: false)
    return ["\(mark)"] + opened.map { "\(mark) \($0)" }
  }

  private func write(_ lines: [String]) {
    let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
    let file = unsafe open(path, O_WRONLY | O_APPEND)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(file, $0.baseAddress, $0.count) }
  }
}
