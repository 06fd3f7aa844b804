import Flow
import HTTP
import JSON
import Judge
import ProviderKit

/// `/_eidolon/judge`: a campaign that judges a relying party.
enum JudgeResource {
  static let routes = [
    ControlRoute(
      .post, "judge",
      "Starts a campaign that judges a relying party: one login after the other, each with one thing wrong.",
      body: JudgeOrderReader.schema,
      answers: [.json("The campaign, which goes on by itself.", .component("Campaign"), status: 201)],
      problems: [
        .problem(409, "A campaign is under way, or scenarios wait in the queue."),
        .problem(422, "There is no such provider or case, or the campaign cannot be run like this."),
      ], weight: .heavy, start),
    ControlRoute(
      .get, "judge", "The campaign of this sandbox: how far it is, and what came of each case.",
      [
        .init(
          name: "after", meaning: "Waits until version is larger than this, or the campaign is over.",
          schema: .number(0...Int.max, default: 0)),
        .init(name: "timeout", meaning: "How long to wait; else 30s.", schema: .duration("From 0s to 60s.")),
        .init(
          name: "format", meaning: "JSON, a page, JUnit XML or SARIF 2.1.0.",
          schema: .words(ReportForm.allCases.map(\.rawValue))),
      ],
      answers: [
        .json(
          "The campaign.", .component("Campaign"), or: ReportForm.allCases.dropFirst().map(\.mediaType)),
        .nothing("There was no campaign yet."),
      ], show),
    ControlRoute(
      .delete, "judge", "Cancels the campaign; what was judged stays.",
      answers: [.nothing("Cancelled, or over already.")],
      problems: [.problem(404, "There was no campaign yet.")], cancel),
    ControlRoute(
      .post, "judge/signal",
      "Says what came of the login that the campaign waits for: in words, or by the exit status of a test.",
      body: .body([
        "case": .shortText.saying("The one that listening names; what is said of another is refused."),
        "saw": .words(Look.Said.allCases.map(\.rawValue)), "exit": .number(0...255), "words": .shortText,
      ]),
      answers: [.json("The campaign.", .component("Campaign"))],
      problems: [
        .problem(404, "There was no campaign yet."),
        .problem(409, "The campaign waits for nobody, or for another case."),
      ], weight: .heavy, signal),
    ControlRoute(
      .get, "judge/cases", "The cases of each provider, with what is right and where that is written.",
      [.provider],
      answers: [
        .json("The cases.", .answer(["cases": .list(.anyObject)]))
      ], problems: [.unknownName], cases),
  ]

  static func start(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let (campaign, provider) = try JudgeOrderReader(call: call).campaign()
    guard call.sandbox.queue.entries.isEmpty else {
      throw .conflict(
        "queue-not-empty", "Scenarios wait in the queue",
        "They would be taken for the campaign's; empty it with DELETE /_eidolon/queue.")
    }
    let office = try call.sandboxes.blueprint.office
    let services = JudgeServices(
      sandbox: call.sandbox, providers: call.providers, provider: provider, office: office,
      client: campaign.order.client)
    let order = JudgeOrderReader(call: call).asked
    guard call.bench.start(campaign, asked: order, with: services, sentBy: office) else {
      throw .conflict(
        "campaign-under-way", "A campaign is under way",
        "One at a time in a sandbox; cancel it with DELETE /_eidolon/judge.")
    }
    return .json(try view(call).json, 201)
  }

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let after = try call.number("after", in: 0...Int.max, orElse: 0)
    let timeout = try call.duration("timeout", atMost: .seconds(60), orElse: .seconds(30))
    let word = try call.query("format") ?? ReportForm.json.rawValue
    guard let form = ReportForm(rawValue: word) else {
      throw .parameter("format", "one of \(ReportForm.allCases.map(\.rawValue).joined(separator: ", "))")
    }
    guard let view = call.bench.view else { return .noContent }
    guard form == .json else {
      return .response(
        Response(
          .ok, headers: ["Content-Type": form.mediaType],
          body: CampaignReport(view: view, version: call.state.version).bytes(form)))
    }
    return next(view, call, after, until: call.call.time.real + timeout)
  }

  private static func next(
    _ view: Bench.View, _ call: ControlCall, _ after: Int, until end: Instant
  ) -> ControlAnswer {
    let isNews = view.version > after || view.campaign.stage.isOver
    guard !isNews, call.sandbox.environment.clock.read().real < end, !call.sandbox.isEnded else {
      return .ok(view.json)
    }
    return .wait { next(call.bench.view ?? view, call, after, until: end) }
  }

  static func cancel(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    _ = try view(call)
    _ = call.bench.cancel()
    return .noContent
  }

  static func signal(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let (signal, name) = try call.body { reader -> (Signal, String?)? in
      let said = reader.oneOf("saw", allowed: Look.Said.allCases.map(\.rawValue))
        .flatMap { Look.Said(rawValue: $0) }
      let exit = reader.integer("exit", in: 0...255)
      if said == nil, exit == nil { reader.problem(at: "saw", "expected saw or exit") }
      let words = reader.value("words")?.shortText() ?? ""
      return (Signal(said: said, exit: exit, words: words), reader.value("case")?.shortText())
    }
    _ = try view(call)
    guard call.bench.signal(signal, of: name) else {
      let listening = try view(call).campaign.listening
      throw .conflict(
        "nobody-listens", "The campaign does not wait for this",
        listening.map { "It waits for \($0.name)." } ?? "It waits for nobody now.")
    }
    return .ok(try view(call).json)
  }

  static func cases(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let named = try call.query("provider")
    if let named { try call.checkProvider(named) }
    let wanted = call.providers.filter { named == nil || type(of: $0).slug == named }
    let cases = wanted.flatMap { provider in
      JudgeCases(call.sandbox.library, provider).all.map { item -> JSON in
        var object: JSONObject = [
          "provider": .string(type(of: provider).slug), "case": .string(item.name),
        ]
        for (name, value) in item.members { object[name] = value }
        return .object(object)
      }
    }
    return .ok(["cases": .array(cases)])
  }

  private static func view(_ call: ControlCall) throws(ControlProblem) -> Bench.View {
    guard let view = call.bench.view else {
      throw ControlProblem(
        kind: "no-campaign", status: .notFound, title: "There was no campaign yet",
        detail: "Start one with POST /_eidolon/judge.")
    }
    return view
  }
}
