package import JSON

/// A misbehaviour of the server at an endpoint or event.
package struct Fault: Sendable, Hashable {
  /// The endpoint or event, by its catalog name.
  package var endpoint: String
  package var calls: Calls
  package var action: Action

  /// Which calls of a transaction at an endpoint a fault strikes.
  package enum Calls: Sendable, Hashable {
    case first(Int)
    /// Only this one, counted from 1.
    case nth(Int)
    case always

    /// `call` is counted from 1.
    package func strike(_ call: Int) -> Bool {
      switch self {
      case .first(let count): call <= count
      case .nth(let number): call == number
      case .always: true
      }
    }
  }

  package enum Action: Sendable, Hashable {
    /// Answers this instead; the endpoint's effect does not happen.
    case respond(status: Int, headers: [HeaderField], body: Body?)
    /// Does what was asked, and answers with this in place of a part of the answer.
    case alter(status: Int?, headers: [HeaderField], body: JSONObject)
    /// Answers correctly, but later.
    case delay(Delay)
    /// Closes the connection with a TCP RST.
    case reset
    /// Closes the connection without a byte.
    case empty
    /// Sends the first bytes of the answer, head included, then closes.
    case truncate(bytes: Int?)
    /// Sends the bytes little by little over a time.
    case drip(over: Duration)
    /// Sends bytes that are not HTTP.
    case garbage
    /// Does what was asked, then closes the connection without an answer.
    case loseAnswer
    /// Rotates the signing key just before answering.
    case rotateKeys

    /// True if the caller cannot know from the answer what the endpoint did.
    package var hidesAnswer: Bool {
      switch self {
      case .respond, .reset, .empty, .truncate, .garbage, .loseAnswer: true
      case .alter(let status, _, _): status.map { $0 >= 400 } ?? false
      case .delay, .drip, .rotateKeys: false
      }
    }

    /// True if the caller does not get the right answer.
    package var changesAnswer: Bool { if case .alter = self { true } else { hidesAnswer } }
  }

  /// A header field of a literal answer.
  package struct HeaderField: Sendable, Hashable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The body of a literal answer.
  package enum Body: Sendable, Hashable {
    case text(String)
    /// A JSON value, sent as `application/json`.
    case json(JSON)
  }

  package enum Delay: Sendable, Hashable {
    case fixed(Duration)
    case uniform(from: Duration, to: Duration)
    /// `sigma` is the standard deviation of the logarithm.
    case lognormal(median: Duration, sigma: Double)
  }

  package init(at endpoint: String, _ calls: Calls = .first(1), _ action: Action) {
    (self.endpoint, self.calls, self.action) = (endpoint, calls, action)
  }
}
