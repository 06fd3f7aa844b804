import Flow
import JSON
import OpenID
import ProviderKit

// How clients are registered for CIBA (K13).
extension ItsmeV2 {
  static let cibaSchema: JSON = [
    "type": "object", "additionalProperties": false, "required": ["mode"],
    "description": "how the client learns the outcome of CIBA; without it the client may not use CIBA",
    "properties": [
      "mode": [
        "type": "string", "enum": ["poll", "ping"],
        "description": "poll: the client asks until there is an outcome; ping: it is told when to ask",
      ],
      "notification_endpoint": [
        "type": "string", "pattern": "^https?://", "description": "where the client is pinged",
      ],
    ],
  ]

  static func readCIBA(_ reader: ObjectReader) -> BackchannelDelivery? {
    defer { reader.finish() }
    let endpoint = reader.string("notification_endpoint")
    switch reader.oneOf("mode", allowed: ["poll", "ping"], what: "mode of CIBA") {
    case "poll":
      if endpoint != nil { reader.problem(at: "notification_endpoint", "a client that polls is not pinged") }
      return .poll
    case "ping":
      guard let endpoint, endpoint.hasPrefix("https://") || endpoint.hasPrefix("http://") else {
        reader.problem("a client that is pinged needs its notification_endpoint, an http or https URL")
        return nil
      }
      return .ping(endpoint)
    default:
      reader.problem("CIBA needs its mode: poll or ping")
      return nil
    }
  }
}

extension ItsmeV2Client {
  /// Its name in `is.mode`; `nil` if CIBA is not agreed.
  var backchannelMode: String? {
    switch backchannelDelivery {
    case .poll: "poll"
    case .ping: "ping"
    case nil: nil
    }
  }
}
