import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The revocation endpoint, for providers that have it: ends what an access or refresh token opens (RFC 7009 §2).
  ///
  /// The answer is the same for a token that was never issued; the hint is not needed to find one.
  ///
  /// - Parameters:
  ///   - secrets: where this endpoint accepts a secret; `nil` for the same as elsewhere.
  ///   - admit: refuses clients that authenticate but may not revoke here.
  package func revoke(
    _ owned: OwnedCall<Login>, takingSecrets secrets: SecretPolicy? = nil,
    admitting admit: (KnownClient<RelyingParty>) throws(OpenIDRefusal) -> Void = { _ in }
  ) throws(DocumentNeeded) -> Outcome {
    let (call, login) = (owned.call, owned.transaction)
    return try answering(call, of: login) { () throws(Interruption) in
      let (form, advice) = try refusing { () throws(OpenIDRefusal) in try Self.backendForm(call) }
      do throws(Interruption) {
        let client = try authenticate(form, for: call, of: login, takingSecrets: secrets)
        return try refusing { () throws(OpenIDRefusal) in
          do throws(OpenIDRefusal) {
            try admit(client.known)
            guard let token = form.text("token") else { throw Self.missing("token", .revokedTokenMissing) }
            let findings =
              advice + client.known.findings + (try spend(client, at: call.time.forClients))
            return try revoke(token, of: login, by: client.identifier, findings)
          } catch { throw error.after(client.known.findings) }
        }
      } catch { throw error.after(advice) }
    }
  }

  private func revoke(
    _ token: String, of login: Transaction<Login>?, by client: String, _ findings: [Finding]
  ) throws(OpenIDRefusal) -> Answer {
    let done = Response(.ok, headers: ["Cache-Control": "no-store"])
    guard let login else { return Answer(done, findings: findings) }
    guard login.client == client else {
      throw OpenIDRefusal(
        .invalidGrant, Self.book[.revokedOfOther], "it was issued to \(login.client)",
        "The token was issued to another client")
    }
    logins.note(findings, on: login.identifier)
    _ = logins.update(login.identifier) { login in login.detail.grant.revoke(token) }
    return Answer(
      done, transaction: login.identifier, findings: findings, remarks: ["\(client) revoked a token"])
  }
}
