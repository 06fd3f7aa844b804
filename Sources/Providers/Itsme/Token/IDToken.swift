import Flow
import JOSE
import JSON
import ProviderKit

extension Itsme {
  /// The id_token of a login (§1.9): always `iss`, `sub`, `aud`, `exp`, `iat` and `acr`, never `amr`, `azp` or `at_hash`.
  func idToken(
    of login: Transaction<Login>, recipient: JWK?, for call: Call
  ) throws(TokenRecipe.Problem) -> String {
    let (request, switches) = (login.detail.request, login.detail.switches)
    let change = login.decision.scenario?.tokens["id_token"]
    let issued = call.time.written + (change?.issuedAt ?? .zero)
    let expiry = issued + (change?.lifetime ?? switches[.idToken])
    var claims: JSONObject = [
      "sub": .string(Subject.of(login.person, at: login.client)),
      "aud": .string(login.client),
      "acr": .string(request.level.tag),
    ]
    if switches[.authTime].word == "always" || request.wantsAuthTime {
      claims["auth_time"] = .integer(Int(authenticated(login, by: call).seconds))
    }
    claims["iss"] = .string(issuer(call.publicBase))
    claims["exp"] = .integer(Int(expiry.seconds))
    claims["iat"] = .integer(Int(issued.seconds))
    claims["nonce"] = request.nonce.map(JSON.string)
    // The guide puts the claims of the scopes into the id_token too (§5 #24), the address as flat members (§5 #23).
    ClaimsProjection(person: login.person, switches: switches).add(
      switches[.idTokenClaims].word == "scopes" ? request.scopes : [], keys: request.claims.idToken,
      allowed: allowedClaims(of: login), to: &claims, isFlat: true)
    return try make(claims, .idToken, of: login, recipient: recipient)
  }

  /// When the person proved who they are, as far as that goes into tokens.
  private func authenticated(_ login: Transaction<Login>, by call: Call) -> Instant {
    guard case .approved(let at) = login.phase(at: call.now) else { return call.time.written }
    return at + (call.time.written - call.now)
  }

  /// The claims agreed for the service, `nil` for all (§1.2).
  func allowedClaims(of login: Transaction<Login>) -> Set<String>? {
    let client = sandbox.client(login.client, of: Itsme.slug, as: ItsmeClient.self)
    return client?.services[login.detail.request.service]?.allowedClaims
  }

  // MARK: Protection

  /// The tokens that itsme protects.
  enum ProtectedToken: String {
    case idToken = "id_token"
    case userinfo
  }

  /// The key that a token of a login is encrypted to, `nil` when it is not encrypted.
  ///
  /// Of several keys one is taken at random, as itsme does (§1.2).
  func encryptionKey(
    for token: ProtectedToken, of login: Transaction<Login>?, _ client: ItsmeClient, _ call: Call
  ) throws(TokenProblem) -> JWK? {
    guard let login, let algorithm = keyEncryption(of: token, login.detail.switches) else { return nil }
    let found: Result<JWKSet, KeysUnavailable>
    do throws(DocumentNeeded) {
      found = try keys(of: client, wanting: nil, for: call)
    } catch { throw .needsKeys(url: error.url) }
    switch found {
    case .failure(let error):
      throw .refused(
        TokenRefusal(
          .invalidClient, TokenRules.keysUnavailable, error.reason, "The client's keys are not available"))
    case .success(let set):
      let candidates = set.candidates(use: "enc", alg: algorithm).filter {
        $0.use == "enc" || set.keys.count == 1
      }
      guard !candidates.isEmpty else {
        throw .refused(
          TokenRefusal(.invalidClient, UserInfoRules.keyMissing, "", "The client has no encryption key"))
      }
      let chance = sandbox.environment.bytes(
        1, ordinal: login.ordinal, purpose: "\(token.rawValue)/recipient")
      return candidates[Int(chance[0]) % candidates.count]
    }
  }

  /// The key encryption of a token, `nil` when it is not encrypted (§5 #16).
  private func keyEncryption(of token: ProtectedToken, _ switches: Switches) -> String? {
    switch token {
    case .idToken:
      let word = switches[.idTokenEncryption].word
      return word == "none" ? nil : word
    case .userinfo:
      let isEncrypted = ["nested", "encrypted"].contains(switches[.userinfoProtection].word)
      return isEncrypted ? switches[.userinfoEncryption].word : nil
    }
  }

  /// Signs and encrypts as the switches say, and as the scenario changes it.
  func make(
    _ claims: JSONObject, _ kind: ProtectedToken, of login: Transaction<Login>, recipient: JWK?,
    isSigned: Bool = true
  ) throws(TokenRecipe.Problem) -> String {
    let switches = login.detail.switches
    let signing = sandbox.keys.signing
    var header: JSONObject = ["alg": "RS256"]
    header["kid"] = signing.kid.map(JSON.string)
    var recipe = TokenRecipe(header: header, claims: claims)
    recipe.isSigned = isSigned
    recipe.escapesSlashes = switches[.escapedSlashes].isOn
    if let recipient, let algorithm = keyEncryption(of: kind, switches) {
      var outer: JSONObject = ["typ": "JWT", "enc": "A128CBC-HS256", "alg": .string(algorithm)]
      if isSigned { outer["cty"] = "JWT" }
      if switches[.encryptionKeyIdentifier].isOn { outer["kid"] = recipient.kid.map(JSON.string) }
      recipe.encryption = TokenRecipe.Encryption(header: outer, recipient: recipient)
    }
    let change = login.decision.scenario?.tokens[kind.rawValue]
    if let obstacle = recipe.obstacle(to: change) {
      sandbox.log.write(
        LogEvent(
          .warning, provider: Itsme.slug,
          "the defect \(change?.defect ?? "") changes nothing in the \(kind.rawValue): \(obstacle)",
          transaction: login.identifier))
    }
    var drawn = 0
    return try recipe.make(
      change, key: signing, foreign: sandbox.keys.foreign
    ) { count in
      drawn += 1
      return sandbox.environment.bytes(
        count, ordinal: login.ordinal, purpose: "\(kind.rawValue)/encryption/\(drawn)")
    }
  }
}
