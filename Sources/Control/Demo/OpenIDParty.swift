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
  /// `nil` if it expects nothing encrypted.
  var decryption: (@Sendable () -> JWK)?
  var asksUserinfo = true

  enum Credential: Sendable {
    /// Sent by HTTP Basic.
    case secret(String)
    /// Signs an assertion (`private_key_jwt`).
    case key(@Sendable () -> JWK)
  }

  // MARK: Sending the browser away

  func begin(_ visit: DemoVisiting) -> Outcome {
    visit.ask("The discovery document", .get, visit.provider + discovery) { document in
      visit.object("The discovery document", document) { metadata in
        var remembered = [
          "state": visit.secret("state"), "nonce": visit.secret("nonce"),
          "verifier": visit.secret("verifier"),
        ]
        for name in ["issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"] {
          remembered[name] = metadata[name]?.string
        }
        visit.remember(remembered)
        return objectEncryption.map { sendObject(visit, $0) }
          ?? visit.go(to: authorizationURL(visit, request(visit)))
      }
    }
  }

  private func request(_ visit: DemoVisiting) -> [(name: String, value: String)] {
    let challenge = Base64URL.encode(Digest.sha256(Array(visit.remembered("verifier").utf8)))
    return [
      ("client_id", client), ("response_type", "code"), ("scope", scope), ("redirect_uri", visit.callback),
      ("state", visit.remembered("state")), ("nonce", visit.remembered("nonce")), ("acr_values", level),
      ("code_challenge", challenge), ("code_challenge_method", "S256"),
    ]
  }

  private func authorizationURL(_ visit: DemoVisiting, _ parameters: [(name: String, value: String)])
    -> String
  {
    RedirectLocation.with(
      visit.remembered("authorization_endpoint"), parameters.map { ($0.name, Optional($0.value)) })
  }

  /// Sends the request as an object, signed and then encrypted to the provider (OpenID Connect Core §6.1).
  private func sendObject(_ visit: DemoVisiting, _ algorithm: String) -> Outcome {
    visit.ask("The provider's keys", .get, visit.remembered("jwks_uri")) { document in
      guard case .key(let signing) = credential, let keys = try? JWKSet(parsing: document.body),
        let provider = keys.candidates(use: "enc", alg: algorithm).first
      else { return visit.refuse("The provider publishes no key to encrypt to.") }
      let parameters = request(visit)
      let audience = (name: "aud", value: JSON.string(visit.remembered("issuer")))
      let claims = JSONObject(
        [(name: "iss", value: JSON.string(client)), audience]
          + parameters.map { ($0.name, JSON.string($0.value)) })
      do {
        let signed = try sign(claims, with: signing())
        let seed = visit.secret("request object")
        let object = try JWE.encrypt(
          header: [
            "alg": .string(algorithm), "enc": "A128CBC-HS256", "cty": "JWT",
            "kid": .string(provider.kid ?? ""),
          ], plaintext: Array(signed.utf8), key: provider.key
        ) { count in
          visit.sandbox.environment.bytes(count, ordinal: 0, purpose: "demo/\(seed)/\(count)")
        }
        let outer = parameters.filter { ["client_id", "response_type", "scope"].contains($0.name) }
        return visit.go(to: authorizationURL(visit, outer + [("request", object)]))
      } catch { return visit.refuse("The request object cannot be made: \(error)") }
    }
  }

  private func sign(_ claims: JSONObject, with key: JWK) throws(JWSError) -> String {
    try JWS.sign(
      header: ["alg": "RS256", "kid": .string(key.kid ?? ""), "typ": "JWT"],
      payload: JSON.object(claims).bytes(), key: key.key)
  }

  // MARK: The browser comes back

  func comeBack(_ parameters: Form, _ visit: DemoVisiting) -> Outcome {
    if let error = parameters["error"] {
      let text = parameters["error_description"].map { ": \($0)" } ?? ""
      return visit.refuse("The provider sent the browser back with \(error)\(text)")
    }
    guard let code = parameters["code"] else { return visit.refuse("The browser came back without a code.") }
    var form: Form = [
      "grant_type": "authorization_code", "code": code, "redirect_uri": visit.callback,
      "code_verifier": visit.remembered("verifier"),
    ]
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
    return visit.post("The token call", visit.remembered("token_endpoint"), form: form, headers: headers) {
      document in
      visit.object("The token call", document) { token in
        // One provider answers errors with 200: what counts is that there is a token.
        guard let identity = token["id_token"]?.string else {
          return visit.refuse("The token call brought no id_token: \(document.excerpt)")
        }
        return verify(identity, access: token["access_token"]?.string, visit)
      }
    }
  }

  /// A client assertion (RFC 7523 §3).
  private func assertion(_ visit: DemoVisiting, _ key: JWK) throws(JWSError) -> String {
    let now = Int(visit.sandbox.environment.clock.forClients.seconds)
    return try sign(
      [
        "iss": .string(client), "sub": .string(client), "aud": .string(visit.remembered("token_endpoint")),
        "jti": .string(visit.secret("jti")), "iat": .integer(now), "exp": .integer(now + 120),
      ], with: key)
  }

  private func verify(_ identity: String, access: String?, _ visit: DemoVisiting) -> Outcome {
    visit.ask("The provider's keys", .get, visit.remembered("jwks_uri")) { document in
      guard document.status.code == 200, let keys = try? JWKSet(parsing: document.body) else {
        return visit.refuse("The provider's key set cannot be read: \(document.excerpt)")
      }
      let opened = OpenedToken(identity, decrypting: decryption, keys: keys)
      var checks = opened.checks
      guard let claims = opened.claims else {
        return visit.conclude("", [:], checking: checks)
      }
      let expected = IDTokenChecks(
        issuer: visit.remembered("issuer"), client: client, nonce: visit.remembered("nonce"), level: level,
        now: visit.now)
      checks += expected.checks(of: claims, accessToken: access)
      visit.note(checks)
      guard asksUserinfo, let access else {
        return visit.conclude(Self.name(of: claims), claims)
      }
      return userinfo(access, subject: claims["sub"]?.string ?? "", claims, keys, visit)
    }
  }

  private func userinfo(
    _ access: String, subject: String, _ claims: JSONObject, _ keys: JWKSet, _ visit: DemoVisiting
  ) -> Outcome {
    let headers: Headers = ["Authorization": "Bearer \(access)"]
    return visit.ask("Userinfo", .get, visit.remembered("userinfo_endpoint"), headers: headers) { document in
      guard document.status.code == 200 else {
        return visit.refuse("Userinfo was answered with \(document.status): \(document.excerpt)")
      }
      var checks: [DemoCheck] = []
      var person: JSONObject?
      if document.headers["Content-Type"]?.hasPrefix("application/jwt") == true {
        let opened = OpenedToken(
          String(decoding: document.body, as: UTF8.self), named: "userinfo", decrypting: decryption,
          keys: keys)
        checks = opened.checks
        person = opened.claims
      } else {
        person = (try? JSON(parsing: document.body))?.object
      }
      guard let person else { return visit.conclude("", [:], checking: checks) }
      checks.append(.equal("userinfo is about the same sub", person["sub"]?.string, subject))
      var all = claims
      for (name, value) in person { all[name] = value }
      return visit.conclude(Self.name(of: all), all, checking: checks)
    }
  }

  /// How to greet the person.
  private static func name(of claims: JSONObject) -> String {
    for name in ["name", "given_name", "nickname", "sub"] {
      if let text = claims[name]?.string, !text.isEmpty { return text }
    }
    return "somebody"
  }
}
