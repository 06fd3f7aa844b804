import Flow
import HTTP
import ProviderKit

/// What happened in a transaction, in order: messages between the parties, the person's steps, the states reached.
struct MessageSequence: Sendable {
  struct Message: Sendable {
    /// Decides how a message is drawn.
    enum Kind: String, Sendable {
      case request, answer
      /// Not seen by the emulator, but implied by a redirect.
      case onward
      case step
      /// A webhook.
      case delivery
    }

    let kind: Kind
    let from: Party
    let to: Party
    let at: Instant
    let text: String
    /// The id of the element with the details.
    var anchor: String?
    /// True if it broke a rule, failed, or was hit by a fault.
    var isMarked = false
  }

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

  private(set) var rows: [Row] = []
  /// The exchanges shown in full.
  let passages: [Passage]

  /// - Parameters:
  ///   - passages: some of the transaction's exchanges.
  ///   - isShown: true for the times that these exchanges cover; only these get deliveries and steps.
  init(
    of transaction: TransactionSummary, _ passages: [Passage], states: [ChangeLog.Change],
    deliveries: [DeliveryRecord], now: Instant, providers: Providers,
    isShown: (Instant) -> Bool = { _ in true }
  ) {
    self.passages = passages
    for passage in passages {
      let provider = providers[passage.first.provider]
      rows += Self.messages(of: passage, provider).map(Row.message)
    }
    for message in deliveries.flatMap(Self.messages) where isShown(message.at) {
      rows.insert(.message(message), at: index(after: message.at))
    }
    let steps = transaction.timeline.steps.filter { $0.at <= now && $0.at < transaction.timeline.deadline }
    for step in steps where isShown(step.at) {
      let text = step.reason.map { "\(step.verb) (\($0))" } ?? step.verb
      rows.insert(
        .message(Message(kind: .step, from: .phone, to: .emulator, at: step.at, text: text)),
        at: index(ofStepAt: step.at))
    }
    var last = 0
    for change in states {
      last = index(ofStateAt: change.at, from: last)
      rows.insert(
        .state(change.transaction.isEnded ? "ended" : change.transaction.state, at: change.at), at: last)
      last += 1
    }
  }

  // Everything that one call causes has the same time; it is ordered request, step, answer, state.

  private func index(after moment: Instant) -> Int { rows.firstIndex { $0.at > moment } ?? rows.count }

  /// Before the first answer that can reflect the step.
  private func index(ofStepAt moment: Instant) -> Int {
    rows.firstIndex { row in
      guard case .message(let message) = row else { return false }
      return message.kind == .answer ? message.at >= moment : message.at > moment
    } ?? rows.count
  }

  /// After the first answer that can have caused the state, and the redirect that follows from it; before what happened
  /// later.
  private func index(ofStateAt moment: Instant, from start: Int) -> Int {
    for index in rows.indices.dropFirst(start) {
      guard case .message(let message) = rows[index] else { continue }
      if message.kind == .request || message.kind == .step, message.at > moment { return index }
      guard message.kind == .answer, message.at >= moment else { continue }
      guard index + 1 < rows.count, case .message(let next) = rows[index + 1], next.kind == .onward else {
        return index + 1
      }
      return index + 2
    }
    return rows.count
  }

  /// From left to right.
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

  /// True if the request broke a rule; notes do not count.
  private static func isMistaken(_ entry: Passage.Entry, _ provider: (any Provider)?) -> Bool {
    let rules = provider.map { type(of: $0).allRules } ?? []
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

  private static func leaves(_ location: String, _ provider: String) -> Bool {
    let path = location.firstRange(of: "://").map { range in
      location[range.upperBound...].drop { $0 != "/" }
    }
    return !(path ?? location[...]).contains("/\(provider)/")
  }

  /// The names of the first parameters that the redirect carries.
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
