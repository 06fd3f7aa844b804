import Flow
import JSON
import ProviderKit

/// A tenant of VideoID.
struct VideoIDClient: Client {
  /// The id in the world; it does not go over the wire.
  let identifier: String
  let name: String
  /// Its API token (§1.1 #2); `nil` for the client that stands for any.
  var token: String?
  var state = State.active
  var webhook: Webhook?
  /// The switches of its preset and its own, by name.
  var quirks: [String: QuirkValue] = [:]
  /// True if it stands for every token, which is reported each time.
  var isWildcard = false

  var credentials: [(member: String, value: String)] { token.map { [("token", $0)] } ?? [] }

  /// The state of a token; those that are not active are there for tests (§5, "always bad" tokens).
  enum State: String, Sendable, CaseIterable {
    /// It is accepted.
    case active
    /// 401.
    case expired
    /// Known, but not allowed to do this: 403.
    case forbidden
  }

  struct Webhook: Sendable, Hashable {
    var url: String
    /// The key of the signature.
    var secret: String
    /// The events that are sent; `nil` for all.
    var events: Set<String>?

    /// Makes a path of this emulator absolute.
    func atHome(of call: Call) -> Webhook {
      var webhook = self
      webhook.url = RedirectLocation.atHome([url], of: call).first ?? url
      return webhook
    }
  }
}

extension VideoID {
  static let clientSchema: JSON = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "note": ["type": "string"],
      "name": ["type": "string"],
      "token": ["type": "string", "minLength": 1, "description": "the tenant's API token, a UUID as a rule"],
      "state": [
        "type": "string", "enum": .array(VideoIDClient.State.allCases.map { .string($0.rawValue) }),
        "description": "what became of the token",
      ],
      "webhook": [
        "type": "object", "description": "where the tenant's messages go",
        "additionalProperties": false,
        "required": ["url", "secret"],
        "properties": [
          "note": ["type": "string"],
          "url": [
            "type": "string", "pattern": "^(https?:/)?/",
            "description": "what receives the messages; a path is one of this emulator",
          ],
          "secret": ["type": "string", "minLength": 1, "description": "the key of Eidolon-Signature"],
          "events": [
            "type": "array", "description": "the only ones that are sent; all unless said",
            "items": ["type": "string", "enum": .array(WebhookEvent.allCases.map { .string($0.rawValue) })],
          ],
        ],
      ],
      "preset": ["type": "string", "enum": .array(VideoIDPreset.all.map { .string($0.term.name) })],
      "quirks": ["$ref": "#/$defs/videoid.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = VideoIDClient(identifier: identifier, name: reader.string("name") ?? identifier)
    client.isWildcard = reader.bool("anything") ?? false
    client.token = reader.text("token")
    let states = VideoIDClient.State.allCases.map(\.rawValue)
    client.state =
      reader.oneOf("state", allowed: states, what: "state of a token").flatMap {
        VideoIDClient.State(rawValue: $0)
      } ?? .active
    client.webhook = reader.object("webhook").flatMap(readWebhook)
    client.quirks = reader.presetAndQuirks(of: vocabulary)
    if client.isWildcard, identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any token")
    }
    if !client.isWildcard, client.token == nil {
      reader.problem("a client needs its token")
    }
    reader.finish()
    return client
  }

  private static func readWebhook(_ reader: ObjectReader) -> VideoIDClient.Webhook? {
    let url = reader.requiredString("url")
    let secret = reader.requiredString("secret")
    let names = WebhookEvent.allCases.map(\.rawValue)
    let events = reader.elements("events")?.compactMap { $0.oneOf(names, what: "event of VideoID") }
    reader.close()
    if let url, !["https://", "http://", "/"].contains(where: url.hasPrefix) {
      reader.problem(at: "url", "expected an http or https URL, or a path of this emulator")
    }
    guard let url, let secret else { return nil }
    return VideoIDClient.Webhook(url: url, secret: secret, events: events.map { Set($0) })
  }
}
