import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The token endpoint: reads the form, authenticates the client, redeems its grant once, and answers with the tokens
  /// (RFC 6749 §4.1.3).
  package func token(_ owned: OwnedCall<Login>) throws(DocumentNeeded) -> Outcome {
    try answering(owned.call, of: owned.transaction) { () throws(Interruption) in
      let (form, advice) = try refusing { () throws(OpenIDRefusal) in try Self.backendForm(owned.call) }
      return try answer(TokenRequest(form: form, owned: owned, advice: advice))
    }
  }

  /// Refuses methods other than POST (RFC 6749 §3.2), such as a GET with the secret in its URL.
  package func wrongTokenMethod(_ call: Call) -> Answer {
    let refusal = OpenIDRefusal(
      .invalidRequest, Self.book[.tokenMethod], call.request.method.text, "Only POST is supported"
    ).with(status: .methodNotAllowed)
    return refused(refusal.after(Self.advice(onSecretIn: call.request)), call, of: nil)
  }

  private func answer(_ request: TokenRequest<Login>) throws(Interruption) -> Answer {
    let form = request.form
    guard let grant = form.text("grant_type") else {
      throw .refused(
        Self.missing("grant_type").after(request.advice))
    }
    do throws(Interruption) {
      if grant == "authorization_code" { return try exchange(request) }
      if let answer = try answer(request, grant: grant) { return answer }
    } catch { throw error.after(request.advice) }
    throw .refused(
      OpenIDRefusal(
        .unsupportedGrantType, Self.book[.grantTypeUnsupported], grant,
        Self.profile.tokenTexts.grantType(grant)
      ).after(request.advice))
  }

  /// Refuses a form without a field that its grant needs.
  ///
  /// - Parameter rule: that of the vendors that name one for this parameter.
  package static func missing(_ name: String, _ rule: OpenIDRule = .fieldMissing) -> OpenIDRefusal {
    OpenIDRefusal(
      .invalidRequest, book[book.has(rule) ? rule : .fieldMissing], name, profile.tokenTexts.missing(name))
  }
}
