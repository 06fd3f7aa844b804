import Flow
import HTTP
import JSON
import OpenID
import ProviderKit

extension ReuseID {
  /// The errors that backends read: today's addresses answer as the hub was seen to, 400 without a challenge even to a
  /// client that did not authenticate (contract signicat-hub §1.12); the older ones as RFC 6749 §5.2.
  func backendResponse(
    _ refusal: OpenIDRefusal, for call: Call, of login: Transaction<Operation>?
  ) -> Response {
    guard Realm(call) == .today else { return standardBackendResponse(refusal, for: call) }
    let word = refusal.error.rawValue
    let isVendors = switches(of: clientNamed(in: call.request))[quirk: .problemType].word == "vendor"
    let home = isVendors ? "https://api.signicat.com" : call.publicBase
    let body: JSON = [
      "error": .string(word),
      "error_uri": .string("\(home)/auth/open/config/errors/\(word)"),
      "error_description": .string(refusal.error.text ?? refusal.description),
    ]
    let ownFault = refusal.status.flatMap { $0.code >= 500 ? $0 : nil }
    return Response(
      ownFault ?? .badRequest,
      headers: [
        "Content-Type": "application/json; charset=UTF-8", "Cache-Control": "no-store, no-cache, max-age=0",
        "Pragma": "no-cache", "x-trace-id": trace(),
      ], body: body.bytes())
  }

  /// The client whose switches shape the error; unauthenticated.
  private func clientNamed(in request: Request) -> ReuseIDClient? {
    registered(BasicCredentials(request))
      ?? (try? Form(parsing: request.body))?["client_id"].flatMap { registered($0) }
  }
}

extension OAuthError {
  /// The hub's one text for an error, whatever the reason; `nil` where none was captured, so that ours stands there.
  fileprivate var text: String? {
    switch self {
    case .invalidClient:
      "Client authentication failed (e.g., unknown client, no client authentication included, or unsupported authentication method)."
    case .invalidGrant: "The provided authorization grant is invalid."
    case .invalidRequest: "The request is missing a required parameter."
    default: nil
    }
  }
}
