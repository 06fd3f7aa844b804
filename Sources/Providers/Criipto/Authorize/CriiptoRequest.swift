import Flow
import HTTP
import OpenID
import ProviderKit

/// What an authorization request asks for, after pushed request, request object and all normalisation.
///
/// It has many parts and none changes, so it is a reference.
final class CriiptoRequest: Sendable {
  /// Who asks, as it is set now.
  let application: CriiptoApplication
  private let callback: CriiptoCallback
  /// What it is answered with.
  let responseType: ResponseType
  /// How it is answered.
  let responseMode: CriiptoResponseMode
  /// The scopes as they were sent, parted by blanks.
  private let scope: String
  /// The eIDs that the person may choose from.
  let choice: EIDChoice
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

  init(
    of application: CriiptoApplication, to callback: CriiptoCallback, responseType: ResponseType,
    responseMode: CriiptoResponseMode, scope: String, choice: EIDChoice,
    state: String?,
    nonce: String?, proofKey: ProofKey?, hint: LoginHint, prompt: Prompt, language: CriiptoLanguage
  ) {
    (self.application, self.callback, self.responseType) = (application, callback, responseType)
    (self.responseMode, self.scope, self.choice) = (responseMode, scope, choice)
    (self.state, self.nonce) = (state, nonce)
    (self.proofKey, self.hint, self.prompt, self.language) = (proofKey, hint, prompt, language)
  }

  /// What the client is answered with (§1.2).
  struct ResponseType: Sendable, Hashable {
    let hasCode: Bool
    let hasIDToken: Bool

    /// The code alone.
    static let code = ResponseType(hasCode: true, hasIDToken: false)

    private init(hasCode: Bool, hasIDToken: Bool) { (self.hasCode, self.hasIDToken) = (hasCode, hasIDToken) }

    /// `code`, `id_token` or `code id_token`, in any order; `nil` for anything else.
    init?(_ text: String) {
      // What nearly all requests ask for.
      if text == "code" {
        self = .code
        return
      }
      let words = text.words
      (hasCode, hasIDToken) = (words.contains("code"), words.contains("id_token"))
      // Each of the two at most once.
      guard !words.isEmpty, words.count == (hasCode ? 1 : 0) + (hasIDToken ? 1 : 0) else { return nil }
    }
  }

  /// Whether a session may, must or must not answer (§1.2, `prompt`).
  enum Prompt: Sendable, Hashable {
    /// A session may answer.
    case either
    /// Only a session may answer.
    case none
    /// The person identifies anew.
    case login
    /// The person is asked for consent anew, which this emulator takes as given.
    case consent
    /// The consent of before is forgotten.
    case consentRevoke

    /// What the words of a parameter say, the first that counts; `nil` for a word that is none of them.
    init?(_ text: String?) {
      switch text {
      case nil: self = .either
      case "login": self = .login
      case let text?: self.init(words: text.words)
      }
    }

    private init?(words: [String]) {
      if words.isEmpty { self = .either; return }
      guard words.allSatisfy({ ["none", "login", "consent", "consent_revoke"].contains($0) }) else {
        return nil
      }
      guard !words.contains("none") || words.count == 1 else { return nil }
      self =
        words.contains("none")
        ? .none : words.contains("login") ? .login : words.contains("consent") ? .consent : .consentRevoke
    }
  }

  /// Where the client is answered.
  var redirectURI: String { application.address(of: callback) }

  /// The scopes.
  var scopes: [String] { scope.words }

  /// The eIDs that the person may choose from; one leaves no choice.
  var eids: [RequestedEID] { choice.all }

  /// The eID that is asked for, where there is no choice.
  var onlyEID: RequestedEID? { if case .only(let eid) = choice { eid } else { nil } }

  /// Whether the client's app or page opens the eID's app by itself.
  var appSwitch: LoginHint.AppSwitch? { hint.appSwitch }
}
