import Flow
import HTTP
import JSON
package import ProviderKit

extension OpenIDProvider {
  /// The grant `client_credentials`, for providers that have it: an access token of the client itself (RFC 6749 §4.4).
  ///
  /// - Parameters:
  ///   - allowed: the scopes that the client may have; it gets all if it asks for none.
  ///   - issue: makes the token, and says how long it is valid.
  package func clientCredentials(
    _ request: TokenRequest<Login>, allowing allowed: Set<String>,
    _ issue: (KnownClient<RelyingParty>, _ scopes: Set<String>) -> (token: String, lifetime: Duration)
  ) throws(Interruption) -> Answer {
    let client = try authenticate(request.form, for: request.owned.call)
    return try refusing { () throws(OpenIDRefusal) in
      do throws(OpenIDRefusal) {
        let spent = try spend(client, at: request.owned.call.time.forClients)
        let scopes = request.form["scope"].map { Set($0.words) } ?? allowed
        guard !scopes.isEmpty, scopes.isSubset(of: allowed) else {
          throw OpenIDRefusal(
            .invalidScope, Self.book[.scopeNotAllowed],
            scopes.subtracting(allowed).sorted().joined(separator: " "),
            "The scope is not allowed for the client")
        }
        let (token, lifetime) = issue(client.known, scopes)
        let response = Response.uncached(
          .ok,
          [
            "access_token": .string(token), "expires_in": .integer(Int(lifetime.components.seconds)),
            "token_type": "Bearer", "scope": .string(scopes.sorted().joined(separator: " ")),
          ])
        return Answer(response, findings: request.advice + client.known.findings + spent)
      } catch { throw error.after(client.known.findings) }
    }
  }
}
