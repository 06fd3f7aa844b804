package import Flow
import JSON
import ProviderKit

/// What scenarios change in the answer to an authorization request.
enum Callback {
  /// The name in scenarios; its claims are the parameters.
  static let name = "callback"

  enum Defect: String, CaseIterable {
    case wrongState = "wrong_state"
    case missingState = "missing_state"
    case earlierState = "state_of_an_earlier_login"
    case earlierCode = "code_of_another_login"
    case earlierLogin = "callback_of_another_login"
    case usedCode = "code_of_an_earlier_login"
    case wrongIssuer = "wrong_issuer"
    case rightIssuer = "right_issuer"
    case codeOfOther = "code_of_another_provider"
    case answerOfOther = "answer_of_another_provider"
  }

  static let token = TokenTerm(
    name, "The answer to the authorization request, at the redirect URI; its claims are the parameters",
    .documented, defects: Defect.allCases.map(\.term), isParameters: true)

  /// True if the answer has no code, or not the one of its login.
  static func changesCode(in scenario: Scenario) -> Bool {
    guard let change = scenario.tokens[name] else { return false }
    guard change.claims["code"] == nil else { return true }
    return change.defect.flatMap(Defect.init)?.isOfCode ?? false
  }

  /// The texts that occur in a query, a fragment or a form.
  fileprivate static let marks = ["code=", "state=", "id_token=", "name=\"code\""]
}

extension Vocabulary {
  /// The vocabulary with what scenarios can change in the answer to an authorization request, at every endpoint.
  package var withCallback: Vocabulary { withCallback(besides: []) }

  /// - Parameter others: endpoints whose redirects have such parameters too, but are not such an answer.
  package func withCallback(besides others: Set<String>) -> Vocabulary {
    var words = self
    words.tokens.append(Callback.token)
    words.signals.carriers[Callback.name] = endpoints.filter { !others.contains($0.term.name) }.flatMap {
      endpoint in
      Callback.marks.map { Signals.Carrier(endpoint.term.name, containing: $0) }
    }
    return words
  }
}

extension Callback.Defect {
  /// True if it puts another login's code in place of this one's.
  fileprivate var isOfCode: Bool {
    [.earlierCode, .earlierLogin, .usedCode, .codeOfOther, .answerOfOther].contains(self)
  }

  fileprivate var term: Term { Term(rawValue, meaning, .assumed, advice: advice) }

  private var meaning: String {
    switch self {
    case .wrongState: "state differs from the request"
    case .missingState: "state is left out"
    case .earlierState: "state is that of the client's login before"
    case .earlierCode: "code is that of another login of the client, which was not redeemed"
    case .earlierLogin: "code and state are those of another login of the client, which was not redeemed"
    case .usedCode: "code is that of the client's login before, which was redeemed"
    case .wrongIssuer: "iss is there (RFC 9207), and another issuer's"
    case .rightIssuer: "iss is there (RFC 9207), which is right"
    case .codeOfOther:
      "code and iss are those of the sandbox's latest login at another provider, and the code is taken here"
    case .answerOfOther:
      "code and redirect URI are those of the sandbox's latest login at another provider, and the code is taken here"
    }
  }

  private var advice: Advice {
    switch self {
    case .wrongState, .missingState, .earlierState:
      Advice(
        "RFC 6749 §10.12, RFC 9700 §2.1",
        fix:
          "keep the state of the request with the browser's session, and refuse an answer that has another or none; "
          + "or tie the code to the browser by PKCE or a nonce"
      )
    case .earlierCode:
      Advice(
        "RFC 9700 §4.5",
        fix: "use PKCE or a nonce: then a code that was begun in another browser lets nobody in")
    case .earlierLogin:
      Advice(
        "RFC 9700 §4.7",
        fix: "keep state with the browser's session, and refuse an answer to a login of another browser")
    case .usedCode:
      Advice("RFC 6749 §4.1.2", fix: "let nobody in whose code the token endpoint does not take")
    case .wrongIssuer, .rightIssuer, .codeOfOther:
      Advice(
        "RFC 9207 §2.4", fix: "compare iss, where there is one, with the issuer that the request was sent to")
    case .answerOfOther:
      Advice(
        "RFC 9700 §4.4.2",
        fix: "give each provider a redirect URI of its own, and refuse an answer at that of another one")
    }
  }
}

extension OpenIDProvider {
  /// The answer as the login's scenario changes it.
  func changed(
    _ answer: AuthorizationAnswer, of login: Transaction<Login>, at base: String
  ) -> AuthorizationAnswer {
    guard let change = login.decision.scenario?.tokens[Callback.name] else { return answer }
    var result = answer
    for (name, value) in change.claims { result.set(name, value.isNull ? nil : value.string ?? value.text()) }
    let defect = change.defect.flatMap { Callback.Defect(rawValue: $0) }
    do throws(Obstacle) {
      if let defect { try apply(defect, to: &result, of: login, at: base) }
      if defect == nil, result.isSame(as: answer) { throw Obstacle(reason: "the answer says so anyway") }
    } catch { noteUnchanged(Callback.name, error.reason, of: login) }
    return result
  }

  private func apply(
    _ defect: Callback.Defect, to answer: inout AuthorizationAnswer, of login: Transaction<Login>,
    at base: String
  ) throws(Obstacle) {
    guard !defect.isOfCode || answer.hasCode else { throw Obstacle(reason: "the answer has no code") }
    switch defect {
    case .wrongState, .missingState:
      let state = try login.detail.state.orElse("the request had no state")
      answer.set("state", defect == .missingState ? nil : TokenDefect.altered(state))
    case .earlierState:
      _ = try login.detail.state.orElse("the request had no state")
      let earlier = earlierLogin(than: login)?.detail.state
      answer.set("state", try earlier.orElse("no state of an earlier login of the client is known here"))
    case .earlierCode: answer.set("code", lend(try waiting(besides: login), to: login))
    case .earlierLogin:
      let other = try waiting(besides: login)
      answer.set("state", try other.detail.state.orElse("the client's other login had no state"))
      answer.set("code", lend(other, to: login))
    case .usedCode:
      let earlier = try earlierRedeemed(than: login).orElse("no earlier login of the client is known here")
      answer.set("code", lend(earlier, to: login))
    case .wrongIssuer: answer.set("iss", TokenDefect.altered(issuer(of: login, at: base)))
    case .rightIssuer: answer.set("iss", issuer(of: login, at: base))
    case .codeOfOther, .answerOfOther:
      let other = try sandbox.latestCodes.latest(besides: Self.slug).orElse(LatestCodes.none)
      answer.set("code", other.code)
      if defect == .codeOfOther {
        answer.set("iss", other.issuer)
      } else {
        answer.redirectURI = other.redirectURI
      }
      _ = logins.transactions.update(login.identifier) { login in
        login.detail.grant.substitutedCode = other.code
        return ((), newHandle: other.code)
      }
    }
  }

  /// The code of another login, whose refusal is then this login's story and no mistake of the client.
  private func lend(_ other: Transaction<Login>, to login: Transaction<Login>) -> String? {
    logins.update(other.identifier) { $0.detail.grant.borrower = login.identifier }
    return other.detail.grant.code
  }

  private func waiting(besides login: Transaction<Login>) throws(Obstacle) -> Transaction<Login> {
    try unredeemed(besides: login).orElse("no other login of the client waits for its code to be redeemed")
  }
}

/// Why a defect has no effect.
private struct Obstacle: Error { let reason: String }

extension Optional {
  fileprivate func orElse(_ reason: String) throws(Obstacle) -> Wrapped {
    guard let self else { throw Obstacle(reason: reason) }
    return self
  }
}

extension AuthorizationAnswer {
  fileprivate var hasCode: Bool { parameters.contains { $0.name == "code" && $0.value != nil } }

  /// True if the client is told the same.
  fileprivate func isSame(as other: AuthorizationAnswer) -> Bool { queryLocation == other.queryLocation }

  /// Replaces the first of that name, or appends it.
  fileprivate mutating func set(_ name: String, _ value: String?) {
    guard let index = parameters.firstIndex(where: { $0.name == name }) else {
      return parameters.append((name, value))
    }
    parameters[index].value = value
  }
}
