// The mistakes that the relying party of an OpenID provider can make, in the order of a login.

extension DemoSwitch {
  /// The switches of every OpenID flow.
  static let openID: [DemoSwitch] =
    openIDSignature + openIDClaims + openIDBinding + openIDTwoProviders + openIDTransport + openIDTooStrict

  // MARK: The signature

  static let openIDSignature: [DemoSwitch] = [
    encryption, signature, strippedSignature, algorithm, noneInOtherLetters, hmacWithPublicKey,
    hmacWithSecret,
    keyIdentifier, keyUse, headerKey, criticalHeader, tokenType, keySetMissing, identityLeftOut,
    innerSignature,
  ]

  static let encryption = DemoSwitch(
    "encryption", "takes an id_token in clear where encryption was agreed",
    "Whoever is in between reads the person's data, and swaps tokens of another client in.",
    fails: ["id-token-not-encrypted"])

  static let innerSignature = DemoSwitch(
    "inner-signature", "takes claims that are encrypted and not signed",
    "Anybody can encrypt to a public key.", fails: ["id-token-unsigned-inside"])

  static let signature = DemoSwitch(
    "signature", "does not verify the signature of the id_token",
    "Anybody writes an id_token and is whom they want.",
    fails: [
      "id-token-bad-signature", "id-token-foreign-key", "id-token-signature-stripped", "id-token-unknown-kid",
      "id-token-inner-signature-broken", "id-token-encryption-key", "id-token-jwk-in-header", "jwks-empty",
      "jwks-gone", "id-token-key-of-another-provider",
    ])

  static let strippedSignature = DemoSwitch(
    "signature-empty", "takes an id_token whose signature is empty",
    "Whoever cuts the signature off may change the claims.", fails: ["id-token-signature-stripped"])

  static let algorithm = DemoSwitch(
    "alg", "believes the algorithm that the header names",
    "A token that names another algorithm than was agreed is not verified at all.",
    fails: [
      "id-token-alg-none", "id-token-alg-none-title", "id-token-alg-none-capitals",
      "id-token-hs256-with-public-key", "id-token-hs256-with-secret", "id-token-es256",
    ])

  static let noneInOtherLetters = DemoSwitch(
    "alg-none-letters", "knows the algorithm none in small letters only",
    "An unsigned token with None or NONE in its header passes.",
    fails: ["id-token-alg-none-title", "id-token-alg-none-capitals"])

  static let hmacWithPublicKey = DemoSwitch(
    "alg-public-key", "verifies HS256 with the provider's public key as the secret",
    "Everybody knows that key, and signs with it.", fails: ["id-token-hs256-with-public-key"])

  static let hmacWithSecret = DemoSwitch(
    "alg-secret", "verifies HS256 with its own secret though RS256 was agreed",
    "Whoever learns the secret signs logins too.", fails: ["id-token-hs256-with-secret"])

  static let keyIdentifier = DemoSwitch(
    "kid", "tries every key of the key set instead of the one that kid names",
    "Keys that the provider has told apart count for each other.", fails: ["id-token-unknown-kid"])

  static let keyUse = DemoSwitch(
    "key-use", "verifies signatures with a key for encryption",
    "A key that was never meant to speak for the provider does.", fails: ["id-token-encryption-key"])

  static let headerKey = DemoSwitch(
    "header-key", "verifies the signature with the key in the token's header",
    "Whoever forges a token brings the key along.", fails: ["id-token-jwk-in-header"])

  static let criticalHeader = DemoSwitch(
    "crit", "reads an id_token that demands an extension it does not know, unverified",
    "What the extension would have forbidden passes (RFC 7515 §4.1.11).",
    fails: ["id-token-critical-header"])

  static let tokenType = DemoSwitch(
    "typ", "takes a token of another type for an id_token",
    "An access token that the provider signed logs in (RFC 8725 §3.11).",
    fails: ["id-token-type-access-token"])

  static let keySetMissing = DemoSwitch(
    "keys-missing", "does not verify while the key set cannot be had or is empty",
    "Whoever keeps the key set away writes tokens.", fails: ["jwks-empty", "jwks-gone"])

  static let identityLeftOut = DemoSwitch(
    "id-token", "does with userinfo alone where there is no id_token that it can read",
    "An access token of another client logs in.",
    fails: [
      "token-without-id-token", "id-token-encrypted-to-wrong-key", "id-token-unknown-enc",
      "id-token-wrong-dir-key",
      "id-token-unsigned-inside", "id-token-critical-header",
    ])

  // MARK: The claims

  static let openIDClaims: [DemoSwitch] = [
    issuer, issuerSlash, issuerHost, audience, otherAudiences, authorizedParty, subject, expiry,
    expiryMissing,
    expiryFar, issuedAhead, issuedMissing, issuedLongAgo, notBefore, authenticationAge, level,
    assurance,
  ]

  static let issuer = DemoSwitch(
    "iss", "does not check who issued the id_token", "Every other issuer's persons are its own.",
    fails: [
      "id-token-wrong-issuer", "id-token-missing-issuer", "id-token-issuer-slash",
      "id-token-issuer-of-another-provider", "id-token-issuer-of-another-login",
    ])

  static let issuerSlash = DemoSwitch(
    "iss-slash", "compares issuers without the slash at their end",
    "Two issuers that differ count as one.", fails: ["id-token-issuer-slash"])

  static let issuerHost = DemoSwitch(
    "iss-host", "compares only the host of issuers",
    "Tenants and providers at the same host log in each other's persons.",
    fails: [
      "id-token-issuer-of-another-provider", "id-token-issuer-of-another-login", "id-token-issuer-slash",
      "id-token-wrong-issuer",
    ])

  static let audience = DemoSwitch(
    "aud", "does not check for whom the id_token is", "A token that was given to any other client logs in.",
    fails: ["id-token-wrong-audience", "id-token-missing-audience", "id-token-audience-of-others"])

  static let otherAudiences = DemoSwitch(
    "aud-others", "takes an id_token that is meant for others too",
    "A client that it does not know may pass its own token on.", fails: ["id-token-audience-with-another"])

  static let authorizedParty = DemoSwitch(
    "azp", "does not check to whom the id_token was issued",
    "A token that another client asked for logs in.", fails: ["id-token-wrong-azp"])

  static let subject = DemoSwitch(
    "sub", "does without a sub", "All persons without one are the same.",
    fails: ["id-token-missing-subject", "id-token-empty-subject"])

  static let expiry = DemoSwitch(
    "exp", "does not check when the id_token expires", "An old token from a log logs in for ever.",
    fails: [
      "id-token-expired", "id-token-expired-by-an-hour", "id-token-missing-exp",
      "id-token-exp-in-milliseconds",
    ])

  static let expiryMissing = DemoSwitch(
    "exp-missing", "takes an id_token without exp", "Such a token never expires.",
    fails: ["id-token-missing-exp"])

  static let expiryFar = DemoSwitch(
    "exp-far", "takes an id_token that is valid for years", "A leaked token stays good.",
    fails: ["id-token-exp-in-milliseconds"])

  static let issuedAhead = DemoSwitch(
    "iat", "takes an id_token that will be issued later", "Tokens can be made in advance.",
    fails: ["id-token-issued-in-future", "id-token-issued-tomorrow"])

  static let issuedMissing = DemoSwitch(
    "iat-missing", "takes an id_token without iat", "Nobody can tell how old it is.",
    fails: ["id-token-missing-iat"])

  static let issuedLongAgo = DemoSwitch(
    "iat-old", "takes an id_token that was issued long ago", "A token of last week logs in today.",
    fails: ["id-token-issued-last-week"])

  static let notBefore = DemoSwitch(
    "nbf", "does not check from when the id_token is valid", "Tokens count before their time.",
    fails: ["id-token-not-yet-valid"])

  static let authenticationAge = DemoSwitch(
    "auth_time", "does not check how long ago the person authenticated",
    "Yesterday's login opens what needs one of today.", fails: ["id-token-old-auth-time"])

  static let level = DemoSwitch(
    "acr", "does not check how surely the person was identified",
    "A weaker login opens what needs a strong one.",
    fails: [
      "acr-downgraded", "acr-missing", "acr-unknown", "eid-other-than-asked", "eid-missing", "eid-mock",
    ])

  static let assurance = DemoSwitch(
    "loa", "does not check which level of assurance the login reached",
    "A password opens what needs an app and a code.", fails: ["loa-below"])

  // MARK: Request and answer

  static let openIDBinding: [DemoSwitch] = [
    nonce, nonceMissing, nonceOld, state, browser, codeBinding, accessTokenHash, callbackIssuer,
    callbackIssuerMissing, callbackError, codeMissing, nonceFixed, keysFetched, sessionMissing, hint,
    verifierInFront,
  ]

  static let nonce = DemoSwitch(
    "nonce", "does not check the nonce", "An id_token of another login logs in.",
    fails: [
      "id-token-wrong-nonce", "id-token-missing-nonce", "id-token-nonce-of-an-earlier-login",
      "token-answer-replayed",
    ])

  static let nonceMissing = DemoSwitch(
    "nonce-missing", "takes an id_token without nonce", "Whoever leaves it out need not know it.",
    fails: ["id-token-missing-nonce"])

  static let nonceOld = DemoSwitch(
    "nonce-old", "takes every nonce that it ever sent", "An id_token of an earlier login logs in again.",
    fails: ["id-token-nonce-of-an-earlier-login", "token-answer-replayed"])

  static let nonceFixed = DemoSwitch(
    "nonce-fixed", "sends the same nonce with every login", "An id_token of any login logs in.",
    fails: ["nonce-used-again", "id-token-nonce-of-an-earlier-login", "token-answer-replayed"])

  static let state = DemoSwitch(
    "state", "ties the answer to the browser neither by state nor by PKCE nor by the nonce",
    "A link logs a person in as somebody else.",
    fails: codeBinding.fails.union([
      "callback-wrong-state", "callback-missing-state", "callback-state-of-an-earlier-login",
      "callback-of-another-browser",
      // It takes the return without parameters for the response.
      "mitid-double-callback",
    ]))

  static let browser = DemoSwitch(
    "state-browser", "does not bind the state to the browser",
    "A login that was begun in one browser ends in another.",
    fails: [
      "callback-in-other-browser", "callback-of-another-browser", "callback-in-another-browser",
    ])

  static let sessionMissing = DemoSwitch(
    "state-session", "compares the state only where the browser has a session",
    "Whoever opens the end of somebody's login in a fresh browser is logged in.",
    fails: ["callback-in-another-browser"])

  static let hint = DemoSwitch(
    "hint", "does not compare who logged in with whom it asked for",
    "Somebody else confirms what was put before this person.", fails: ["person-other-than-hinted"])

  static let verifierInFront = DemoSwitch(
    "secret-front", "sends the verifier with the request, by the browser",
    "Whoever reads the browser's history redeems the code.", fails: ["secrets-in-front-channel"])

  static let codeBinding = DemoSwitch(
    "code-binding", "sends no PKCE challenge and does not check the nonce",
    "A code that was stolen from another browser logs in here.",
    fails: nonce.fails.union(["callback-code-of-another-login", "pkce-dropped"]))

  static let accessTokenHash = DemoSwitch(
    "at_hash", "does not compare at_hash with the access token", "The access token may be another person's.",
    fails: ["id-token-wrong-at-hash"])

  static let callbackIssuer = DemoSwitch(
    "callback-iss", "does not check which issuer the browser comes back from",
    "Its code goes to the wrong provider (RFC 9207).",
    fails: ["callback-wrong-issuer", "callback-code-of-another-provider", "callback-without-promised-issuer"])

  static let callbackIssuerMissing = DemoSwitch(
    "callback-iss-missing", "takes an answer without the issuer that its provider promises to name",
    "An answer of another provider counts as long as it names nobody (RFC 9207).",
    fails: ["callback-without-promised-issuer"])

  static let callbackError = DemoSwitch(
    "callback-error", "overlooks an error beside a code", "A refused login succeeds.",
    fails: ["callback-error-beside-code"])

  static let codeMissing = DemoSwitch(
    "code", "lets a person in who comes back without a code", "The bare callback logs in.",
    fails: ["callback-without-code"])
}
