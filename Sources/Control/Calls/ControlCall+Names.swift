import Flow
import HTTP
import JSON
import ProviderKit

/// Checks names in calls: an unknown one is refused, because a check about it would always hold.
extension ControlCall {
  /// The state of every ended transaction, besides the provider's own.
  static let endedState = "ended"

  var slugs: [String] { providers.slugs }

  func checkProvider(_ slug: String) throws(ControlProblem) {
    guard slugs.contains(slug) else { throw .noSuchName("provider", slug, among: slugs) }
  }

  /// Refuses names that nothing can ever have.
  ///
  /// - Returns: a note about a client that has no entry of its own and has not been seen yet.
  @discardableResult
  func checkNames(
    provider: String? = nil, endpoint: String? = nil, client: String? = nil, state: String? = nil,
    direction: RecordedExchange.Direction? = nil
  ) throws(ControlProblem) -> String? {
    // Calls of the control plane itself are recorded under names that no provider has.
    if let provider, !slugs.contains(provider), !isRecorded({ $0.provider == provider }) {
      throw .noSuchName("provider", provider, among: slugs)
    }
    let words = providers.types.filter { provider == nil || $0.slug == provider }
      .map { $0.vocabulary }
    if let endpoint {
      let called = direction == .outgoing ? [] : words.flatMap { $0.endpoints.map(\.term.name) }
      let sent = direction == .incoming ? [] : words.flatMap { $0.events.map(\.name) }
      let known = Set(called + sent)
      let isRecorded = isRecorded {
        $0.endpoint == endpoint && (direction != .outgoing || $0.exchange.direction == .outgoing)
      }
      guard known.contains(endpoint) || isRecorded else {
        if direction == .incoming, words.contains(where: { $0.events.contains { $0.name == endpoint } }) {
          throw .outgoing(endpoint)
        }
        throw .noSuchName(direction == .outgoing ? "event" : "endpoint", endpoint, among: known.sorted())
      }
    }
    if let state {
      let known = Set(words.flatMap(\.states) + [Self.endedState])
      guard known.contains(state) else { throw .noSuchName("state", state, among: known.sorted()) }
    }
    return try client.flatMap { client throws(ControlProblem) in
      try noteOnClient(client, of: words.map(\.provider))
    }
  }

  private func noteOnClient(_ client: String, of providers: [String]) throws(ControlProblem) -> String? {
    let clients = providers.compactMap { sandbox.library.world.clients[$0] }
    guard !clients.contains(where: { $0[client] != nil }), !wasSeen(client) else { return nil }
    let known = Set(clients.flatMap(\.keys)).subtracting([World.anyClient]).sorted()
    guard !sandbox.settings.isStrict, clients.contains(where: { $0[World.anyClient] != nil }) else {
      throw .noSuchName("client", client, among: known)
    }
    let closest = nearestNames(client, in: known, limit: 3)
    let hint = closest.isEmpty ? "" : "; closest: \(closest.joined(separator: ", "))"
    return "The client \(JSONProblem.quoted(client)) has no entry of its own, and was not seen yet\(hint)."
  }

  private func wasSeen(_ client: String) -> Bool {
    isRecorded { $0.client == client }
      || sandbox.findings.occurrences().contains { $0.client == client }
      || sandbox.deliveries.records.contains { $0.delivery.client == client }
      || knownTransactions.all.contains { $0.client == client }
  }

  func isRecorded(_ fits: (Journal.Entry) -> Bool) -> Bool {
    sandbox.journal.entries().contains(where: fits)
  }
}
