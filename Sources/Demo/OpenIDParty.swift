import Crypto
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

/// A careful relying party of an OpenID provider: it reads the discovery document, sends the browser to the provider,
/// exchanges the code, and trusts nothing that it has not checked.
struct OpenIDParty: DemoParty {
  let client: String
  /// Path of the discovery document below the provider's mount.
  let discovery: String
  let credential: Credential
  let scope: String
  /// The `acr` that it requests and insists on.
  let level: String
  /// How it encrypts the request objects that it sends, signed; `nil` if it sends none.
  var objectEncryption: String?
  /// The language for the provider's pages (`ui_locales`).
  var language = "en"
  /// The phone number of a known customer (`login_hint`), in the provider's form.
  var phone: String?
  /// `nil` if it expects nothing encrypted.
  var decryption: (@Sendable () -> JWK)?
  var asksUserinfo = true
  /// How long ago the person may have authenticated, in seconds (`max_age`); `nil` sends none.
  var maximumAge: Int?
  /// The person it expects, and how it asks for them; `nil` if anybody may log in.
  var expected: ExpectedPerson?

  /// A person whom the relying party knows before the login.
  struct ExpectedPerson: Sendable {
    let hint: String
    /// The claim that identifies the person.
    let claim: String
    let value: String
  }

  enum Credential: Sendable {
    /// Sent by HTTP Basic.
    case secret(String)
    /// Signs an assertion (`private_key_jwt`).
    case key(@Sendable () -> JWK)
  }

  var switches: [DemoSwitch] { DemoSwitch.openID }

  private var secret: String? {
    if case .secret(let secret) = credential { return secret }
    return nil
  }

  /// The issuer that it was configured with (OpenID Connect Discovery §4).
  private func issuer(_ visit: DemoVisiting) -> String {
    visit.publicProvider + discovery.prefix(discovery.count - "/.well-known/openid-configuration".count)
  }

  // MARK: Sending the browser away

  func begin(_ visit: DemoVisiting) -> Outcome { discover(visit) { send($0) } }

  /// Reads the discovery document, and continues with what the request needs.
  func discover(_ visit: DemoVisiting, then: @escaping @Sendable (DemoVisiting) -> Outcome) -> Outcome {
    visit.ask("The discovery document", .get, visit.provider + discovery) { document in
      visit.object("The discovery document", document) { metadata in
        var remembered = [
          "state": visit.secret("state"),
          "nonce": visit.has(.nonceFixed) ? "demonstration" : visit.secret("nonce"),
          "verifier": visit.secret("verifier"), "issuer": issuer(visit),
        ]
        let isIssuer = metadata["issuer"]?.string == issuer(visit)
        guard isIssuer || visit.has(.discoveryIssuer) else {
          return visit.refuse(
            "The discovery document is of \(metadata["issuer"]?.string ?? "nobody"), not of \(issuer(visit))."
          )
        }
        if visit.has(.plainDiscovery), metadata.contains(where: { $0.value.object != nil }) {
          return visit.refuse("The discovery document has a member that is neither a text nor a list.")
        }
        for name in ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"] {
          remembered[name] = metadata[name]?.string
        }
        let promise = "authorization_response_iss_parameter_supported"
        remembered["iss promised"] = metadata[promise] == true ? "yes" : nil
        visit.remember(remembered)
        guard visit.has(.keysKept) else { return then(visit) }
        return askForKeys(visit) { document in
          visit.remember(["keys": String(decoding: document.body, as: UTF8.self)])
          return then(visit)
        }
      }
    }
  }

  func askForKeys(
    _ visit: DemoVisiting, then: @escaping @Sendable (FetchedDocument) -> Outcome
  ) -> Outcome {
    let began = visit.now
    return visit.ask("The provider's keys", .get, visit.remembered("jwks_uri")) { document in
      guard !visit.has(.impatientForKeys) || visit.now - began < .milliseconds(250) else {
        return visit.refuse("The provider's key set takes too long.")
      }
      if document.status.code == 200, (try? JWKSet(parsing: document.body))?.keys.isEmpty == false {
        visit.visits.keep(keys: document.body, of: visit.flow.slug)
      }
      return then(document)
    }
  }

  /// The key set as last fetched; it is fetched again for unknown keys.
  func knownKeys(_ visit: DemoVisiting) -> JWKSet? {
    guard !visit.has(.keysFetched) else { return nil }
    return visit.visits.keys(of: visit.flow.slug).flatMap { try? JWKSet(parsing: $0) }
  }

  // MARK: The browser comes back

  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome {
    if let error = parameters["error"], parameters["code"] == nil || !visit.has(.callbackError) {
      let text = parameters["error_description"].map { " (\($0))" } ?? ""
      return visit.refuse("\(visit.flow.eID) answered with the error \(error)\(text).")
    }
    if parameters["iss"] != nil || !visit.remembered("iss promised").isEmpty {
      // RFC 9207 §2.4: if the response may be another provider's, its code must not be sent on.
      let isMissing = parameters["iss"] == nil
      let check = DemoCheck.equal(
        "the browser comes from the issuer", parameters["iss"], visit.remembered("issuer"),
        unless: [.callbackIssuer] + (isMissing ? [.callbackIssuerMissing] : []))
      visit.note([check])
      guard check.result == .passed || check.switches.contains(where: visit.has) else {
        return visit.refuse("The answer does not come from the issuer that the browser was sent to.")
      }
    }
    let unknown = parameters.map(\.name).filter { !["code", "state"].contains($0) }
    if visit.has(.knownParameters), !unknown.isEmpty {
      return visit.refuse("The callback has \(unknown.joined(separator: ", ")), which nobody knows.")
    }
    guard let code = parameters["code"] else {
      return visit.refuse("The browser came back without a code.", unless: .codeMissing)
    }
    var form: Form = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": visit.callback,
    ]
    if tiesCode(visit) { form.append("code_verifier", visit.remembered("verifier")) }
    var headers: Headers = ["Accept": "application/json"]
    switch credential {
    case .secret(let secret):
      let pair = "\(PercentCoding.encode(client)):\(PercentCoding.encode(secret))"
      headers.set("Authorization", "Basic \(Base64.encode(Array(pair.utf8)))")
    case .key(let key):
      do { form.append("client_assertion", try assertion(visit, key())) } catch {
        return visit.refuse("The assertion cannot be made: \(error)")
      }
      form.append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
      form.append("client_id", client)
    }
    return visit.post(
      "The token call", visit.remembered("token_endpoint"), form: form, headers: headers,
      unless: .codeBelieved
    ) { redeem($0, visit) }
  }

  /// Reads the answer of the token endpoint (OpenID Connect Core §3.1.3.3).
  private func redeem(_ document: FetchedDocument, _ visit: DemoVisiting) -> Outcome {
    guard document.status.code == 200 || visit.has(.tokenStatus) else {
      let reason = "The token call was answered with \(document.status): \(document.excerpt)"
      return visit.refuse(reason, unless: .codeBelieved)
    }
    guard let token = (try? JSON(parsing: document.body))?.object else {
      return visit.refuse("The token call brought no JSON object.", unless: .codeBelieved)
    }
    let access = token["access_token"]?.string
    visit.note(TokenAnswerChecks(switches: visit.visit?.switches ?? DemoSwitches()).checks(of: token))
    // One provider answers errors with 200: what matters is whether there is a token.
    if let identity = token["id_token"]?.string { return verify(identity, access: access, visit) }
    if visit.has(.identityLeftOut), let access { return userinfo(access, [:], JWKSet([]), visit) }
    return visit.refuse("The token call brought no id_token: \(document.excerpt)", unless: .codeBelieved)
  }

  private func verify(_ identity: String, access: String?, _ visit: DemoVisiting) -> Outcome {
    if visit.has(.keysKept), let keys = try? JWKSet(parsing: Array(visit.remembered("keys").utf8)) {
      return verify(identity, access: access, keys, visit)
    }
    if let known = knownKeys(visit), openedToken(identity, known, visit).isKeyKnown {
      return verify(identity, access: access, known, visit)
    }
    return askForKeys(visit) { document in
      let keys = document.status.code == 200 ? try? JWKSet(parsing: document.body) : nil
      if visit.has(.keysShared), let other = visit.visits.latest("jwks_uri", besides: visit.flow.slug) {
        return visit.ask("Another provider's keys", .get, other) { document in
          let others = (try? JWKSet(parsing: document.body))?.keys ?? []
          return verify(identity, access: access, JWKSet((keys?.keys ?? []) + others), visit)
        }
      }
      guard let keys = keys ?? (visit.has(.keySetMissing) || visit.has(.signature) ? JWKSet([]) : nil) else {
        return visit.refuse("The provider's key set cannot be read: \(document.excerpt)")
      }
      return verify(identity, access: access, keys, visit)
    }
  }

  private func verify(_ identity: String, access: String?, _ keys: JWKSet, _ visit: DemoVisiting) -> Outcome {
    let switches = visit.visit?.switches ?? DemoSwitches()
    let opened = openedToken(identity, keys, visit)
    guard let claims = opened.claims else {
      if visit.has(.identityLeftOut), let access { return userinfo(access, [:], keys, visit) }
      return visit.conclude("", [:], checking: opened.checks)
    }
    let expected = IDTokenChecks(
      issuer: visit.remembered("issuer"), client: client, nonce: visit.remembered("nonce"),
      isEarlierNonce: { visit.visits.remember("nonce", $0, of: visit.flow.slug) }, level: level,
      maximumAge: maximumAge, now: visit.now, switches: switches)
    visit.note(opened.checks + expected.checks(of: claims, accessToken: access))
    // After a refusal, no data is fetched.
    let isRefused = visit.visit?.checks.contains { $0.result == .failed } == true
    guard asksUserinfo, let access, !isRefused else { return conclude(claims, [], visit) }
    return userinfo(access, claims, keys, visit)
  }

  private func openedToken(_ identity: String, _ keys: JWKSet, _ visit: DemoVisiting) -> OpenedToken {
    OpenedToken(
      identity, decrypting: decryption, keys: keys, secret: secret,
      switches: visit.visit?.switches ?? DemoSwitches())
  }

  private func userinfo(
    _ access: String, _ claims: JSONObject, _ keys: JWKSet, _ visit: DemoVisiting
  ) -> Outcome {
    let headers: Headers = ["Authorization": "Bearer \(access)"]
    return visit.ask("Userinfo", .get, visit.remembered("userinfo_endpoint"), headers: headers) { document in
      guard document.status.code == 200 || visit.has(.userinfoStatus) else {
        return visit.refuse("Userinfo was answered with \(document.status): \(document.excerpt)")
      }
      var checks: [DemoCheck] = []
      var person: JSONObject?
      if document.headers["Content-Type"]?.hasPrefix("application/jwt") == true {
        let opened = OpenedToken(
          String(decoding: document.body, as: UTF8.self), named: "userinfo", decrypting: decryption,
          keys: keys, secret: secret, switches: visit.visit?.switches ?? DemoSwitches())
        checks = visit.has(.identityLeftOut) ? [] : opened.checks
        person = opened.claims
      } else {
        person = (try? JSON(parsing: document.body))?.object
      }
      guard let person else {
        checks.append(DemoCheck("userinfo holds claims", false, document.excerpt))
        return visit.conclude("", [:], checking: checks)
      }
      if let subject = claims["sub"]?.string, !subject.isEmpty {
        // OpenID Connect Core §5.3.2.
        checks.append(
          .equal("userinfo is about the same sub", person["sub"]?.string, subject, unless: .userinfoSubject))
      }
      var all = claims
      for (name, value) in person { all[name] = value }
      return conclude(all, checks, visit)
    }
  }

  private func conclude(_ claims: JSONObject, _ checks: [DemoCheck], _ visit: DemoVisiting) -> Outcome {
    let names = ["given_name", "family_name", "name"].compactMap { claims[$0]?.string }.filter { !$0.isEmpty }
    var checks = checks
    if let expected {
      checks.append(
        .equal(
          "the person is the one who was asked for", claims[expected.claim]?.string, expected.value,
          unless: .hint))
    }
    if visit.has(.twoNames) {
      let isWhole =
        names.isEmpty || ["given_name", "family_name"].allSatisfy { claims[$0]?.string?.isEmpty == false }
        || claims["name"]?.string?.contains(" ") == true
      checks.append(DemoCheck("there are two names", isWhole, names.joined(separator: ", ")))
    }
    if visit.has(.latinNames) {
      let isLatin = names.joined().unicodeScalars.allSatisfy { $0.value < 0x250 || $0.value >= 0x2000 }
      checks.append(DemoCheck("the name is in Latin letters", isLatin, names.joined(separator: ", ")))
    }
    return visit.conclude(Self.name(of: claims), claims, checking: checks)
  }

  /// The name to greet the person by.
  private static func name(of claims: JSONObject) -> String {
    for name in ["name", "given_name", "nickname", "sub"] {
      if let text = claims[name]?.string, !text.isEmpty { return text }
    }
    return "somebody"
  }
}
