import Crypto
import Flow
import HTTP
import JSON
import ProviderKit

/// One notification: its body and its signature.
///
/// Both are ours, because the vendor's are not public (§5).
///
/// `Eidolon-Signature: t=SECONDS,v1=HEX` is the HMAC-SHA-256 of `SECONDS.BODY` under the client's secret.
struct WebhookMessage {
  let run: Transaction<Run>
  let event: RunEvent
  let webhook: VideoIDClient.Webhook
  /// How far the receiver's clock is ahead of the sandbox's, as in tokens.
  var skew: Duration = .zero

  private var change: TokenChange? { run.decision.scenario?.tokens["webhook"] }
  private var defect: WebhookDefect? { change?.defect.flatMap { WebhookDefect(rawValue: $0) } }

  /// One delivery, or two where the quirk repeats it.
  var deliveries: [Delivery] {
    let switches = run.detail.switches
    let isLast = event.event == .videoCompleted && switches[.webhookOrder].word == "completed_last"
    let due = event.at + switches[.webhook] + (isLast ? switches[.consolidation] + .seconds(1) : .zero)
    let retry = switches[.webhookRetry]
    let body = body(at: event.at + skew - age)
    // The receiver must answer 200 (§1.6).
    var delivery = Delivery(
      event.event.rawValue, for: run.client, to: webhook.url, headers: ["Content-Type": "application/json"],
      body: body, due: due, retries: [retry, retry * 6, retry * 36], accepted: 200...200)
    delivery.dated = signer(of: body)
    guard switches[.webhookRepeat].isOn else { return [delivery] }
    var repeated = delivery
    repeated.due = due + .seconds(1)
    return [delivery, repeated]
  }

  /// How old the message looks beyond its real age.
  private var age: Duration { defect == .staleDate ? .seconds(86_400) : .zero }

  /// Signs each attempt at its own moment, because receivers take no message that is older than a few minutes.
  private func signer(of body: [UInt8]) -> (@Sendable (Instant) -> Headers)? {
    guard defect != .missingSignature else { return nil }
    let signed = defect == .badSignature ? body + [UInt8(ascii: " ")] : body
    return { [age, secret = webhook.secret] moment in
      ["Eidolon-Signature": WebhookMessage.signature(of: signed, at: moment - age, secret: secret)]
    }
  }

  private func body(at date: Instant) -> [UInt8] {
    var members: JSONObject = [
      "event": .string(event.event.rawValue), "id": .string(run.identifier),
      "date": .integer(Int(date.milliseconds)),
    ]
    members["status"] = event.verdict.map(JSON.string)
    switch defect {
    case .unknownIdentifier: members["id"] = "00000000-0000-4000-8000-000000000000"
    case .unknownEvent: members["event"] = "Video.Archived"
    default: break
    }
    return JSON.object(members).merging(.object(change?.claims ?? [:])).bytes()
  }

  static func signature(of body: [UInt8], at date: Instant, secret: String) -> String {
    let code = HMAC.sha256(key: Array(secret.utf8), Array("\(date.seconds).".utf8) + body)
    return "t=\(date.seconds),v1=\(code.hexadecimal)"
  }
}
