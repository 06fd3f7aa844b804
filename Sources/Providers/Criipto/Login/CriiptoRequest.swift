import Flow
import HTTP
import OpenID
import ProviderKit

/// A valid authorization request, with pushed request and request object merged and its values normalised.
struct CriiptoRequest: Sendable {
  /// The id that was sent, which differs from the client's own if the client is `"*"`.
  let clientID: String
  /// The application, with the settings that a scenario changes.
  let client: CriiptoClient
  /// The client's, overridden by the scenario's.
  let switches: CriiptoSwitches
  let redirectURI: String
  /// As the client wrote it, with a fragment if it has one.
  var writtenRedirectURI: String?
  let responseType: ResponseType
  let responseMode: ResponseMode
  let scopes: [String]
  /// The eIDs to choose from; never empty.
  let eids: [RequestedEID]
  /// True if `acr_values` names them; otherwise they are those of discovery.
  let namesEIDs: Bool
  let state: String?
  let nonce: String?
  let proofKey: ProofKey?
  /// Has no effect: the service's documentation does not mention it.
  var maximumAge: Int?
  let hint: LoginHint
  let prompt: Prompt
  let languages: CriiptoLanguages

  /// `nil` if there is a choice.
  var onlyEID: RequestedEID? { eids.count == 1 ? eids.first : nil }

  /// The platform of a client that opens the eID's app itself; `nil` for others.
  var appSwitch: LoginHint.AppSwitch? { hint.appSwitch }

  /// The name that people see.
  var application: String { client.isWildcard ? clientID : client.name }

  /// `response_type` (§1.2).
  struct ResponseType: Sendable, Hashable {
    let hasCode: Bool
    let hasIDToken: Bool

    static let code = ResponseType(hasCode: true, hasIDToken: false)

    private init(hasCode: Bool, hasIDToken: Bool) { (self.hasCode, self.hasIDToken) = (hasCode, hasIDToken) }

    /// Reads `code`, `id_token` or `code id_token`, in any order; `nil` for anything else.
    init?(_ text: String) {
      let words = text.words
      (hasCode, hasIDToken) = (words.contains("code"), words.contains("id_token"))
      // Each of the two at most once.
      guard !words.isEmpty, words.count == (hasCode ? 1 : 0) + (hasIDToken ? 1 : 0) else { return nil }
    }

    /// The default response mode: query for a code, fragment for an id_token, unless a switch says query (§5 #13).
    func standardMode(_ switches: CriiptoSwitches) -> ResponseMode {
      hasIDToken && switches[.idTokenMode].word == "fragment" ? .fragment : .query
    }
  }

  /// `prompt`, which says if a session may, must or must not answer (§1.2).
  enum Prompt: String, Sendable, CaseIterable {
    /// Only a session may answer.
    case none
    /// No session may answer.
    case login
    /// The person is asked for consent again, which this emulator assumes.
    case consent
    /// Earlier consent is revoked; no session may answer.
    case consentRevoke = "consent_revoke"
    /// No `prompt` was sent: a session may answer.
    case either = ""

    /// Of several words, the first in the order of the cases; `nil` for an unknown word, and for `none` with others.
    init?(_ words: [String]) {
      let prompts = words.compactMap { Prompt(rawValue: $0) }
      guard prompts.count == words.count, !prompts.contains(.none) || words.count == 1 else { return nil }
      self = Prompt.allCases.first(where: prompts.contains) ?? .either
    }
  }
}
