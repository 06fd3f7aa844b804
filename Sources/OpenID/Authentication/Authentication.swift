package import Flow
package import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Authenticates the client of a form.
  ///
  /// An assertion is not used up yet, because a document may still have to be fetched: `spend` does that.
  ///
  /// - Parameters:
  ///   - login: the login that the call is about, whose scenario may change what is demanded.
  ///   - secrets: where a secret is taken at this endpoint; `nil` for where it is taken elsewhere.
  package func authenticate(
    _ form: Form, for call: Call, of login: Transaction<Login>? = nil,
    takingSecrets secrets: SecretPolicy? = nil
  ) throws(Interruption) -> AuthenticatedClient<RelyingParty> {
    let methods = Self.profile.authentication.methods
    let basic = BasicCredentials(call.request)
    try refusing { () throws(OpenIDRefusal) in try checkSingle(form, basic) }
    if methods.contains(.assertion), let text = form.text("client_assertion") {
      return try authenticate(assertion: text, form, for: call, of: login)
    }
    guard methods.contains(.secret) else { throw .refused(assertionMissing(form, call.request)) }
    return try refusing { () throws(OpenIDRefusal) in
      let known = try authenticate(secretOf: form, basic) { client in
        secrets ?? secretPolicy(for: client, of: login)
      }
      return AuthenticatedClient(known: known)
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

  /// No request authenticates in more than one way (RFC 6749 §2.3).
  private func checkSingle(_ form: Form, _ basic: BasicCredentials) throws(OpenIDRefusal) {
    let methods = Self.profile.authentication.methods
    var ways: [String] = []
    switch basic {
    case .credentials, .malformed: ways.append("Authorization: Basic")
    case .missing, .otherScheme: break
    }
    if methods.contains(.secret), form.text("client_secret") != nil { ways.append("client_secret") }
    if methods.contains(.assertion), form.text("client_assertion") != nil { ways.append("client_assertion") }
    guard ways.count > 1 else { return }
    throw OpenIDRefusal(
      .invalidRequest, Self.book[.authenticatedTwice], ways.joined(separator: ", "),
      Self.profile.authentication.texts.twice)
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

  /// The client is registered to authenticate in this way, or in any.
  func check(_ client: RelyingParty, uses method: RegisteredMethod) throws(OpenIDRefusal) {
    guard let registered = client.registeredMethod, registered != method else { return }
    throw OpenIDRefusal(
      .invalidClient, Self.book[.wrongMethod],
      "\(registered.rawValue) is registered, \(method.rawValue) came",
      Self.profile.authentication.texts.wrongMethod)
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
