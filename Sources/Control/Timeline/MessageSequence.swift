import Flow
import HTTP
import ProviderKit

/// What happened in a transaction, in order: messages between those who took part, the person's steps, the states reached.
struct MessageSequence: Sendable {
  /// A message from one party to another.
  struct Message: Sendable {
    /// What a message is, which says how it is drawn.
    enum Kind: String, Sendable {
      case request, answer
      /// Seen by nobody here, but it follows from a redirect.
      case onward
      /// Something that the person does.
      case step
      /// A webhook.
      case delivery
    }

    let kind: Kind
    let from: Party
    let to: Party
    let at: Instant
    let text: String
    /// The id of the element that says more.
    var anchor: String?
    /// True if a rule was broken by it, or a fault struck it.
    var isMarked = false
  }

  /// A line of the diagram.
  enum Row: Sendable {
    case message(Message)
    case state(String, at: Instant)

    var at: Instant {
      switch self {
      case .message(let message): message.at
      case .state(_, let at): at
      }
    }
  }

  /// The lines in order.
  private(set) var rows: [Row] = []
  /// The exchanges that are shown in full.
  let passages: [Passage]

  /// The sequence of some exchanges of a transaction, and of what else happened in their time.
  init(
    of transaction: TransactionSummary, _ passages: [Passage], states: [ChangeLog.Change],
    deliveries: [DeliveryRecord], now: Instant, providers: [any Provider],
    isShown: (Instant) -> Bool = { _ in true }
  ) {
    self.passages = passages
    for passage in passages {
      let provider = providers.first { type(of: $0).slug == passage.first.provider }
      rows += Self.messages(of: passage, provider).map(Row.message)
    }
    for message in deliveries.flatMap(Self.messages) where isShown(message.at) {
      rows.insert(.message(message), at: place(after: message.at))
    }
    let steps = transaction.timeline.steps.filter { $0.at <= now && $0.at < transaction.timeline.deadline }
    for step in steps where isShown(step.at) {
      let text = step.reason.map { "\(step.verb) (\($0))" } ?? step.verb
      rows.insert(
        .message(Message(kind: .step, from: .phone, to: .emulator, at: step.at, text: text)),
        at: place(ofStepAt: step.at))
    }
    var last = 0
    for change in states {
      last = place(ofStateAt: change.at, from: last)
      rows.insert(.state(change.transaction.state, at: change.at), at: last)
      last += 1
    }
  }

  // What one call brings about happens in one moment: then the order is request, step, answer, state.

  private func place(after moment: Instant) -> Int { rows.firstIndex { $0.at > moment } ?? rows.count }

  /// Before the first answer that can have told of it.
  private func place(ofStepAt moment: Instant) -> Int {
    rows.firstIndex { row in
      guard case .message(let message) = row else { return false }
      return message.kind == .answer ? message.at >= moment : message.at > moment
    } ?? rows.count
  }

  /// Behind the first answer that can have brought it about, and what follows from that answer.
  private func place(ofStateAt moment: Instant, from start: Int) -> Int {
    for index in rows.indices.dropFirst(start) {
      guard case .message(let message) = rows[index] else { continue }
      if message.kind == .request, message.at > moment { return index }
      guard message.kind == .answer, message.at >= moment else { continue }
      guard index + 1 < rows.count, case .message(let next) = rows[index + 1], next.kind == .onward else {
        return index + 1
      }
      return index + 2
    }
    return rows.count
  }

  /// Those who take part, from left to right.
  var parties: [Party] {
    var found: Set<Party> = [.emulator]
    for case .message(let message) in rows { found.formUnion([message.from, message.to]) }
    return Party.allCases.filter(found.contains)
  }

  // MARK: Exchanges

  private static func messages(of passage: Passage, _ provider: (any Provider)?) -> [Message] {
    let entry = passage.last
    let (request, response) = (entry.exchange.request, entry.exchange.response)
    let caller = Party(calling: entry.endpoint, of: provider)
    let anchor = "message-\(passage.first.number)"
    let times = passage.count == 1 ? "" : ", \(passage.count) times"
    var messages = [
      Message(
        kind: .request, from: caller, to: .emulator, at: passage.first.at,
        text: "\(request.method.text) \(entry.endpoint)\(times)", anchor: anchor,
        isMarked: isMistaken(entry, provider))
    ]
    let isHurt = entry.exchange.transmission.shape != .whole
    messages.append(
      Message(
        kind: .answer, from: .emulator, to: caller, at: entry.at,
        text: isHurt ? "\(response.status.code), not as it should be" : answerText(response), anchor: anchor,
        isMarked: isHurt || response.status.code >= 400))
    if caller == .browser || caller == .phone, !isHurt, let location = response.headers["Location"],
      leaves(location, entry.provider)
    {
      messages.append(
        Message(
          kind: .onward, from: caller, to: .relyingParty, at: entry.at, text: onwardText(location),
          anchor: anchor))
    }
    return messages
  }

  /// True if a request broke a rule, notes apart.
  private static func isMistaken(_ entry: Passage.Entry, _ provider: (any Provider)?) -> Bool {
    let rules = provider.map { type(of: $0).rules } ?? []
    return entry.findings.contains { identifier in
      rules.first { $0.identifier == identifier }?.severity != .note
    }
  }

  private static func answerText(_ response: Response) -> String {
    switch response.status.code {
    case 300...399: "\(response.status.code) redirect"
    case 200 where (response.headers["Content-Type"] ?? "").hasPrefix("text/html"): "200 page"
    default: response.status.description
    }
  }

  /// True if a redirect leads away from the provider's own pages.
  private static func leaves(_ location: String, _ provider: String) -> Bool {
    let path = location.firstRange(of: "://").map { range in
      location[range.upperBound...].drop { $0 != "/" }
    }
    return !(path ?? location[...]).contains("/\(provider)/")
  }

  /// The names of the parameters that a redirect carries.
  private static func onwardText(_ location: String) -> String {
    guard let start = location.firstIndex(where: { $0 == "?" || $0 == "#" }),
      let form = try? Form(parsing: String(location[location.index(after: start)...])), !form.isEmpty
    else { return "comes back" }
    return form.names.prefix(4).joined(separator: ", ")
  }

  // MARK: Webhooks

  private static func messages(of record: DeliveryRecord) -> [Message] {
    let anchor = "delivery-\(record.number)"
    return record.attempts.flatMap { attempt -> [Message] in
      let (text, isMarked) =
        switch attempt.outcome {
        case .success(let status): ("\(status)", !record.delivery.accepted.contains(status))
        case .failure(let error): ("\(error)", true)
        }
      return [
        Message(
          kind: .delivery, from: .emulator, to: .receiver, at: attempt.at, text: record.delivery.event,
          anchor: anchor),
        Message(
          kind: .answer, from: .receiver, to: .emulator, at: attempt.at, text: text, anchor: anchor,
          isMarked: isMarked),
      ]
    }
  }
}
