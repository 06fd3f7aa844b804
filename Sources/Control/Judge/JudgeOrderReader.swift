import Flow
import HTTP
import JSON
import Judge
import ProviderKit

/// Reads an order for a campaign, and finds its cases.
struct JudgeOrderReader {
  let call: ControlCall

  static let schema: JSON = .body(
    [
      "provider": .anyText,
      "start_url": .anyText.saying("Where a browser begins to log in; else way says who brings the logins."),
      "way": .words(["command", "wait"]),
      "profile_url": .anyText.saying("What only somebody who is logged in can open."),
      "second": .anyText.saying(
        "Where the same relying party begins a login at another provider, such as itsme=http://localhost:3000/itsme."
      ),
      "client": .shortText,
      "in": .list(.anyText).saying("What a login that succeeded looks like, such as status=200."),
      "out": .list(.anyText), "hosts": .list(.anyText),
      "only": .list(.anyText).saying("Names of cases or families; * stands for anything."),
      "skip": .list(.anyText), "level": .words(["must", "should"]),
      "case_timeout": .duration("More than 0s."),
      "resume": .anyObject.saying(
        "What an earlier campaign of the provider answered as JSON: its results of these cases are kept."),
      "asker": .words(Asker.allCases.map(\.rawValue)).saying(
        "Who asked, which decides in which words it is told what to do; else a program."),
    ], required: ["provider"])

  private struct Fields {
    var provider = ""
    var start: String?
    var way: String?
    var profile: String?
    var second: String?
    var client: String?
    var isIn: [String] = []
    var isOut: [String] = []
    var hosts: [String] = []
    var only: [String] = []
    var skip: [String] = []
    var level: String?
    var limit: Duration?
    var resume: JSON?
    var asker: String?
  }

  /// The order as written, to repeat it.
  var asked: JSON {
    var order = (try? JSON(parsing: call.call.request.body))?.object ?? [:]
    for name in ["resume", "asker"] { order[name] = nil }
    return .object(order)
  }

  /// The campaign that the body describes, and the provider it is about.
  func campaign() throws(ControlProblem) -> (Campaign, any Provider) {
    let fields = try fields()
    try call.checkProvider(fields.provider)
    let provider = try call.provider(fields.provider)
    let way = try way(fields)
    for host in fields.hosts where WebAddress("http://\(host)")?.host != host.lowercased() {
      throw .order("hosts", "\(JSONProblem.quoted(host)) is not a name of a host alone, such as shop.test")
    }
    var hosts = Set(fields.hosts.map { $0.lowercased() })
    let profile = try fields.profile.map { text throws(ControlProblem) in try address(text, "profile_url") }
    if case .start(let address) = way { hosts.insert(address.host) }
    if let profile { hosts.insert(profile.host) }
    let second = try fields.second.map { text throws(ControlProblem) in
      try self.second(text, besides: provider)
    }
    if let second { hosts.insert(second.start.host) }
    let known = JudgeCases(call.sandbox.library, provider)
    let cases = try known.chosen(only: fields.only, skip: fields.skip, level: fields.level)
    var order = Order(
      fields.provider, way, in: Territory(hosts: hosts, emulator: emulator), cases: cases)
    (order.client, order.profile, order.second) = (fields.client, profile, second)
    order.timeLimit = fields.limit ?? order.timeLimit
    order.asker = fields.asker.flatMap(Asker.init) ?? order.asker
    order.distinction = Distinction(
      isIn: try predicates(fields.isIn, "in"), isOut: try predicates(fields.isOut, "out"))
    if !fields.isIn.isEmpty, Set(order.distinction.isIn) == Set(order.distinction.isOut) {
      throw .order("in", "it says the same as out, so that nobody could be told apart")
    }
    let earlier = try fields.resume.map { report throws(ControlProblem) in
      try check(report, of: fields.provider, known)
      return EarlierCampaign(report, of: cases)
    }
    return (Campaign(order, learned: earlier?.learned, earlier: earlier?.results ?? []), provider)
  }

  /// Refuses what to resume if it cannot be a report of these cases.
  private func check(_ report: JSON, of provider: String, _ known: JudgeCases) throws(ControlProblem) {
    if let other = report["provider"]?.string, other != provider {
      throw .order("resume", "this is a report about \(JSONProblem.quoted(other)), and not about \(provider)")
    }
    var counts: [String: Int] = [:]
    for name in (report["results"]?.array ?? []).compactMap({ $0["case"]?.string }) {
      let count = known.all.count { $0.name == name }
      guard count > 0 else { throw .noSuchName("case", name, among: known.all.map(\.name)) }
      counts[name, default: 0] += 1
      guard counts[name, default: 0] <= count else {
        throw .order("resume", "the case \(JSONProblem.quoted(name)) is in it twice")
      }
    }
  }

  private func fields() throws(ControlProblem) -> Fields {
    try call.body { reader -> Fields? in
      var fields = Fields()
      fields.provider = reader.requiredValue("provider")?.string() ?? ""
      fields.start = reader.string("start_url")
      fields.way = reader.oneOf("way", allowed: ["command", "wait"])
      fields.profile = reader.string("profile_url")
      fields.second = reader.string("second")
      fields.client = reader.value("client")?.shortText()
      (fields.isIn, fields.isOut) = (texts(reader, "in"), texts(reader, "out"))
      (fields.hosts, fields.only, fields.skip) = (
        texts(reader, "hosts"), texts(reader, "only"), texts(reader, "skip")
      )
      fields.level = reader.oneOf("level", allowed: ["must", "should"])
      fields.limit = reader.value("case_timeout")?.duration()
      fields.resume = reader.value("resume")?.node.json
      fields.asker = reader.oneOf("asker", allowed: Asker.allCases.map(\.rawValue))
      if (fields.start == nil) == (fields.way == nil) {
        reader.problem(at: "start_url", "expected either start_url or way")
      }
      if let limit = fields.limit, limit <= .zero {
        reader.problem(at: "case_timeout", "expected more than 0s")
      }
      return fields
    }
  }

  private func texts(_ reader: ObjectReader, _ name: String) -> [String] {
    reader.elements(name)?.compactMap { $0.shortText() } ?? []
  }

  private func way(_ fields: Fields) throws(ControlProblem) -> Order.Way {
    switch fields.way {
    case "command": .command
    case "wait": .traffic
    default: .start(try address(fields.start ?? "", "start_url"))
    }
  }

  /// `PROVIDER=URL`.
  private func second(
    _ text: String, besides provider: any Provider
  ) throws(ControlProblem) -> Order.Second {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, parts[0] != type(of: provider).slug else {
      throw .order(
        "second", "\(JSONProblem.quoted(text)) is not another provider and its address, PROVIDER=URL")
    }
    try call.checkProvider(parts[0])
    return Order.Second(parts[0], start: try address(parts[1], "second"))
  }

  private func address(_ text: String, _ name: String) throws(ControlProblem) -> WebAddress {
    guard let address = WebAddress(text) else {
      throw .order(name, "\(JSONProblem.quoted(text)) is not a URL such as http://localhost:3000/login")
    }
    return address
  }

  private func predicates(_ texts: [String], _ name: String) throws(ControlProblem) -> [Predicate] {
    try texts.map { text throws(ControlProblem) in
      guard let predicate = Predicate(text) else {
        throw .order(
          name,
          "\(JSONProblem.quoted(text)) says nothing to look at; such as status=200, path=/home, text=Welcome, cookie=sid "
            + "or exit=0, and with profile: in front at the profile")
      }
      return predicate
    }
  }

  /// The known addresses of the emulator.
  private var emulator: Set<WebAddress> {
    let scheme = call.call.peer.isSecure ? "https" : "http"
    let own = ["\(scheme)://localhost:\(call.call.peer.localPort)", call.call.base, call.call.publicBase]
    return Set((own + call.state.addresses + call.sandbox.servedAddresses).compactMap(WebAddress.init))
  }
}

extension ControlProblem {
  fileprivate static func order(_ name: String, _ detail: String) -> ControlProblem {
    ControlProblem(
      kind: "malformed-order", status: Status(422), title: "This campaign cannot be run",
      detail: "\(name): \(detail).")
  }
}
