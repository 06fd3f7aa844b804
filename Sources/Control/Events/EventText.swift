import Flow
import HTTP
import JSON
import ProviderKit

/// What an entry of the journal tells as events: itself without its bodies, then each rule that it broke.
enum EventText {
  typealias Event = (kind: EventFilter.Kind, data: JSON)

  static func events(of entry: Journal<RecordedExchange>.Entry, _ providers: [any Provider]) -> [Event] {
    let rules = providers.first { type(of: $0).slug == entry.provider }.map { type(of: $0).rules } ?? []
    return [(.journal, summary(entry))]
      + entry.findings.map { identifier in
        (.finding, finding(identifier, rules.first { $0.identifier == identifier }, entry))
      }
  }

  private static func summary(_ entry: Journal<RecordedExchange>.Entry) -> JSON {
    var object: JSONObject = [
      "number": .integer(entry.number), "at": .string(entry.at.text), "provider": .string(entry.provider),
      "direction": .string(entry.exchange.direction.rawValue),
      "endpoint": .string(entry.endpoint), "method": .string(entry.exchange.request.method.text),
      "target": .string(entry.exchange.request.target.raw),
      "status": .integer(entry.exchange.response.status.code),
    ]
    object["client"] = entry.client.map(JSON.string)
    object["transaction"] = entry.transaction.map(JSON.string)
    return .object(object)
  }

  private static func finding(
    _ identifier: String, _ rule: Rule?, _ entry: Journal<RecordedExchange>.Entry
  ) -> JSON {
    var object = rule?.json ?? ["rule": .string(identifier)]
    object["provider"] = .string(entry.provider)
    object["endpoint"] = .string(entry.endpoint)
    object["number"] = .integer(entry.number)
    object["at"] = .string(entry.at.text)
    object["client"] = entry.client.map(JSON.string)
    object["transaction"] = entry.transaction.map(JSON.string)
    return .object(object)
  }
}
