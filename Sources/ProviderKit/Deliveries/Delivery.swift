package import Flow
package import HTTP

/// A message to a relying party's server, such as a webhook: part of an answer, sent by the server.
package struct Delivery: Sendable {
  /// The provider's word for it: `Video.Completed`.
  package var event: String
  package var client: String?
  /// From the world or the control plane.
  package var url: String
  package var headers: Headers
  package var body: [UInt8]
  /// On the sandbox's clock; sent at once if that is past.
  package var due: Instant
  /// The delay after each failed attempt; when none is left, the delivery has failed.
  package var retries: [Duration]
  /// The statuses that count as delivered.
  package var accepted: ClosedRange<Int>
  /// The headers that depend on an attempt's moment, such as a signature with a time: given what the receiver's clock
  /// shows then, they replace those of the attempt before.
  package var dated: (@Sendable (Instant) -> Headers)?
  /// Called after each attempt, with the record as it is then; keeps nothing of the sandbox.
  package var heard: (@Sendable (DeliveryRecord) -> Void)?

  package init(
    _ event: String, for client: String? = nil, to url: String, headers: Headers = [:], body: [UInt8],
    due: Instant, retries: [Duration] = [], accepted: ClosedRange<Int> = 200...299
  ) {
    self.client = client
    (self.event, self.url, self.headers, self.body) = (event, url, headers, body)
    (self.due, self.retries, self.accepted) = (due, retries, accepted)
  }

  mutating func date(_ moment: Instant) {
    guard let dated else { return }
    for header in dated(moment) { headers.set(header.name, header.value) }
  }
}

/// A delivery and its attempts so far.
package struct DeliveryRecord: Sendable {
  /// Counted in the sandbox, from 1.
  package let number: Int
  package let provider: String
  package let transaction: String?
  /// `due` is the time of the next attempt.
  package internal(set) var delivery: Delivery
  /// The latest, at most `attemptLimit`.
  package internal(set) var attempts: [Attempt] = []
  package internal(set) var state = State.waiting
  /// How many of `delivery.retries` are used up.
  var retried = 0

  package static let attemptLimit = 32

  package enum State: String, Sendable {
    /// Not sent yet.
    case waiting
    case underway
    case delivered
    case failed
  }

  package struct Attempt: Sendable {
    /// When it was due, on the sandbox's clock.
    package let at: Instant
    /// The receiver's status.
    package let outcome: Result<Int, FetchError>
  }
}
