package import Flow

/// The message that tells a client to ask for the outcome of a login (OpenID Connect CIBA Core §10.2), in the words of scenarios.
package enum Ping {
  /// Its name in the journal.
  package static let event = Term(
    "ping", "Tells a client of CIBA that it may call the token endpoint", .documented)
  /// What scenarios can change in it.
  package static let token = TokenTerm(
    "ping", "The ping of CIBA; claims change its body", .assumed, defects: [wrongToken])
  static let wrongToken = Term("wrong_token", "The Bearer token is not the client's", .assumed)

  /// How a ping is delivered.
  package enum Course: String, Sendable, CaseIterable {
    case once
    case twice
    case lost

    var copies: Int {
      switch self {
      case .once: 1
      case .twice: 2
      case .lost: 0
      }
    }
  }

  /// Its outcome, besides the states of its login.
  package enum Outcome: String, Sendable, CaseIterable {
    case pinged
    case lost = "ping_lost"

    package var term: Term {
      switch self {
      case .pinged: Term(rawValue, "The client took the ping", .documented)
      case .lost: Term(rawValue, "The ping did not reach the client, or was not taken", .assumed)
      }
    }
  }
}
