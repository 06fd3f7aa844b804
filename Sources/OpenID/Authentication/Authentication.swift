package import Flow
package import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Authenticates the client of a form.
  ///
  /// An assertion is not used up yet, because a document may still have to be fetched: `spend` does that.
  ///
  /// - Parameter login: the login that the call is about, whose scenario may change what is demanded.
  package func authenticate(
    _ form: Form, for call: Call, of login: Transaction<Login>? = nil
  ) throws(Interruption) -> AuthenticatedClient<RelyingParty> {
    let methods = Self.profile.authentication.methods
    if methods.contains(.assertion), let text = form.text("client_assertion") {
      return try authenticate(assertion: text, form, for: call, of: login)
    }
    guard methods.contains(.secret) else { throw .refused(assertionMissing(form, call.request)) }
    return try refusing { () throws(OpenIDRefusal) in
      AuthenticatedClient(known: try authenticate(secretOf: form, call.request))
    }
  }

  /// Uses up what a client showed, where it counts once.
  ///
  /// - Returns: what was unwise.
  package func spend(
    _ client: AuthenticatedClient<RelyingParty>, at moment: Instant
  ) throws(OpenIDRefusal) -> [Finding] {
    guard let assertion = client.assertion else { return [] }
    return try spend(assertion, of: client.identifier, at: moment)
  }

  /// The client of an id that authenticates.
  func authenticating(_ identifier: String) throws(OpenIDRefusal) -> KnownClient<RelyingParty> {
    guard let client = registered(identifier) else {
      throw OpenIDRefusal(
        .invalidClient, Self.book[.authenticatedUnknown], clientHint(identifier),
        Self.profile.authentication.texts.unknown)
    }
    return KnownClient(
      client, as: identifier,
      findings: client.isAnything ? Self.book.advice(.authenticatedUnregistered, identifier) : [])
  }

  /// The id beside the credentials is the one that they prove.
  func checkNamed(_ form: Form, _ identifier: String, by means: String) throws(OpenIDRefusal) {
    guard let sent = form.text("client_id"), sent != identifier else { return }
    throw OpenIDRefusal(
      .invalidClient, Self.book[.clientMismatch],
      "client_id is \"\(sent)\", \(means) says \"\(identifier)\"", Self.profile.authentication.texts.mismatch)
  }
}

extension Form {
  /// The value of a field; one that is sent empty counts as not sent.
  func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
