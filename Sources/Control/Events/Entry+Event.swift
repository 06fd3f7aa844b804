import Flow
import HTTP
import JSON
import ProviderKit

extension Journal.Entry {
  /// The exchange as an event: without headers and bodies.
  var event: JSON {
    var object: JSONObject = [
      "number": .integer(number), "at": .string(at.text), "provider": .string(provider),
      "direction": .string(exchange.direction.rawValue),
      "endpoint": .string(endpoint), "method": .string(exchange.request.method.text),
      "target": .string(exchange.request.target.raw),
      "status": .integer(exchange.response.status.code),
    ]
    object["client"] = client.map(JSON.string)
    object["transaction"] = transaction.map(JSON.string)
    return .object(object)
  }
}
