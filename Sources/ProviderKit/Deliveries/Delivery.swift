public import Flow
public import HTTP

/// A message that a provider sends to a relying party's server, such as a webhook: data in an answer, sent by the server.
public struct Delivery: Sendable {
  /// What it is about, in the provider's word: `Video.Completed`.
  public var event: String
  /// The client that it is for, where it is for one.
  public var client: String?
  /// Where it goes: a URL of the world or the control plane.
  public var url: String
  /// The fields of its head.
  public var headers: Headers
  /// The content.
  public var body: [UInt8]
  /// When it is sent, on the sandbox's clock; at once if that is past.
  public var due: Instant
  /// How long after each failed attempt the next one follows; when none is left, it is given up.
  public var retries: [Duration]
  /// The statuses by which the receiver says that it took the message.
  public var accepted: ClosedRange<Int>

  /// A message that is due at a moment.
  public init(
    _ event: String, for client: String? = nil, to url: String, headers: Headers = [:], body: [UInt8],
    due: Instant, retries: [Duration] = [], accepted: ClosedRange<Int> = 200...299
  ) {
    self.client = client
    (self.event, self.url, self.headers, self.body) = (event, url, headers, body)
    (self.due, self.retries, self.accepted) = (due, retries, accepted)
  }
}

/// A delivery and what came of it so far.
public struct DeliveryRecord: Sendable {
  /// The number in the sandbox, from 1.
  public let number: Int
  /// The provider that sends it.
  public let provider: String
  /// The transaction that it is about.
  public let transaction: String?
  /// What is sent; `due` is when the next attempt is made.
  public internal(set) var delivery: Delivery
  /// The attempts so far; at most `attemptLimit`.
  public internal(set) var attempts: [Attempt] = []
  /// Where it stands.
  public internal(set) var state = State.waiting
  /// How many of the retries are used up.
  var retried = 0

  /// How many attempts are remembered.
  public static let attemptLimit = 32

  /// Where a delivery stands.
  public enum State: String, Sendable {
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
  public struct Attempt: Sendable {
    /// When, on the sandbox's clock.
    public let at: Instant
    /// The receiver's status, or why there was none.
    public let outcome: Result<Int, FetchError>
  }
}
