package import JSON

/// A misbehaviour of the server at an endpoint or event.
package struct Fault: Sendable, Hashable {
  /// The endpoint or event, by its catalog name.
  package var endpoint: String
  /// Which calls it strikes.
  package var calls: Calls
  /// What the server does.
  package var action: Action

  /// Which calls of a transaction at an endpoint a fault strikes.
  package enum Calls: Sendable, Hashable {
    /// The first so many.
    case first(Int)
    /// Only this one, counted from 1.
    case nth(Int)
    /// All of them.
    case always

    /// True if the call with this number, counted from 1, is struck.
    package func strike(_ call: Int) -> Bool {
      switch self {
      case .first(let count): call <= count
      case .nth(let number): call == number
      case .always: true
      }
    }
  }

  /// What the server does wrong.
  package enum Action: Sendable, Hashable {
    /// Answers this instead; the endpoint's effect does not happen.
    case respond(status: Int, headers: [HeaderField], body: Body?)
    /// Answers rightly, but later.
    case delay(Delay)
    /// Closes the connection with a TCP RST.
    case reset
    /// Closes the connection without a byte.
    case empty
    /// Sends the first bytes of the answer, head included, then closes.
    case truncate(bytes: Int?)
    /// Sends the bytes little by little over a time.
    case drip(over: Duration)
    /// Sends bytes that are no HTTP.
    case garbage
    /// Does what was asked, then closes the connection without an answer.
    case loseAnswer
    /// Rotates the signing key just before answering.
    case rotateKeys
  }

  /// A header field of a literal answer.
  package struct HeaderField: Sendable, Hashable {
    /// The field's name.
    package let name: String
    /// The field's value.
    package let value: String

    /// A field of a name and a value.
    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The body of a literal answer.
  package enum Body: Sendable, Hashable {
    /// A text, sent as it is.
    case text(String)
    /// A JSON value, sent as `application/json`.
    case json(JSON)
  }

  /// How long an answer is delayed.
  package enum Delay: Sendable, Hashable {
    /// Always the same.
    case fixed(Duration)
    /// Any time between two, equally likely.
    case uniform(from: Duration, to: Duration)
    /// Log-normally distributed around a median with a spread (the standard deviation of the logarithm).
    case lognormal(median: Duration, sigma: Double)
  }

  /// A fault at an endpoint.
  package init(at endpoint: String, _ calls: Calls = .first(1), _ action: Action) {
    (self.endpoint, self.calls, self.action) = (endpoint, calls, action)
  }
}
