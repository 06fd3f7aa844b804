import Flow
import JOSE
import JSON
import ProviderKit

extension Veridium {
  /// The IdentityToken of a completed session: made once, so that every caller gets the same text (§1e).
  func token(of identifier: String, at time: ClockReading) -> String? {
    guard let session = ledger.find(identifier), case .completed(let at) = session.phase(at: time.now)
    else {
      return nil
    }
    if let token = session.detail.token { return token }
    let made: String
    do throws(TokenRecipe.Problem) {
      made = try makeToken(session, authenticated: at, time)
    } catch {
      sandbox.log.write(
        LogEvent(
          .error, provider: Veridium.slug, "no IdentityToken could be made: \(error)",
          transaction: identifier))
      return nil
    }
    return ledger.update(identifier) { session -> String in
      // Of two concurrent calls the first wins.
      if session.detail.token == nil { session.detail.token = made }
      return session.detail.token ?? made
    }
  }

  /// The claims follow the vendor's enrolment token and the contract; the vendor documents none (§1e, §5).
  private func makeToken(
    _ session: Transaction<Session>, authenticated: Instant, _ time: ClockReading
  ) throws(TokenRecipe.Problem) -> String {
    let switches = session.detail.switches
    let change = session.decision.scenario?.tokens["identity_token"]
    let issued = time.written + (change?.issuedAt ?? .zero)
    let expiry = issued + (change?.lifetime ?? switches[veridium: .identityToken])
    let profile = Profile(person: session.person)
    let subject = session.decision.scenario?.person == nil ? session.detail.profile : nil
    let external = subject ?? profile.externalIdentifier
    var claims: JSONObject = [
      "iss": .string(session.detail.issuer), "sub": .string(external), "aud": "VeridiumID",
      "iat": .integer(Int(issued.seconds)), "exp": .integer(Int(expiry.seconds)),
    ]
    if switches[veridium: .tokenClaims].word == "full" {
      claims["jti"] = .string(
        uuid(session.ordinal, "veridium/jti"))
      claims["auth_time"] = .integer(Int((authenticated + (time.written - time.now)).seconds))
      claims["sessionId"] = .string(session.identifier)
      claims["memberExternalId"] = .string(session.detail.member)
      claims["profileExternalId"] = .string(external)
      claims["upn"] = .string(profile.principal)
      claims["name"] = profile.person.fullName.map(JSON.string)
      claims["amr"] = [.string(session.detail.biometricMethod ?? "TOUCHID")]
      claims["context"] = session.detail.prompt.context
      claims["transactionText"] = session.detail.prompt.transactionText.map(JSON.string)
    }
    let defect = change?.defect.flatMap { IdentityTokenDefect(rawValue: $0) }
    return try sign(claims, change, defect, session)
  }

  private func sign(
    _ claims: JSONObject, _ change: TokenChange?, _ defect: IdentityTokenDefect?,
    _ session: Transaction<Session>
  ) throws(TokenRecipe.Problem) -> String {
    let key = sandbox.keys.signing
    let recipe = TokenRecipe(
      header: ["alg": "RS256", "typ": "JWT", "kid": .string(Veridium.keyIdentifier(key) ?? "")],
      claims: claims)
    var change = change
    if session.detail.switches[veridium: .expiryInMilliseconds].isOn, change?.claims["exp"] == nil {
      change = change ?? TokenChange()
      change?.claims["exp"] = claims["exp"]?.integer.map { .integer($0 * 1000) }
    }
    if let defect {
      change?.defect = nil
      if let altered = defect.claims(after: change?.claims["sessionId"] ?? claims["sessionId"]) {
        for (name, value) in altered { change?.claims[name] = value }
      }
    }
    let token = try recipe.make(change, key: key, foreign: sandbox.keys.foreign) { count in
      sandbox.environment.bytes(count, ordinal: session.ordinal, purpose: "veridium/token")
    }
    return defect == .tamperedPayload ? IdentityTokenDefect.tampered(token) : token
  }

  /// The `kid` of a key: the contract's name for the first one, numbered on for rotated ones (§2).
  static func keyIdentifier(_ key: JWK) -> String? {
    let name = key.kid ?? ""
    if name == TestKeys.opSignature.jwk.kid { return "veridium-signing-1" }
    if name.hasPrefix("spare-"), let number = Int(name.dropFirst(6)) {
      return "veridium-signing-\(number + 1)"
    }
    return name
  }
}
