import Flow
import HTTP
import JSON
import ProviderKit
import Judge

/// The report of a campaign about the relying party, in the same formats as other reports.
struct CampaignReport {
  let view: Bench.View
  let version: String

  func bytes(_ form: ReportForm) -> [UInt8] {
    switch form {
    case .json: view.json.bytes(pretty: true) + [0x0A]
    case .html: Array(page.text.utf8)
    case .junit: Array(junit.utf8)
    case .sarif: sarif.bytes(pretty: true) + [0x0A]
    }
  }

  var campaign: Campaign { view.campaign }

  func count(_ word: CaseResult.Word) -> Int { campaign.results.count { $0.word == word } }

  var summary: String {
    let counts = CaseResult.Word.allCases.map { "\(count($0)) \($0.text)" }.joined(separator: ", ")
    let left = campaign.leftCount > 0 ? ", \(campaign.leftCount) to come" : ""
    let back = campaign.takenBack.map { ". Results were taken back, because \($0)" } ?? ""
    guard case .stuck(let reason) = campaign.stage else { return counts + left + back }
    return "Nothing could be judged: \(reason)"
  }

  // MARK: JUnit

  /// An undecided case is skipped; a campaign that could not judge is a single failure.
  private var junit: String {
    var cases = view.results.map {
      JUnitCase(name: $0.result.name, result: result(of: $0), output: $0.warning)
    }
    if case .stuck(let reason) = campaign.stage {
      cases.append(
        JUnitCase(name: "preflight", result: .failed("nothing could be judged", type: "preflight", reason)))
    }
    let suite = JUnitSuite(name: "judge.\(campaign.order.provider)", cases: cases)
    let document: HTML = """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites name="eidolon judge" tests="\(String(cases.count))" failures="\(String(suite.count { $0.isFailure }))" errors="0" time="0">
      \(suite.xml(at: view.began))
      </testsuites>

      """
    return document.text
  }

  private func result(of judged: JudgedCase) -> JUnitCase.Result {
    switch judged.result.word {
    case .pass, .warn: .passed
    case .fail: .failed(judged.result.reason, type: judged.item?.judge.right.rawValue ?? "case", judged.lines)
    case .inconclusive, .notRun: .skipped("\(judged.result.word.text): \(judged.result.reason)")
    }
  }

  // MARK: SARIF

  /// A rule for each case, and a result for each judged one.
  private var sarif: JSON {
    SARIFLog(
      version: version, rules: campaign.order.cases.map(\.sarif),
      results: view.results.filter { $0.item != nil }.map { $0.sarif(of: campaign.order.provider) }
    ).json
  }
}

extension JudgedCase {
  /// What was right, what was seen, why it matters and what to do, a line each.
  var lines: String {
    var lines = [result.reason]
    if let item {
      lines += [
        "Right: \(item.judge.right.meaning)", "Attack: \(item.judge.attack)", "Fix: \(item.advice.fix)",
      ]
      if !item.advice.clause.isEmpty { lines.append("Clause: \(item.advice.clause)") }
    }
    return (lines + result.way + result.exchanges).joined(separator: "\n")
  }

  fileprivate var warning: String { result.word == .warn ? lines : "" }

  fileprivate func sarif(of provider: String) -> JSON {
    let (kind, level): (String, String) =
      switch result.word {
      case .pass: ("pass", "none")
      case .fail: ("fail", "error")
      case .warn: ("fail", "warning")
      case .inconclusive: ("review", "none")
      case .notRun: ("notApplicable", "none")
      }
    var properties: JSONObject = [:]
    properties["transaction"] = result.transaction.map(JSON.string)
    properties["exchanges"] = .array(result.exchanges.map(JSON.string))
    return [
      "ruleId": .string(result.name), "kind": .string(kind), "level": .string(level),
      "message": ["text": .string("\(result.word.text): \(result.reason)")],
      "locations": SARIFLog.locations(result.name, of: provider),
      "properties": .object(properties),
    ]
  }
}

extension Case {
  fileprivate var sarif: JSON {
    var object: JSONObject = [
      "id": .string(name), "shortDescription": ["text": .string(title)],
      "fullDescription": ["text": .string("\(judge.right.meaning) \(judge.attack)")],
      "help": ["text": .string("Fix: \(advice.fix). \(advice.clause)")],
      "defaultConfiguration": ["level": .string(isMust ? "error" : "warning")],
    ]
    object["helpUri"] = SpecificationLink.url(advice.clause).map(JSON.string)
    return .object(object)
  }
}
