import Flow
import JSON
import Judge

extension CampaignSteps.Step {
  /// The step as an event, without the evidence, which is in the campaign.
  var event: JSON {
    var object: JSONObject = [
      "number": .integer(number), "at": .string(at.text), "campaign": .integer(campaign),
      "provider": .string(provider), "step": .string(word),
    ]
    object["client"] = client.map(JSON.string)
    switch what {
    case .started(let cases, let kept):
      (object["cases"], object["kept"]) = (.integer(cases), .integer(kept))
    case .learned(let distinction):
      object["in"] = .array(distinction.isIn.map { .string($0.text) })
      object["out"] = .array(distinction.isOut.map { .string($0.text) })
    case .judged(let result, let nth, let total):
      (object["nth"], object["of"]) = (.integer(nth), .integer(total))
      for (name, value) in result.outline { object[name] = value }
    case .finished(let stage, let results):
      (object["state"], object["counts"]) = (.string(stage.word), CaseResult.counts(of: results))
      object["reason"] = stage.reason.map(JSON.string)
    }
    return .object(object)
  }

  /// The login it is about.
  var transaction: String? { if case .judged(let result, _, _) = what { result.transaction } else { nil } }

  private var word: String {
    switch what {
    case .started: "started"
    case .learned: "learned"
    case .judged: "case"
    case .finished: "finished"
    }
  }
}
