package import Flow
package import HTTP
package import ProviderKit

/// A call of a client's backend at an endpoint where it authenticates as at the token endpoint.
package struct BackendCall<RelyingParty: OpenIDClient>: Sendable {
  package let call: Call
  package let form: Form
  /// The client that sent them; its assertion is not used up yet.
  package let client: AuthenticatedClient<RelyingParty>
  package let advice: [Finding]
}

extension OpenIDProvider {
  /// Answers a call of a client's backend, which must authenticate; a refusal includes the findings until then.
  ///
  /// - Parameter isOfBackchannel: true at the endpoints that begin logins over the back channel.
  package func backend(
    _ call: Call, isOfBackchannel: Bool = false,
    _ answer: (BackendCall<RelyingParty>) throws(Interruption) -> Answer
  ) throws(DocumentNeeded) -> Outcome {
    try answering(call) { () throws(Interruption) in
      let (form, advice) = try refusing { () throws(OpenIDRefusal) in try Self.backendForm(call) }
      do throws(Interruption) {
        let client =
          isOfBackchannel
          ? try authenticateBackchannel(form, for: call) : try authenticate(form, for: call)
        do throws(Interruption) {
          return try answer(
            BackendCall(call: call, form: form, client: client, advice: advice + client.known.findings))
        } catch { throw error.after(client.known.findings) }
      } catch { throw error.after(advice) }
    }
  }

  /// Authenticates the client, with `invalid_client` and 401 for every failure, whatever the token endpoint answers
  /// to an invalid assertion (OpenID Connect CIBA Core §13).
  func authenticateBackchannel(
    _ form: Form, for call: Call
  ) throws(Interruption) -> AuthenticatedClient<RelyingParty> {
    do throws(Interruption) {
      return try authenticate(form, for: call)
    } catch {
      let ofAssertions = Self.profile.authentication.assertions.error
      throw error.refusal { refusal in
        guard refusal.error == ofAssertions || refusal.error == .invalidClient else { return refusal }
        return refusal.with(error: .invalidClient, status: .unauthorized)
      }
    }
  }

  /// Answers a call of a client's backend, even if it is refused.
  func answering(
    _ call: Call, of login: Transaction<Login>? = nil, _ answer: () throws(Interruption) -> Answer
  ) throws(DocumentNeeded) -> Outcome {
    .answer(try settling(refusedBy: { refused($0, call, of: login) }, answer))
  }

  /// The fields of a call of a client's backend, each sent once (RFC 6749 §3.2), and findings about the request.
  package static func backendForm(
    _ call: Call
  ) throws(OpenIDRefusal) -> (form: Form, advice: [Finding]) {
    let form: Form
    do throws(Form.Problem) {
      form = try call.form
    } catch .notAForm(let type) {
      throw OpenIDRefusal(
        .invalidRequest, book[.contentType], type ?? "none",
        profile.tokenTexts.contentType)
    } catch {
      throw OpenIDRefusal(.invalidRequest, book[.bodyMalformed], "\(error)", profile.tokenTexts.malformed)
    }
    try checkRepeated(form)
    return (form, advice(onQueryOf: call.request))
  }

  /// Fields in the URL are ignored; a secret there is the worst (RFC 6749 §2.3.1).
  private static func advice(onQueryOf request: Request) -> [Finding] {
    guard !(request.target.rawQuery ?? "").isEmpty else { return [] }
    let advice = advice(onSecretIn: request)
    return advice.isEmpty ? book.advice(.queryParameters) : advice
  }

  static func advice(onSecretIn request: Request) -> [Finding] {
    guard let query = try? request.target.query, query["client_secret"] != nil else { return [] }
    return book.advice(.secretInQuery)
  }

  /// A field must not be repeated (RFC 6749 §3.2).
  static func checkRepeated(_ form: Form) throws(OpenIDRefusal) {
    guard let name = form.duplicates.first else { return }
    throw OpenIDRefusal(
      .invalidRequest, book[.fieldRepeated], name, profile.texts.repeated(name))
  }

  /// The answer to a refused call of a client's backend; the findings are noted on the login that it is about, or on
  /// their own.
  package func refused(_ refusal: OpenIDRefusal, _ call: Call, of login: Transaction<Login>?) -> Answer {
    note(refusal)
    let transaction = login?.identifier ?? refusal.transaction
    for finding in refusal.findings {
      if let owner = finding.transaction ?? transaction { logins.note([finding], on: owner) }
    }
    return Answer(
      backendResponse(refusal, for: call, of: login), transaction: transaction, findings: refusal.findings)
  }

  /// As the specification has it.
  package func backendResponse(
    _ refusal: OpenIDRefusal, for call: Call, of login: Transaction<Login>?
  ) -> Response { standardBackendResponse(refusal, for: call) }

  /// The error of RFC 6749 §5.2, with the vendor's challenge for clients that did not authenticate.
  package func standardBackendResponse(_ refusal: OpenIDRefusal, for call: Call) -> Response {
    guard refusal.error == .invalidClient else {
      return .uncached(refusal.status ?? .badRequest, refusal.body)
    }
    let realm: String? =
      switch Self.profile.challenge {
      case .always(let realm): realm
      case .ofHeader(let realm): call.request.headers.contains("Authorization") ? realm : nil
      case .never: nil
      }
    var response = Response.uncached(
      refusal.status ?? (realm == nil ? .badRequest : .unauthorized), refusal.body)
    if let realm { response.headers.append("WWW-Authenticate", "Basic realm=\"\(realm)\"") }
    return response
  }
}
