import Flow
import HTTP
import OpenID
import ProviderKit

extension Criipto {
  /// The page of `response_mode=post_message`, which the vendor's script opens in a popup or a hidden frame (§1.2).
  func postMessage(_ answer: AuthorizationAnswer, of login: Transaction<CriiptoLogin>?) -> PostMessage {
    PostMessage(
      nonce: sandbox.environment.identifier(
        length: 22, from: .base64URL, ordinal: login?.ordinal ?? 0,
        purpose: "criipto/post_message/\(answer.queryLocation)"),
      reportingTo: login.map { "\($0.detail.domain)/oauth2/post-message/\($0.identifier)" })
  }

  /// Takes the report of that page that no window waits for it.
  func noteUnheard(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction else { return .answer(expired(nil, for: owned.call)) }
    return .answer(Answer(Response(204), findings: [noted(CriiptoRules.noOpener, on: login)]))
  }
}
