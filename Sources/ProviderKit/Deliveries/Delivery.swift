package import Flow
package import HTTP

/// A message that a provider sends to a relying party's server, such as a webhook: data in an answer, sent by the server.
package struct Delivery: Sendable {
  /// What it is about, in the provider's word: `Video.Completed`.
  package var event: String
  /// The client that it is for, where it is for one.
  package var client: String?
  /// Where it goes: a URL of the world or the control plane.
  package var url: String
  /// The fields of its head.
  package var headers: Headers
  /// The content.
  package var body: [UInt8]
  /// When it is sent, on the sandbox's clock; at once if that is past.
  package var due: Instant
  /// How long after each failed attempt the next one follows; when none is left, it is given up.
  package var retries: [Duration]
  /// The statuses by which the receiver says that it took the message.
  package var accepted: ClosedRange<Int>

  /// A message that is due at a moment.
  package init(
    _ event: String, for client: String? = nil, to url: String, headers: Headers = [:], body: [UInt8],
    due: Instant, retries: [Duration] = [], accepted: ClosedRange<Int> = 200...299
  ) {
    self.client = client
    (self.event, self.url, self.headers, self.body) = (event, url, headers, body)
    (self.due, self.retries, self.accepted) = (due, retries, accepted)
  }
}

/// A delivery and what came of it so far.
package struct DeliveryRecord: Sendable {
  /// The number in the sandbox, from 1.
  package let number: Int
  /// The provider that sends it.
  package let provider: String
  /// The transaction that it is about.
  package let transaction: String?
  /// What is sent; `due` is when the next attempt is made.
  package internal(set) var delivery: Delivery
  /// The attempts so far; at most `attemptLimit`.
  package internal(set) var attempts: [Attempt] = []
  /// Where it stands.
  package internal(set) var state = State.waiting
  /// How many of the retries are used up.
  var retried = 0

  /// How many attempts are remembered.
  package static let attemptLimit = 32

  /// Where a delivery stands.
  package enum State: String, Sendable {
    /// Its moment has not come.
    case waiting
    /// It is being sent.
    case underway
    /// The receiver took it.
    case delivered
    /// No attempt is left.
    case failed
  }

  /// One attempt.
  package struct Attempt: Sendable {
    /// When, on the sandbox's clock.
    package let at: Instant
    /// The receiver's status, or why there was none.
    package let outcome: Result<Int, FetchError>
  }
}
