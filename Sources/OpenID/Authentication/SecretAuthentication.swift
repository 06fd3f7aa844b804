import HTTP
import Flow
import ProviderKit

extension OpenIDProvider {
  /// Authenticates by a secret in the header or the form; a public client needs none (RFC 6749 §2.3.1).
  func authenticate(
    secretOf form: Form, _ basic: BasicCredentials, _ policy: (RelyingParty) -> SecretPolicy
  ) throws(OpenIDRefusal) -> KnownClient<RelyingParty> {
    switch basic {
    case .missing: return try authenticate(secretIn: form)
    case .otherScheme, .malformed:
      let seen = if case .malformed(let why) = basic { why } else { "the scheme is not Basic" }
      throw OpenIDRefusal(
        .invalidClient, Self.book[.basicMalformed], seen, Self.profile.authentication.texts.malformed)
    case .credentials: return try authenticate(basic: basic, form, policy)
    }
  }

  /// Authenticates by Basic, however id and secret were encoded: both, as documented; the id alone, as one SDK does;
  /// or neither, as others do.
  private func authenticate(
    basic: BasicCredentials, _ form: Form, _ policy: (RelyingParty) -> SecretPolicy
  ) throws(OpenIDRefusal) -> KnownClient<RelyingParty> {
    let readings = basic.readings
    // The `client_id` in the body decides which reading is meant; otherwise the first that is registered.
    let named = readings.first { $0.identifier == form["client_id"] }
    let registered = readings.first { isRegistered($0.identifier) }
    guard let identifier = (named ?? registered ?? readings.first)?.identifier else {
      throw OpenIDRefusal(
        .invalidClient, Self.book[.basicMalformed], "", Self.profile.authentication.texts.malformed)
    }
    try checkNamed(form, identifier, by: "the header")
    var known = try authenticating(identifier)
    let policy = policy(known.client)
    known.findings += try checkHeader(known.client, policy)
    known.findings += try check(known, holds: readings.filter { $0.identifier == identifier }.map(\.secret))
    if !known.client.isWildcard, !isEncoded(basic, identifier, secret: known.client.sharedSecret) {
      guard !policy.requiresEncoding else {
        throw OpenIDRefusal(
          .invalidClient, Self.book[.basicNotEncoded], identifier,
          Self.profile.authentication.texts.wrongSecret)
      }
      known.findings += Self.book.advice(.basicNotEncoded, identifier)
    }
    return known
  }

  private func authenticate(secretIn form: Form) throws(OpenIDRefusal) -> KnownClient<RelyingParty> {
    guard let identifier = form.text("client_id") else {
      let hasSecret = form.text("client_secret") != nil
      throw unauthenticated(
        hasSecret ? "" : "nobody is named", hasSecret ? .secretWithoutClient : nil)
    }
    var known = try authenticating(identifier)
    if let secret = form.text("client_secret") {
      try check(known.client, uses: .postedSecret)
      known.findings += Self.book.advice(.secretInBody)
      do throws(OpenIDRefusal) {
        known.findings += try check(known, holds: [secret])
      } catch { throw error.after(known.findings) }
      return known
    }
    guard known.client.isWildcard || known.client.isPublic,
      known.client.isWildcard || Self.profile.authentication.methods.contains(.none)
    else { throw unauthenticated(identifier) }
    return known
  }

  /// A secret in the header must be the registered method, unless the vendor accepts it anyway.
  private func checkHeader(
    _ client: RelyingParty, _ policy: SecretPolicy
  ) throws(OpenIDRefusal) -> [Finding] {
    // A client that is registered with keys must be told so, not to use the form.
    if policy.header == .asRegistered || client.registeredMethod == .assertion {
      try check(client, uses: .basicSecret)
    }
    let seen = "client_secret_basic"
    switch policy.header {
    case .asRegistered, .taken: return []
    case .reported: return Self.book.advice(.secretInHeader, seen)
    case .refused:
      throw OpenIDRefusal(
        .invalidClient, Self.book[.secretInHeader], seen, Self.profile.authentication.texts.wrongMethod)
    }
  }

  private func unauthenticated(_ seen: String, _ broken: OpenIDRule? = nil) -> OpenIDRefusal {
    OpenIDRefusal(
      .invalidClient, Self.book.rule(.authenticationMissing, saying: broken), seen,
      Self.profile.authentication.texts.missing)
  }

  private func check(
    _ known: KnownClient<RelyingParty>, holds secrets: [String]
  ) throws(OpenIDRefusal) -> [Finding] {
    let (client, identifier) = (known.client, known.identifier)
    guard !client.isWildcard else { return [] }
    guard !client.isPublic else { return Self.book.advice(.secretOfPublicClient, identifier) }
    guard let wanted = client.sharedSecret, !wanted.isEmpty else {
      throw OpenIDRefusal(
        .invalidClient, Self.book[.secretUnexpected], identifier,
        Self.profile.authentication.texts.wrongSecret)
    }
    guard secrets.contains(where: { BasicCredentials.isSame($0, wanted) }) else {
      throw OpenIDRefusal(
        .invalidClient, Self.book[.secretWrong], identifier, Self.profile.authentication.texts.wrongSecret)
    }
    return []
  }

  /// True if both id and secret were form-encoded.
  private func isEncoded(_ basic: BasicCredentials, _ identifier: String, secret: String?) -> Bool {
    guard case .credentials(let name, let sent) = basic, let secret else { return true }
    return [(name, identifier), (sent, secret)].allSatisfy { encoded, plain in
      (try? PercentCoding.decode(encoded.utf8.span, plusIsSpace: true)) == plain
        && !encoded.contains { ":/=?&# ".contains($0) }
    }
  }

  private func isRegistered(_ identifier: String) -> Bool {
    sandbox.library.world.clients[Self.slug]?[identifier] != nil && identifier != World.anyClient
  }
}
