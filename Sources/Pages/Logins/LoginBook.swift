import Flow
import Frame
import HTTP
import ProviderKit

/// All logins that a sandbox still knows, as lines of a list.
struct LoginBook {
  /// The latest first.
  let lines: [LoginLine]

  init(_ sandbox: Sandbox, _ providers: [any Provider]) {
    let open = sandbox.observe(providers)
    let journal = sandbox.journal.entries()
    var asked: [String: String] = [:]
    for entry in journal {
      guard let transaction = entry.transaction, asked[transaction] == nil else { continue }
      asked[transaction] = Self.asked(by: entry)
    }
    let reader = Reader(providers)
    let begun = KnownTransactions(sandbox: sandbox, providers: providers).all(open: open).map { known in
      reader.line(known.transaction, reached: known.reached, asked: asked[known.transaction.identifier])
    }
    let refused = journal.compactMap(reader.refusal)
    // The places are sorted, not the lines, which are large.
    let all = begun + refused
    let places = all.enumerated().map { (started: $1.started, number: $1.number, place: $0) }
    lines = places.sorted { ($0.started, $0.number) > ($1.started, $1.number) }.map { all[$0.place] }
  }

  private static func askedValue(_ query: String) -> String? {
    let (name, bytes) = (Array("acr_values=".utf8), Array(query.utf8))
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "&")) ?? bytes.count
      if bytes[start..<end].starts(with: name) {
        return try? PercentCoding.decode(bytes[(start + name.count)..<end], plusIsSpace: true)
      }
      start = end + 1
    }
    return nil
  }

  /// `se:bankid:same-device` of `urn:grn:authn:se:bankid:same-device`; empty if the request names none.
  private static func asked(by entry: Journal<RecordedExchange>.Entry) -> String {
    let request = entry.exchange.request
    // Only what is asked for is read: to parse thousands of requests takes long.
    let raw = request.target.rawQuery.flatMap(askedValue)
    let value = raw ?? (request.isForm ? (try? request.form)?["acr_values"] : nil) ?? ""
    let first = value.split(separator: " ").first.map(String.init) ?? ""
    if first.hasPrefix("urn:") { return first.split(separator: ":").dropFirst(3).joined(separator: ":") }
    return first.split(separator: "/").last.map(String.init) ?? ""
  }
}

private struct Reader {
  /// What lines say of a provider; less than its vocabulary, because every line looks it up.
  private struct Words {
    let title: String
    let outcomes: Set<String>
    let successes: Set<String>
    let ownedEndpoints: Set<String>

    init(_ vocabulary: Vocabulary) {
      (title, successes) = (vocabulary.title, vocabulary.successes)
      outcomes = Set(vocabulary.outcomes.map(\.name))
      ownedEndpoints = Set(vocabulary.endpoints.filter(\.isOwned).map(\.term.name))
    }
  }

  private let words: [String: Words]
  private let severities: [String: Rule.Severity]

  init(_ providers: [any Provider]) {
    words = Dictionary(
      providers.map { (type(of: $0).slug, Words(type(of: $0).vocabulary)) },
      uniquingKeysWith: { first, _ in first })
    severities = Dictionary(
      providers.flatMap { type(of: $0).allRules }.map { ($0.identifier, $0.severity) },
      uniquingKeysWith: { first, _ in first })
  }

  func line(_ transaction: TransactionSummary, reached: Instant?, asked: String?) -> LoginLine {
    let words = words[transaction.provider]
    let state = transaction.state
    let isDecided = words?.outcomes.contains(state) ?? true
    let last = [transaction.calls.last?.at, reached].compactMap { $0 }.max()
    return LoginLine(
      started: transaction.started, number: transaction.ordinal, identifier: transaction.identifier,
      exchange: nil, provider: transaction.provider, title: words?.title ?? transaction.provider,
      asked: asked.flatMap { $0.isEmpty ? nil : $0 }, client: transaction.client,
      person: transaction.person,
      personName: transaction.whole.fullName ?? transaction.person,
      story: transaction.decision.scenario?.name, took: last.map { $0 - transaction.started },
      outcome: Self.text(state),
      standing: !isDecided ? .waiting : words?.successes.contains(state) == true ? .good : .error,
      findings: findings(transaction.findings))
  }

  /// A call that would have begun a login, had it not been refused.
  func refusal(_ entry: Journal<RecordedExchange>.Entry) -> LoginLine? {
    guard entry.transaction == nil, entry.exchange.direction == .incoming,
      let words = words[entry.provider], words.ownedEndpoints.contains(entry.endpoint),
      Self.isRefused(entry.exchange), Self.begins(entry)
    else { return nil }
    return LoginLine(
      started: entry.at, number: entry.number, identifier: nil, exchange: entry.number,
      provider: entry.provider, title: words.title, asked: nil,
      client: entry.client ?? Self.client(of: entry) ?? "", person: "", personName: "",
      story: nil, took: nil, outcome: "refused", standing: .error, findings: findings(entry.findings))
  }

  private static func isRefused(_ exchange: RecordedExchange) -> Bool {
    let answer = exchange.response
    return answer.status.code >= 400 || answer.headers["Location"]?.contains("error=") == true
  }

  private static func forms(of entry: Journal<RecordedExchange>.Entry) -> [Form] {
    let request = entry.exchange.request
    return [try? request.target.query, try? request.form].compactMap { $0 }
  }

  private static func client(of entry: Journal<RecordedExchange>.Entry) -> String? {
    forms(of: entry).compactMap { $0["client_id"] }.first
  }

  /// True if the call carries no credential of an earlier one: it asks for a login.
  private static func begins(_ entry: Journal<RecordedExchange>.Entry) -> Bool {
    forms(of: entry).contains { $0["client_id"] != nil && $0["code"] == nil && $0["grant_type"] == nil }
  }

  private func findings(_ rules: [String]) -> [(rule: String, severity: Rule.Severity)] {
    var known: Set<String> = []
    return rules.filter { known.insert($0).inserted }.map { ($0, severities[$0] ?? .note) }
  }

  private static func text(_ state: String) -> String { state.split(separator: "_").joined(separator: " ") }
}
