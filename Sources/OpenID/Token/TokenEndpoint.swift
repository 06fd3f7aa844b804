package import Flow
package import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// The token endpoint: reads the form, authenticates the client, redeems its grant once, and answers with the tokens
  /// (RFC 6749 §4.1.3).
  package func token(_ owned: OwnedCall<Login>) throws(DocumentNeeded) -> Outcome {
    do throws(Interruption) {
      let (form, advice) = try refusing { () throws(OpenIDRefusal) in try Self.backendForm(owned.request) }
      return .answer(try answer(TokenRequest(form: form, owned: owned, advice: advice)))
    } catch {
      switch error {
      case .needs(let document): throw document
      case .refused(let refusal): return .answer(refused(refusal, owned.call, of: owned.transaction))
      }
    }
  }

  /// The fields of a call of a client's backend, each sent once (RFC 6749 §3.2), with what was unwise.
  package static func backendForm(
    _ request: Request
  ) throws(OpenIDRefusal) -> (form: Form, advice: [Finding]) {
    let form: Form
    do throws(Form.Problem) {
      form = try request.form
    } catch .notAForm(let type) {
      throw OpenIDRefusal(
        .invalidRequest, book[.contentType], type ?? "none",
        profile.tokenTexts.contentType)
    } catch {
      throw OpenIDRefusal(.invalidRequest, book[.bodyMalformed], "\(error)", profile.tokenTexts.malformed)
    }
    try checkRepeated(form)
    let hasQuery = !(request.target.rawQuery ?? "").isEmpty
    return (form, hasQuery ? book.advice(.queryParameters) : [])
  }

  /// No field comes twice (RFC 6749 §3.2).
  static func checkRepeated(_ form: Form) throws(OpenIDRefusal) {
    guard let name = form.duplicates.first else { return }
    throw OpenIDRefusal(
      .invalidRequest, book[.fieldRepeated], name, profile.texts.repeated(name))
  }

  /// The answer to a refused call of a client's backend; what it broke is noted on the login that it is about.
  package func refused(_ refusal: OpenIDRefusal, _ call: Call, of login: Transaction<Login>?) -> Answer {
    note(refusal)
    if let login { logins.note(refusal.findings, on: login.identifier) }
    return Answer(backendResponse(refusal, for: call, of: login), findings: refusal.findings)
  }

  /// The error of RFC 6749 §5.2, with the vendor's challenge for clients that did not authenticate.
  package func backendResponse(
    _ refusal: OpenIDRefusal, for call: Call, of login: Transaction<Login>?
  ) -> Response {
    guard refusal.error == .invalidClient else {
      return .uncached(refusal.status ?? .badRequest, refusal.body)
    }
    let realm: String? =
      switch Self.profile.challenge {
      case .always(let realm): realm
      case .ofHeader(let realm): call.request.headers.contains("Authorization") ? realm : nil
      case .never: nil
      }
    var response = Response.uncached(realm == nil ? .badRequest : .unauthorized, refusal.body)
    if let realm { response.headers.append("WWW-Authenticate", "Basic realm=\"\(realm)\"") }
    return response
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

  static func missing(_ name: String) -> OpenIDRefusal {
    OpenIDRefusal(.invalidRequest, book[.fieldMissing], name, profile.tokenTexts.missing(name))
  }
}
