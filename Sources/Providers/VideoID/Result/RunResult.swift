import Flow
import JSON

/// The result of a run, as `GET videoid/{id}` answers it (§1.3).
struct RunResult {
  let run: Transaction<Run>
  let now: Instant

  private var change: TokenChange? { run.decision.scenario?.tokens["result"] }
  private var defect: ResultDefect? { change?.defect.flatMap { ResultDefect(rawValue: $0) } }

  /// The answer; a defect is applied after the scenario's claims (scenarios.md).
  var json: JSON {
    var result = found
    if case .completed = run.phase(at: now) { defect?.apply(to: &result) }
    return .object(result)
  }

  /// The findings of the run, with the scenario's claims; before completion only what the request says.
  var found: JSONObject {
    var result: JSONObject = [
      "id": .string(run.identifier), "process": .string(run.detail.request.process.rawValue),
      "status": .string(run.status(at: now)), "tenantId": .string(run.detail.request.tenant ?? ""),
    ]
    var request: JSONObject = ["date": .integer(Int(run.started.milliseconds))]
    request["minSimilarityLevel"] = run.detail.start?.minimum.map { .string($0.rawValue) }
    result["request"] = .object(request)
    guard case .completed(let moment) = run.phase(at: now) else { return result }
    result["completion"] = ["date": .integer(Int(moment.milliseconds))]
    if let type = run.detail.start?.document {
      let document = ShownDocument(
        type: type, person: run.person, today: CalendarDate(moment),
        absent: run.detail.switches[.absentValues].word,
        defect: defect)
      result["document"] = .object(document.json)
      result["features"] = .object(document.features)
    }
    if run.detail.product.hasFace {
      result["biometrics"] = [
        "face": [
          "image": .string(run.person.photo ?? Pictures.face),
          "similarityLevel": .string(Similarity(of: run.decision.scenario).rawValue),
        ]
      ]
    }
    result["securityChecks"] = .object(checks(at: CalendarDate(moment)))
    return JSON.object(result).merging(.object(change?.claims ?? [:])).object ?? result
  }

  /// The checks that apply to what was shown (§1.3).
  private func checks(at today: CalendarDate) -> JSONObject {
    var checks: JSONObject = [:]
    func add(_ member: String, _ name: String, _ passed: Bool = true) {
      checks[member] = ["name": .string(name), "passed": .bool(passed && defect?.failedCheck != member)]
    }
    if let type = run.detail.start?.document {
      let document = ShownDocument(
        type: type, person: run.person, today: today, absent: "empty", defect: defect)
      if type.kind == .card { add("initialsMatch", "Initials match") }
      add("nonExpired", "Non expired", !document.isExpired)
      add("notUnderage", "Not underage", !document.isUnderage)
      add("dataIntegrity", "Data integrity")
      add("notBWCopy", "Not BW copy")
      if type.hasBack { add("sidesMatch", "Sides match") }
    }
    add("liveness", "Liveness")
    return checks
  }
}
