import Flow
import JSON

extension RunRecords {
  /// All records as JSON, from which another process can restore them.
  var copy: JSON { ["records": .array(records.map(\.copy)), "rest": rest.copy] }

  /// Adds the records of another replica.
  mutating func add(_ copy: JSON, of address: String, _ rules: [String: Rule]) {
    records += (copy["records"]?.array ?? []).compactMap {
      SandboxRecord(copy: $0, of: address, rules)
    }
    if let other = copy["rest"].flatMap({ SandboxRecord(copy: $0, of: address, rules) }) { rest.add(other) }
  }
}

extension SandboxRecord {
  fileprivate var copy: JSON {
    var object: JSONObject = [
      "name": .string(label.name), "ended": .bool(isEnded),
      "calls": .object(JSONObject(calls.sorted { $0.key < $1.key }.map { ($0.key, .counts($0.value)) })),
      "failures": .counts(failures), "expected": .counts(expected),
      "occurrences": .array(occurrences.map(\.copy)),
      "outcomes": .object(
        JSONObject(outcomes.sorted { $0.key < $1.key }.map { ($0.key, .counts($0.value)) })),
      "verdicts": .array(verdicts.map(\.copy)),
      "expectations": .counts(
        Dictionary(uniqueKeysWithValues: Verdict.Result.allCases.map { ($0.rawValue, expectations[$0]) })),
      "forgotten": [
        .integer(forgotten.sandboxes), .integer(forgotten.findings), .integer(forgotten.expectations),
      ],
    ]
    object["title"] = label.title.map(JSON.string)
    return .object(object)
  }

  /// The root of another replica is named after its address.
  fileprivate init?(copy: JSON, of address: String, _ rules: [String: Rule]) {
    guard let name = copy["name"]?.string else { return nil }
    self.init(SandboxLabel(name, title: name.isEmpty ? "replica \(address)" : copy["title"]?.string))
    isEnded = copy["ended"]?.bool ?? false
    calls = Dictionary(copy["calls"]?.object?.map { ($0.name, $0.value.counts) } ?? []) { $1 }
    (failures, expected) = (copy["failures"]?.counts ?? [:], copy["expected"]?.counts ?? [:])
    outcomes = Dictionary(copy["outcomes"]?.object?.map { ($0.name, $0.value.counts) } ?? []) { $1 }
    occurrences = (copy["occurrences"]?.array ?? []).compactMap { .init(copy: $0, rules) }
    verdicts = (copy["verdicts"]?.array ?? []).compactMap(VerdictLog.Entry.init(copy:))
    expectations = Expectations(counts: copy["expectations"]?.counts ?? [:])
    forgotten.sandboxes = copy["forgotten"]?[0]?.integer ?? 0
    forgotten.findings = copy["forgotten"]?[1]?.integer ?? 0
    forgotten.expectations = copy["forgotten"]?[2]?.integer ?? 0
  }
}

extension FindingLog.Occurrence {
  fileprivate var copy: JSON {
    var object: JSONObject = [
      "number": .integer(number), "process_number": .integer(processNumber),
      "at": .integer(Int(at.milliseconds)), "provider": .string(provider), "endpoint": .string(endpoint),
      "rule": .string(finding.rule.identifier), "detail": .string(finding.detail),
      "words": .array([finding.rule.message, finding.rule.fix].map(JSON.string)),
      "severity": .string(finding.rule.severity.rawValue), "expected": .bool(finding.isExpected),
    ]
    object["client"] = client.map(JSON.string)
    object["transaction"] = finding.transaction.map(JSON.string)
    return .object(object)
  }

  fileprivate init?(copy: JSON, _ rules: [String: Rule]) {
    guard let number = copy["number"]?.integer, let processNumber = copy["process_number"]?.integer,
      let at = copy["at"]?.integer, let provider = copy["provider"]?.string,
      let endpoint = copy["endpoint"]?.string, let rule = copy["rule"]?.string.flatMap({ rules[$0] })
    else { return nil }
    let words = copy["words"]
    let told = rule.worded(words?[0]?.string ?? rule.message, fix: words?[1]?.string ?? rule.fix)
      .graded(copy["severity"]?.string.flatMap(Rule.Severity.init) ?? rule.severity)
    var finding = Finding(told, copy["detail"]?.string ?? "", transaction: copy["transaction"]?.string)
    finding.isExpected = copy["expected"]?.bool ?? false
    self.init(
      number: number, processNumber: processNumber, finding: finding, at: Instant(milliseconds: Int64(at)),
      provider: provider, endpoint: endpoint, client: copy["client"]?.string)
  }
}

extension VerdictLog.Entry {
  fileprivate var copy: JSON {
    [
      "scenario": .string(scenario), "provider": .string(provider), "transaction": .string(transaction),
      "client": .string(client), "verdict": verdict.copy,
    ]
  }

  fileprivate init?(copy: JSON) {
    guard let scenario = copy["scenario"]?.string, let provider = copy["provider"]?.string,
      let transaction = copy["transaction"]?.string, let client = copy["client"]?.string,
      let verdict = copy["verdict"].flatMap(Verdict.init(copy:))
    else { return nil }
    self.init(
      scenario: scenario, provider: provider, transaction: transaction, client: client, verdict: verdict)
  }
}

extension JSON {
  fileprivate static func counts(_ counts: [String: Int]) -> JSON {
    .object(JSONObject(counts.sorted { $0.key < $1.key }.map { ($0.key, .integer($0.value)) }))
  }

  fileprivate var counts: [String: Int] {
    Dictionary((object ?? [:]).compactMap { name, value in value.integer.map { (name, $0) } }) { $1 }
  }
}
