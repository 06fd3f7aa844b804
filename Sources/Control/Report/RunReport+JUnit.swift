import Flow
import HTTP

extension RunReport {
  /// The report as JUnit XML: a suite per provider, a case per rule, and a suite of the scenarios' expectations.
  ///
  /// What was not exercised is skipped, so that a run that did nothing does not pass.
  var junit: String {
    let suites = providers.map(suite) + (verdicts.isEmpty ? [] : [expectations])
    let total = suites.reduce(Suite.Counts()) { $0 + $1.counts }
    let document: HTML = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="eidolon" tests="\(String(total.tests))" failures="\(String(total.failures))" errors="0" time="0">
      \(suites.map(\.xml))
      </testsuites>

      """
    return document.text
  }

  private struct Suite {
    struct Counts {
      var tests = 0
      var failures = 0
      var skipped = 0

      static func + (left: Counts, right: Counts) -> Counts {
        Counts(
          tests: left.tests + right.tests, failures: left.failures + right.failures,
          skipped: left.skipped + right.skipped)
      }
    }

    let counts: Counts
    let xml: HTML

    init(name: String, at: Instant, cases: [(xml: HTML, failed: Bool, skipped: Bool)]) {
      counts = Counts(
        tests: cases.count, failures: cases.count { $0.failed }, skipped: cases.count { $0.skipped })
      xml = """
        <testsuite name="\(name)" tests="\(String(counts.tests))" failures="\(String(counts.failures))" errors="0" skipped="\(String(counts.skipped))" time="0" timestamp="\(at.text)" hostname="eidolon">
        \(cases.map(\.xml))
        </testsuite>
        """
    }
  }

  private func suite(_ provider: ProviderReport) -> Suite {
    Suite(
      name: provider.slug, at: at,
      cases: provider.rules.map { report in
        let name = "\(report.rule.identifier): \(report.rule.message)"
        let content: HTML? =
          switch report.result {
          case .pass: nil
          case .expected:
            "<system-out>\(String(report.expected)) times, each as the story of the login expects</system-out>"
          case .fail: failure(report)
          case .notExercised: "<skipped message=\"not exercised\"/>"
          case .notApplicable: "<skipped message=\"the provider was not used\"/>"
          }
        return (
          testCase(name, in: "eidolon.\(provider.slug)", content), report.result == .fail,
          report.result == .notExercised || report.result == .notApplicable
        )
      })
  }

  private func failure(_ report: RuleReport) -> HTML {
    let seen = report.occurrences.map { occurrence in
      let client = occurrence.client.map { ", client \($0)" } ?? ""
      let detail = occurrence.finding.detail.isEmpty ? "" : ": \(occurrence.finding.detail)"
      return "\(occurrence.at.text) \(occurrence.endpoint)\(client)\(detail)"
    }
    let text = """
      \(report.rule.message). \(report.rule.documentation.text)
      Fix: \(report.rule.fix)
      \(report.count) times, the latest:
      \(seen.joined(separator: "\n"))
      """
    return
      "<failure message=\"\(Self.characters(report.rule.message))\" type=\"\(report.rule.severity.rawValue)\">\(Self.characters(text))</failure>"
  }

  private var expectations: Suite {
    Suite(
      name: "expectations", at: at,
      cases: verdicts.map { entry in
        let text = Self.characters(entry.verdict.text)
        let content: HTML? =
          switch entry.verdict.result {
          case .met: nil
          case .warn: "<system-out>\(text)</system-out>"
          case .unmet where unmetSeverity != .error: "<system-out>\(text)</system-out>"
          case .unmet:
            "<failure message=\"not as expected\" type=\"expectation\">\(Self.characters(entry.verdict.reasons.joined(separator: "\n")))</failure>"
          case .inconclusive, .notRun, .pending: "<skipped message=\"\(text)\"/>"
          }
        return (
          testCase("\(entry.scenario) (\(entry.transaction))", in: "eidolon.expectations", content),
          entry.verdict.result == .unmet && unmetSeverity == .error,
          [.inconclusive, .notRun, .pending].contains(entry.verdict.result)
        )
      })
  }

  private func testCase(_ name: String, in classname: String, _ content: HTML?) -> HTML {
    let head: HTML = "<testcase name=\"\(Self.characters(name))\" classname=\"\(classname)\" time=\"0\""
    guard let content else { return "\(head)/>\n" }
    return "\(head)>\(content)</testcase>\n"
  }

  /// XML 1.0 allows no control characters but tab and line breaks, escaped or not (§2.2); clients' values may have others.
  private static func characters(_ text: String) -> String {
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
