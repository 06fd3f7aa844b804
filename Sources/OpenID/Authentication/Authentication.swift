package import Flow
package import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Authenticates the client of a form.
  ///
  /// The assertion is not used up yet, because a document may still have to be fetched: `spend` does that.
  ///
  /// - Parameters:
  ///   - login: the login that the call is about, whose scenario may change what is required.
  ///   - secrets: where this endpoint accepts a secret; `nil` for the same as elsewhere.
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

  /// Uses up the client's assertion, if it showed one.
  ///
  /// - Returns: findings about an assertion that is accepted nevertheless.
  package func spend(
    _ client: AuthenticatedClient<RelyingParty>, at moment: Instant
  ) throws(OpenIDRefusal) -> [Finding] {
    guard let assertion = client.assertion else { return [] }
    return try spend(assertion, of: client.identifier, at: moment)
  }

  /// A request must not authenticate in more than one way (RFC 6749 §2.3).
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

  /// The client that a request to authenticate names.
  func authenticating(_ identifier: String) throws(OpenIDRefusal) -> KnownClient<RelyingParty> {
    guard let client = registered(identifier) else {
      throw OpenIDRefusal(
        .invalidClient, Self.book[.authenticatedUnknown], clientHint(identifier),
        Self.profile.authentication.texts.unknown)
    }
    return KnownClient(
      client, as: identifier,
      findings: client.isWildcard ? Self.book.advice(.authenticatedUnregistered, identifier) : [])
  }

  /// Checks that the client is registered for this way of authenticating, or for any.
  func check(_ client: RelyingParty, uses method: RegisteredMethod) throws(OpenIDRefusal) {
    guard let registered = client.registeredMethod, registered != method else { return }
    throw OpenIDRefusal(
      .invalidClient, Self.book[.wrongMethod],
      "\(registered.rawValue) is registered, \(method.rawValue) came",
      Self.profile.authentication.texts.wrongMethod)
  }

  /// Checks that the `client_id` beside the credentials is the one they are for.
  func checkNamed(_ form: Form, _ identifier: String, by means: String) throws(OpenIDRefusal) {
    guard let sent = form.text("client_id"), sent != identifier else { return }
    throw OpenIDRefusal(
      .invalidClient, Self.book[.clientMismatch],
      "client_id is \"\(sent)\", \(means) says \"\(identifier)\"", Self.profile.authentication.texts.mismatch)
  }
}

extension Form {
  /// The value of a field; an empty one counts as absent.
  package func text(_ name: String) -> String? { self[name].flatMap { $0.isEmpty ? nil : $0 } }
}
