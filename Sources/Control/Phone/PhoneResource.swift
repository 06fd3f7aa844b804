import Flow
import HTTP
import JSON
import ProviderKit

/// `/_eidolon/phone`: the fake handset, which is the eID app of every provider.
enum PhoneResource {
  static let routes = [
    ControlRoute(
      .get, "phone", "What the apps on the fake handset show: the latest requests, newest first.",
      [
        .provider,
        .init(name: "person", meaning: "Only of this person.", schema: .anyText),
        .init(
          name: "limit", meaning: "So many: all that wait, up to \(mostWaiting), then the latest others.",
          schema: .number(1...100, default: 30)),
      ],
      answers: [
        .json(
          "The requests, the people whose phone it can be, and whether a human decides.",
          .answer([
            "interactive": .flag, "now": .instant,
            "clock": .words(["real", "frozen"]),
            "people": .list(.answer(["key": .anyText, "name": .anyText])),
            "requests": .list(.component("PhoneRequest")),
            "left_out": JSON.wholeNumber.saying("How many more requests the apps remember."),
          ]))
      ], problems: [.unknownName], weight: .heavy, list),
    ControlRoute(
      .put, "phone",
      "Says who decides the logins that begin from now on: a human, or people as scenarios say.",
      body: .body(["interactive": .flag], required: ["interactive"]),
      answers: [.json("Who decides now.", .answer(["interactive": .flag]))], decide),
    ControlRoute(
      .post, "phone/open", "Opens a launch link, or the text of a QR code, with the app that takes it.",
      body: .body(
        [
          "link": ["type": "string", "minLength": 1, "maxLength": .integer(linkLength)],
          "person": JSON.shortText.saying("Whose phone it is; tells who logs in where nobody is known."),
          "without": JSON.list(.anyText).saying("The providers whose apps are not installed."),
        ], required: ["link"]),
      answers: [
        .json(
          "What the phone shows then.",
          .answer(
            [
              "result": .words(["shown", "refused", "page"]), "provider": .anyText,
              "findings": .list(.anyText),
            ],
            optional: [
              "transaction": .anyText, "message": .anyText.saying("Why the app shows nothing."),
              "page": .anyText.saying(
                "The URL that the phone's browser shows, because no app takes the link."),
              "request": .component("PhoneRequest"),
            ]))
      ],
      problems: [.problem(404, "No app takes this link, or nobody has this name.")], open),
    ControlRoute(
      .get, "transactions/{id}/phone", "What the app on the phone shows of a transaction.",
      answers: [.json("What it shows.", .component("PhoneRequest"))], show),
  ]

  /// In bytes; a launch link carries a token and a URL.
  private static let linkLength = 16_384
  /// More of them than this can be neither read nor decided by anybody.
  private static let mostWaiting = 100

  // MARK: Calls

  static func list(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let limit = try call.number("limit", in: 1...100, orElse: 30)
    let person = try call.query("person")
    let slug = try call.query("provider")
    try call.checkNames(provider: slug)
    let people = call.sandbox.library.world.people
    let transactions = call.providers.used.filter { slug == nil || type(of: $0).slug == slug }
      .flatMap { provider in provider.transactions(at: call.call.now).map { (provider, $0) } }
    // A login may have a person who is in no world: made up, or changed by its story.
    if let person, people[person] == nil, !transactions.contains(where: { $0.1.person == person }) {
      throw .noSuchName("person", person, among: people.keys.sorted())
    }
    let wanted = transactions.filter { person == nil || $0.1.person == person }
      .sorted { $0.1.ordinal > $1.1.ordinal }
    let shown = shown(wanted, limit: limit, call)
    return .ok([
      "interactive": .bool(call.sandbox.isInteractive),
      "now": .string(call.call.now.text),
      "clock": .string(call.sandbox.environment.clock.mode.rawValue),
      "people": .array(
        people.values.sorted { $0.key < $1.key }.map {
          ["key": .string($0.key), "name": .string($0.fullName ?? $0.key)]
        }),
      "requests": .array(shown.map(\.json)),
      "left_out": .integer(wanted.count - shown.count),
    ])
  }

  /// All that wait, because many logins that ended after them must not hide them; then the latest others.
  private static func shown(
    _ all: [(any Provider, TransactionSummary)], limit: Int, _ call: ControlCall
  ) -> [PhoneText] {
    var waiting = 0
    let texts = all.enumerated().compactMap { index, entry -> PhoneText? in
      let (provider, summary) = entry
      let isOver = type(of: provider).vocabulary.outcomes.contains { $0.name == summary.state }
      guard index < limit || !isOver && waiting < mostWaiting else { return nil }
      let text = text(of: summary.identifier, provider, call)
      if text?.request.waits == true { waiting += 1 }
      return text
    }
    var others = limit - min(waiting, limit)
    return texts.filter { text in
      guard !text.request.waits else { return true }
      others -= 1
      return others >= 0
    }
  }

  static func decide(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let isInteractive = try call.body { $0.requiredBool("interactive") }
    call.sandbox.isInteractive = isInteractive
    return .ok(["interactive": .bool(isInteractive)])
  }

  static func show(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    for provider in call.providers.used {
      if let text = text(of: call["id"], provider, call) { return .ok(text.json) }
    }
    throw .unknown("transaction", call["id"], among: [])
  }

  static func open(_ call: ControlCall) throws(ControlProblem) -> ControlAnswer {
    let asked = try call.body { reader -> (link: String, person: String?, without: [String])? in
      let person = reader.value("person")?.shortText()
      let without = reader.value("without")?.strings() ?? []
      guard let link = reader.requiredString("link") else { return nil }
      guard !link.isEmpty, link.utf8.count <= linkLength else {
        reader.problem(at: "link", "expected a link of at most \(linkLength) bytes")
        return nil
      }
      return (link, person, without)
    }
    let people = call.sandbox.library.world.people
    let person = asked.person.flatMap { people[$0] }
    if let name = asked.person, person == nil { throw .unknown("person", name, among: people.keys) }
    let absent = try Set(
      asked.without.map { slug throws(ControlProblem) in type(of: try call.provider(slug)).slug })
    let link = LaunchLink(asked.link)
    for provider in call.providers where !absent.contains(type(of: provider).slug) {
      if let opening = provider.open(link, on: person, at: call.call.now) {
        return .ok(answer(opening, of: provider, call))
      }
    }
    throw ControlProblem(
      kind: "unknown-link", status: .notFound, title: "No app takes this link",
      detail: "No app on this phone opens \(JSONProblem.quoted(String(link.text.prefix(120)))).")
  }

  // MARK: Showing

  private static func answer(
    _ opening: PhoneOpening, of provider: any Provider, _ call: ControlCall
  ) -> JSON {
    let slug = type(of: provider).slug
    let summary = opening.transaction.flatMap { provider.transaction($0, at: call.call.now) }
    call.sandbox.findings.note(
      opening.findings, at: call.call.now, provider: slug, endpoint: "phone",
      client: summary?.client)
    call.sandbox.observe(call.providers)
    var object: JSONObject = ["provider": .string(slug)]
    switch opening.result {
    case .shown: object["result"] = "shown"
    case .refused(let message):
      object["result"] = "refused"
      object["message"] = .string(message)
    case .page(let path):
      object["result"] = "page"
      let base = call.call.base(of: slug, at: call.call.home, among: call.slugs)
      object["page"] = .string(base + path)
    }
    object["transaction"] = opening.transaction.map(JSON.string)
    object["findings"] = .array(opening.findings.map { .string($0.text) })
    object["request"] = opening.transaction.flatMap { text(of: $0, provider, call)?.json }
    return .object(object)
  }

  private static func text(
    of identifier: String, _ provider: any Provider, _ call: ControlCall
  ) -> PhoneText? {
    // First, because looking at the phone lets the app proceed, which changes the state.
    guard let request = provider.phoneRequest(identifier, at: call.call.now),
      let summary = provider.transaction(identifier, at: call.call.now),
      summary.identifier == identifier
    else { return nil }
    let person = call.sandbox.library.world.people[summary.person]
    return PhoneText(
      summary: summary, request: request, personName: person?.fullName ?? summary.person,
      providerTitle: type(of: provider).settings(base: "").title)
  }
}
