import Flow
package import JSON
package import Judge

extension Bench.View {
  /// The campaign as JSON, from which it can be resumed.
  var json: JSON {
    var object: JSONObject = [
      "campaign": .integer(number), "version": .integer(version), "order": order,
      "provider": .string(campaign.order.provider), "state": .string(campaign.stage.word),
      "counts": CaseResult.counts(of: campaign.results), "left": .integer(campaign.leftCount),
      "learned": [
        "in": .array(campaign.distinction.isIn.map { .string($0.text) }),
        "out": .array(campaign.distinction.isOut.map { .string($0.text) }),
      ],
      "results": .array(results.map { $0.json }),
    ]
    object["reason"] = campaign.stage.reason.map(JSON.string)
    object["taken_back"] = campaign.takenBack.map(JSON.string)
    object["clock_moved"] = clockMoved.map(JSON.string)
    object["present"] = campaign.present.map(JSON.string)
    object["seconds_left"] = secondsLeft.map(JSON.integer)
    object["listening"] = campaign.listening.map { listening in
      var object: JSONObject = ["case": .string(listening.name), "title": .string(listening.title)]
      object["person"] = listening.person.map(JSON.string)
      return .object(object)
    }
    return .object(object)
  }

  static let schema: JSON = .answer(
    [
      "campaign": .wholeNumber, "version": .wholeNumber,
      "order": .anyObject.saying(
        "What it was asked to do, without what it resumed; ask for it again with that."),
      "provider": .anyText,
      "state": .words(["learning", "judging", "done", "stuck", "cancelled"]),
      "counts": .anyObject.saying("How many cases have each result."), "left": .wholeNumber,
      "learned": .answer(["in": .list(.anyText), "out": .list(.anyText)]),
      "results": .list(JudgedCase.schema),
    ],
    optional: [
      "reason": .anyText.saying("Why nothing could be judged."),
      "taken_back": .anyText.saying(
        "Why results were taken back as inconclusive, and what to do: a login with nothing wrong was refused."
      ),
      "clock_moved": .duration.saying(
        "By how much the campaign moved the clock, which stays there, in whole seconds."),
      "present": .anyText.saying("What is being played."), "seconds_left": .wholeNumber,
      "listening": .answer(["case": .anyText, "title": .anyText], optional: ["person": .anyText]).saying(
        "What a test or a person is waited for to do, and to speak of with a signal."),
    ])

  /// Estimated from the cases so far; `nil` without an estimate.
  private var secondsLeft: Int? {
    let took = campaign.results.map(\.took).filter { $0 > .zero }
    guard campaign.stage == .judging, !took.isEmpty else { return nil }
    let mean = took.reduce(.zero, +) / took.count
    return Int((mean * campaign.leftCount).components.seconds) + 1
  }

  /// Rounded up to seconds; `nil` where the clock was not moved.
  var clockMoved: String? {
    let seconds = moved.components.seconds + (moved.components.attoseconds > 0 ? 1 : 0)
    return seconds > 0 ? DurationText.text(.seconds(seconds)) : nil
  }

  /// The results, in the order of the cases.
  var results: [JudgedCase] {
    let cases = Dictionary(
      campaign.order.cases.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    return campaign.results.map { JudgedCase(result: $0, item: cases[$0.name]) }
  }
}

/// A result with its case.
struct JudgedCase {
  let result: CaseResult
  /// `nil` if the case of an earlier campaign's result no longer exists.
  let item: Case?

  var json: JSON {
    var object = result.outline
    object["milliseconds"] = .integer(Int(result.took.wholeMilliseconds))
    if !result.exchanges.isEmpty { object["exchanges"] = .array(result.exchanges.map(JSON.string)) }
    if !result.way.isEmpty { object["way"] = .array(result.way.map(JSON.string)) }
    for (name, value) in item?.members ?? [:] { object[name] = value }
    return .object(object)
  }

  static let schema: JSON = .answer(
    [
      "case": .anyText, "result": .words(CaseResult.Word.allCases.map(\.rawValue)),
      "seen": .words(Sighting.Kind.allCases.map(\.rawValue) + ["unseen"]), "reason": .anyText,
      "milliseconds": .wholeNumber,
    ],
    optional: [
      "transaction": .anyText, "exchanges": .list(.anyText), "way": .list(.anyText), "story": .anyText,
      "title": .anyText, "family": .words(JudgeCase.Family.allCases.map(\.rawValue)),
      "right": .words(Right.allCases.map(\.rawValue)), "attack": .anyText, "fix": .anyText,
      "clause": .anyText, "suite": .list(.anyText),
      "before": .words(JudgeCase.Before.allCases.map(\.rawValue)).saying("The login that it needs first."),
      "way_back": .words(JudgeCase.WayBack.allCases.map(\.rawValue)).saying(
        "What the browser does where the provider sends it back."),
    ])
}

extension CaseResult {
  /// Without the evidence.
  var outline: JSONObject {
    var object: JSONObject = [
      "case": .string(name), "result": .string(word.rawValue),
      "seen": .string(seen?.rawValue ?? "unseen"), "reason": .string(reason),
    ]
    object["transaction"] = transaction.map(JSON.string)
    return object
  }

  /// The number of results of each kind.
  static func counts(of results: [CaseResult]) -> JSON {
    var counts: JSONObject = [:]
    for word in Word.allCases { counts[word.rawValue] = .integer(results.count { $0.word == word }) }
    return .object(counts)
  }
}

extension Case {
  /// Its members in lists and results.
  package var members: JSONObject {
    var object: JSONObject = [
      "story": .string(story), "title": .string(title), "family": .string(judge.family.rawValue),
      "right": .string(judge.right.rawValue), "attack": .string(judge.attack), "fix": .string(advice.fix),
      "clause": .string(advice.clause),
    ]
    if !judge.suite.isEmpty { object["suite"] = .array(judge.suite.map(JSON.string)) }
    object["before"] = judge.before.map { .string($0.rawValue) }
    object["way_back"] = judge.wayBack.map { .string($0.rawValue) }
    return object
  }
}

extension Campaign.Stage {
  var word: String {
    switch self {
    case .learning: "learning"
    case .judging: "judging"
    case .done: "done"
    case .stuck: "stuck"
    case .cancelled: "cancelled"
    }
  }
}

/// What is kept of a campaign that was saved as JSON.
struct EarlierCampaign {
  let learned: Distinction?
  let results: [CaseResult]

  /// Leaves out inconclusive and missing results, so that their cases are played again, and those of other cases.
  init(_ json: JSON, of cases: [Case]) {
    let names = Set(cases.map(\.name))
    let predicates = { (name: String) in
      (json["learned"]?[name]?.array ?? []).compactMap { $0.string.flatMap(Predicate.init) }
    }
    let isIn = predicates("in")
    // While learning, marks that were given are not proved yet.
    let isProved = !isIn.isEmpty && json["state"] != "learning"
    learned = isProved ? Distinction(learnedIn: isIn, out: predicates("out")) : nil
    results = (json["results"]?.array ?? []).compactMap { entry in
      guard let name = entry["case"]?.string, names.contains(name),
        let word = entry["result"]?.string.flatMap(CaseResult.Word.init),
        word != .notRun, word != .inconclusive
      else { return nil }
      var result = CaseResult(
        name, word, seen: entry["seen"]?.string.flatMap(Sighting.Kind.init), entry["reason"]?.string ?? "")
      result.transaction = entry["transaction"]?.string
      result.exchanges = (entry["exchanges"]?.array ?? []).compactMap(\.string)
      result.way = (entry["way"]?.array ?? []).compactMap(\.string)
      return result
    }
  }
}
