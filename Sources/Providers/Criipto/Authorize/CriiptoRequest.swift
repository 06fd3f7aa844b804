import Flow
import HTTP
import OpenID
import ProviderKit

/// What an authorization request asks for, after pushed request, request object and all normalisation.
struct CriiptoRequest: Sendable {
  /// The id under which the client came.
  let clientID: String
  /// Who asks, as it is set now.
  let client: CriiptoClient
  /// The client's switches with the scenario's over them.
  let switches: CriiptoSwitches
  /// Where the client is answered.
  let redirectURI: String
  /// What it is answered with.
  let responseType: ResponseType
  /// How it is answered.
  let responseMode: ResponseMode
  /// The scopes as they were sent.
  let scopes: [String]
  /// The eIDs that the person may choose from; one leaves no choice.
  let eids: [RequestedEID]
  /// Returned unchanged.
  let state: String?
  /// Copied into the id_token.
  let nonce: String?
  /// The proof key of the code.
  let proofKey: ProofKey?
  /// The tokens of the login hint.
  let hint: LoginHint
  /// Whether a session may, must or must not answer.
  let prompt: Prompt
  /// The language of the pages.
  let language: CriiptoLanguage

  /// The eID that is asked for, where there is no choice.
  var onlyEID: RequestedEID? { eids.count == 1 ? eids.first : nil }

  /// Whether the client's app or page opens the eID's app by itself.
  var appSwitch: LoginHint.AppSwitch? { hint.appSwitch }

  /// What people call the application.
  var application: String { client.isAnything ? clientID : client.name }

  /// What the client is answered with (§1.2).
  struct ResponseType: Sendable, Hashable {
    let hasCode: Bool
    let hasIDToken: Bool

    /// The code alone.
    static let code = ResponseType(hasCode: true, hasIDToken: false)

    private init(hasCode: Bool, hasIDToken: Bool) { (self.hasCode, self.hasIDToken) = (hasCode, hasIDToken) }

    /// `code`, `id_token` or `code id_token`, in any order; `nil` for anything else.
    init?(_ text: String) {
      let words = text.words
      (hasCode, hasIDToken) = (words.contains("code"), words.contains("id_token"))
      // Each of the two at most once.
      guard !words.isEmpty, words.count == (hasCode ? 1 : 0) + (hasIDToken ? 1 : 0) else { return nil }
    }

    /// The mode where none is sent: query for a code, for an id_token fragment or, of old, query (§5 #13).
    func standardMode(_ switches: CriiptoSwitches) -> ResponseMode {
      hasIDToken && switches[.idTokenMode].word == "fragment" ? .fragment : .query
    }
  }

  /// Whether a session may, must or must not answer (§1.2, `prompt`).
  enum Prompt: String, Sendable, CaseIterable {
    /// Only a session may answer.
    case none
    /// The person identifies anew.
    case login
    /// The person is asked for consent anew, which this emulator takes as given.
    case consent
    /// The consent of before is forgotten.
    case consentRevoke = "consent_revoke"
    /// A session may answer: nothing was sent.
    case either = ""

    /// What the words of a parameter say, the first of the cases that they have; `nil` for a word that is none of them, and for
    /// `none` beside another.
    init?(_ words: [String]) {
      let prompts = words.compactMap { Prompt(rawValue: $0) }
      guard prompts.count == words.count, !prompts.contains(.none) || words.count == 1 else { return nil }
      self = Prompt.allCases.first(where: prompts.contains) ?? .either
    }
  }
}
