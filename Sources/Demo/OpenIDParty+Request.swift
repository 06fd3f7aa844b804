import Crypto
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit

// What the relying party sends: the authorization request, and the assertion that authenticates it.

extension OpenIDParty {
  /// Sends the browser to the provider.
  func send(_ visit: DemoVisiting) -> Outcome {
    objectEncryption.map { sendObject(visit, $0) }
      ?? visit.go(to: authorizationURL(visit, request(visit)))
  }

  func request(_ visit: DemoVisiting) -> [(name: String, value: String)] {
    let challenge = Base64URL.encode(Digest.sha256(Array(visit.remembered("verifier").utf8)))
    let proof = [("code_challenge", challenge), ("code_challenge_method", "S256")]
    let known = expected?.hint ?? (visit.visit?.isByHand == true ? phone : nil)
    let hint = known.map { [("login_hint", $0)] } ?? []
    let age = maximumAge.map { [("max_age", "\($0)")] } ?? []
    let verifier = visit.has(.verifierInFront) ? [("code_verifier", visit.remembered("verifier"))] : []
    return [
      ("client_id", client), ("response_type", "code"), ("scope", scope), ("redirect_uri", visit.callback),
      ("state", visit.remembered("state")), ("nonce", visit.remembered("nonce")), ("acr_values", level),
      ("ui_locales", language),
    ] + (tiesCode(visit) ? proof : []) + hint + age + verifier
  }

  /// True if only the browser that began a login can redeem its code.
  func tiesCode(_ visit: DemoVisiting) -> Bool { !visit.has(.codeBinding) && !visit.has(.state) }

  func authorizationURL(_ visit: DemoVisiting, _ parameters: [(name: String, value: String)])
    -> String
  {
    RedirectLocation.with(
      visit.remembered("authorization_endpoint"), parameters.map { ($0.name, Optional($0.value)) })
  }

  /// Sends the request as an object, signed and then encrypted to the provider (OpenID Connect Core §6.1).
  private func sendObject(_ visit: DemoVisiting, _ algorithm: String) -> Outcome {
    let key = { @Sendable (keys: JWKSet?) in keys?.candidates(use: "enc", alg: algorithm).first }
    if let known = key(knownKeys(visit)) { return sendObject(visit, algorithm, to: known) }
    return askForKeys(visit) { document in
      guard let provider = key(try? JWKSet(parsing: document.body)) else {
        return visit.refuse("The provider publishes no key to encrypt to.")
      }
      return sendObject(visit, algorithm, to: provider)
    }
  }

  private func sendObject(_ visit: DemoVisiting, _ algorithm: String, to provider: JWK) -> Outcome {
    guard case .key(let signing) = credential else {
      return visit.refuse("This relying party has no key to sign with.")
    }
    let parameters = request(visit)
    let audience = (name: "aud", value: JSON.string(visit.remembered("issuer")))
    let claims = JSONObject(
      [(name: "iss", value: JSON.string(client)), audience]
        + parameters.map { ($0.name, $0.name == "max_age" ? .integer(maximumAge ?? 0) : .string($0.value)) })
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
      // Only the provider can read the object, so the mistake is to send the verifier beside it.
      let beside = ["client_id", "response_type", "scope", "code_verifier"]
      let outer = parameters.filter { beside.contains($0.name) }
      return visit.go(to: authorizationURL(visit, outer + [("request", object)]))
    } catch { return visit.refuse("The request object cannot be made: \(error)") }
  }

  private func sign(_ claims: JSONObject, with key: JWK) throws(JWSError) -> String {
    try JWS.sign(
      header: ["alg": "RS256", "kid": .string(key.kid ?? ""), "typ": "JWT"],
      payload: JSON.object(claims).bytes(), key: key.key)
  }

  /// A client assertion (RFC 7523 §3).
  func assertion(_ visit: DemoVisiting, _ key: JWK) throws(JWSError) -> String {
    let now = Int(visit.sandbox.environment.clock.read().forClients.seconds)
    return try sign(
      [
        "iss": .string(client), "sub": .string(client), "aud": .string(visit.remembered("token_endpoint")),
        "jti": .string(visit.secret("jti")), "iat": .integer(now), "exp": .integer(now + 120),
      ], with: key)
  }
}
