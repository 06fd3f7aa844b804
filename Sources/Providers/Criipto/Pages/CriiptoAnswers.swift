import Flow
import HTTP
import JSON
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

  /// Handles the page's report that no window waits for its message.
  func noteUnheard(_ owned: OwnedCall<CriiptoLogin>) -> Outcome {
    guard let login = owned.transaction else { return .answer(expired(nil, for: owned.call)) }
    return .answer(Answer(Response(204), findings: [noted(CriiptoRules.noOpener, on: login)]))
  }

  /// The status of redirects is a switch (§1.2, §5 #11).
  ///
  /// - Parameter login: the login whose page of `post_message` can report that no window waits for it.
  func respond(
    _ answer: AuthorizationAnswer, in mode: ResponseMode, _ switches: CriiptoSwitches,
    of login: Transaction<CriiptoLogin>? = nil
  ) -> Response {
    var response = mode.response(
      answer, status: switches[.redirectStatus].word == "303" ? 303 : .found,
      posting: postMessage(answer, of: login))
    if !response.headers.contains("Cache-Control") { response.headers.append("Cache-Control", "no-store") }
    return response
  }

  /// An OAuth error for a client that waits for links (§1.5, errors).
  static func errorText(
    _ error: OAuthError, _ description: String?, _ switches: CriiptoSwitches? = nil,
    status: Status = .badRequest
  ) -> Response {
    let text = [error.rawValue, description].compactMap { $0 }.joined(separator: ": ")
    return bankIDText(text, switches, status: status)
  }

  /// A text, bare or as a JSON string (§5 #2).
  static func bankIDText(
    _ text: String, _ switches: CriiptoSwitches?, status: Status = .badRequest
  ) -> Response {
    var response =
      switches?[.errorText].word == "quoted"
      ? Response.json(status, JSON.string(text).bytes()) : Response.text(status, text)
    response.headers.append("Cache-Control", "no-store")
    return response
  }
}
