package import Flow
import JSON
import ProviderKit

/// What scenarios change in the answer to an authorization request.
enum Callback {
  /// What scenarios call it; its claims are the parameters.
  static let name = "callback"

  enum Defect: String, CaseIterable {
    case wrongState = "wrong_state"
    case missingState = "missing_state"
    case earlierState = "state_of_an_earlier_login"
    case earlierCode = "code_of_another_login"
    case wrongIssuer = "wrong_issuer"
  }

  static let token = TokenTerm(
    name, "The answer to the authorization request, at the redirect URI; its claims are the parameters",
    .documented, defects: Defect.allCases.map(\.term))

  /// In a query or a fragment, or in a form.
  fileprivate static let marks = ["code=", "state=", "id_token=", "name=\"code\""]
}

extension Vocabulary {
  /// With what scenarios can change in the answer to an authorization request, wherever it is sent from.
  package var withCallback: Vocabulary {
    var words = self
    words.tokens.append(Callback.token)
    words.signals.carriers[Callback.name] = endpoints.flatMap { endpoint in
      Callback.marks.map { Signals.Carrier(endpoint.term.name, containing: $0) }
    }
    return words
  }
}

extension Callback.Defect {
  fileprivate var term: Term { Term(rawValue, meaning, .assumed, advice: advice) }

  private var meaning: String {
    switch self {
    case .wrongState: "state is not the one of the request"
    case .missingState: "state is left out"
    case .earlierState: "state is that of the client's login before"
    case .earlierCode: "code is that of another login of the client, which was not redeemed"
    case .wrongIssuer: "iss is there (RFC 9207), and another issuer's"
    }
  }

  private var advice: Advice {
    switch self {
    case .wrongState, .missingState, .earlierState:
      Advice(
        "RFC 6749 §10.12",
        fix:
          "keep the state of the request with the browser's session, and refuse an answer that has another or none"
      )
    case .earlierCode:
      Advice(
        "RFC 9700 §4.5",
        fix: "use PKCE or a nonce: then a code that was begun in another browser lets nobody in")
    case .wrongIssuer:
      Advice(
        "RFC 9207 §2.4", fix: "compare iss, where there is one, with the issuer that the request was sent to")
    }
  }
}

extension OpenIDProvider {
  /// The parameters as the login's scenario changes them.
  func changed(
    _ parameters: [(name: String, value: String?)], of login: Transaction<Login>, at base: String
  ) -> [(name: String, value: String?)] {
    guard let change = login.decision.scenario?.tokens[Callback.name] else { return parameters }
    var result = parameters
    for (name, value) in change.claims { result.set(name, value.isNull ? nil : value.string ?? value.text()) }
    guard let defect = change.defect.flatMap({ Callback.Defect(rawValue: $0) }) else { return result }
    let (name, value, obstacle): (String, String?, String) =
      switch defect {
      case .wrongState, .missingState:
        ("state", login.detail.state.map(TokenDefect.altered), "the request had no state")
      case .earlierState:
        ("state", earlierLogin(than: login)?.detail.state, "the client had no login with a state before")
      case .earlierCode:
        (
          "code", unredeemed(besides: login)?.detail.grant.code,
          "no other login of the client waits for its code to be redeemed"
        )
      case .wrongIssuer: ("iss", TokenDefect.altered(issuer(of: login, at: base)), "")
      }
    guard let value else {
      noteObstacle("the defect \(defect.rawValue) changes nothing in the callback: \(obstacle)", of: login)
      return result
    }
    result.set(name, defect == .missingState ? nil : value)
    return result
  }
}

extension [(name: String, value: String?)] {
  /// In the place of the first of that name, else at the end.
  fileprivate mutating func set(_ name: String, _ value: String?) {
    guard let index = firstIndex(where: { $0.name == name }) else { return append((name, value)) }
    self[index].value = value
  }
}
