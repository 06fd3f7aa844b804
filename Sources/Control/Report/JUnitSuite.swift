import Flow
import HTTP

/// A suite of a JUnit file.
struct JUnitSuite {
  let name: String
  let cases: [JUnitCase]
  /// Output of the suite as a whole; empty for none.
  var output = ""

  func count(_ isCounted: (JUnitCase) -> Bool) -> Int { cases.count(where: isCounted) }

  func xml(at instant: Instant) -> HTML {
    let said: HTML? = output.isEmpty ? nil : "<system-out>\(JUnitCase.characters(output))</system-out>\n"
    return """
      <testsuite name="\(name)" tests="\(String(cases.count))" failures="\(String(count { $0.isFailure }))" errors="0" skipped="\(String(count { $0.isSkipped }))" time="0" timestamp="\(instant.text)" hostname="eidolon">
      \(cases.map { $0.xml(of: name) })
      \(said)</testsuite>

      """
  }
}

struct JUnitCase {
  enum Result {
    case passed
    case skipped(String)
    case failed(String, type: String, String)
  }

  let name: String
  let result: Result
  /// Output that is not a failure; empty for none.
  var output = ""

  var isFailure: Bool { if case .failed = result { true } else { false } }

  var isSkipped: Bool { if case .skipped = result { true } else { false } }

  fileprivate func xml(of suite: String) -> HTML {
    let outcome: HTML? =
      switch result {
      case .passed: nil
      case .skipped(let reason): "<skipped message=\"\(Self.characters(reason))\"/>"
      case .failed(let message, let type, let text):
        "<failure message=\"\(Self.characters(message))\" type=\"\(type)\">\(Self.characters(text))</failure>"
      }
    let said: HTML? = output.isEmpty ? nil : "<system-out>\(Self.characters(output))</system-out>"
    let head: HTML = "<testcase name=\"\(Self.characters(name))\" classname=\"eidolon.\(suite)\" time=\"0\""
    return outcome == nil && said == nil ? "\(head)/>\n" : "\(head)>\(outcome)\(said)</testcase>\n"
  }

  /// XML 1.0 allows no control characters but tab and line breaks, escaped or not (§2.2), which values of clients may
  /// have.
  fileprivate static func characters(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { scalar in
          switch scalar.value {
          case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: scalar
          default: "\u{FFFD}"
          }
        }))
  }
}
