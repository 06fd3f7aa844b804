import HTTP
import OpenID
import ProviderKit

extension Endpoint where Owner == ItsmeV2 {
  /// The endpoint, with findings about tokens that went through a URL or a browser (B13).
  var confidential: Endpoint {
    inside { owner, call, answer throws(DocumentNeeded) in
      let seen = TokenExposure.seen(in: call.request)
      let findings = seen.map { ItsmeV2.book.advice(.tokenExposed, $0) } ?? []
      let outcome = try answer(owner, call)
      guard !findings.isEmpty else { return outcome }
      return outcome.mapAnswer { $0.findings = findings + $0.findings }
    }
  }
}

/// Finds tokens meant only for servers in places where others can read them.
enum TokenExposure {
  private static let names = ["user_identifier_token", "auth_req_id", "access_token", "login_hint_token"]

  static func seen(in request: Request) -> String? {
    let query = try? request.target.query
    if let name = names.first(where: { query?[$0] != nil }) { return "\(name) is in the URL" }
    // Only browsers send these; Sec-Fetch-Mode comes from Node too.
    guard let field = ["Origin", "Sec-Fetch-Site"].first(where: { request.headers.contains($0) }),
      let name = carried(by: request)
    else { return nil }
    return "\(name) comes with \(field)"
  }

  private static func carried(by request: Request) -> String? {
    if case .token = BearerToken(request) { return "the access token" }
    let form = try? request.form
    return names.first { form?[$0] != nil }
  }
}
