import Flow

// What a relying party can get wrong when it authenticates.

extension OpenIDRule {
  package static let authenticationMissing = OpenIDRule(
    "client-authentication-missing", .error, "The client is not authenticated",
    fix: "send its secret or its client_assertion, as it is registered", "RFC 6749 §2.3")
  package static let authenticatedUnknown = OpenIDRule(
    "token-client-unknown", .error, "No client has the id that authenticates",
    fix: "use the client_id of the registration", "RFC 6749 §5.2")
  package static let authenticatedUnregistered = OpenIDRule(
    "token-client-unregistered", .error,
    "The client is not registered; the client \"*\" let it in",
    fix: "register it in world.json; --strict refuses it as the real service does")
  package static let clientMismatch = OpenIDRule(
    "token-client-mismatch", .error, "client_id is another one than the one that authenticates",
    fix: "leave client_id out, or send the same", "RFC 6749 §2.3")
  package static let authenticatedTwice = OpenIDRule(
    "client-authentication-twice", .error, "The client authenticates in more than one way",
    fix: "send the Basic header, client_secret or client_assertion, and nothing of the others",
    "RFC 6749 §2.3")

  package static let wrongMethod = OpenIDRule(
    "wrong-method", .error, "The client authenticates in another way than it is registered with",
    fix: "authenticate as the client is registered: with its secret, or with private_key_jwt",
    "OpenID Connect Core §9")

  // MARK: Secrets

  package static let secretInHeader = OpenIDRule(
    "secret-by-basic", .error, "The secret is in the Authorization header",
    fix: "send client_id and client_secret in the body: the vendor documents client_secret_post alone",
    "RFC 6749 §2.3.1")
  package static let secretInQuery = OpenIDRule(
    "secret-in-query", .error, "The secret is in the URL, where it reaches logs",
    fix: "send client_id and client_secret in the body", "RFC 6749 §2.3.1")
  package static let secretInBody = OpenIDRule(
    "client-secret-in-body", .warning, "The secret is in the body",
    fix: "send it with Basic: the vendor discourages client_secret_post", "RFC 6749 §2.3.1")
  package static let secretWrong = OpenIDRule(
    "client-secret-wrong", .error, "The secret is not the client's",
    fix: "send the secret of this client_id; form-encode it before base64, and do not turn + into a blank",
    "RFC 6749 §2.3.1")
  package static let secretWithoutClient = OpenIDRule(
    "client-secret-alone", .error, "client_secret comes without client_id",
    fix: "send client_id beside client_secret", "RFC 6749 §2.3.1")
  package static let secretUnexpected = OpenIDRule(
    "client-secret-unexpected", .error, "The client has no secret",
    fix: "authenticate with private_key_jwt", "RFC 6749 §2.3")
  package static let secretOfPublicClient = OpenIDRule(
    "client-secret-public", .warning, "A public client sent a secret",
    fix: "do not ship secrets in an app; send client_id and the code_verifier", "RFC 6749 §2.1")
  package static let basicMalformed = OpenIDRule(
    "basic-malformed", .error,
    "The Authorization header is not Basic with base64 of an id and a secret with a colon between",
    fix: "send Basic with base64 of the form-encoded id, a colon and the form-encoded secret", "RFC 7617 §2")
  package static let basicNotEncoded = OpenIDRule(
    "basic-not-encoded", .note, "Id or secret is not encoded in the Basic header",
    fix: "form-encode both before base64: a URN as id holds colons", "RFC 6749 §2.3.1")

  // MARK: Assertions

  package static let assertionMissing = OpenIDRule(
    "assertion-missing", .error, "The request has no client_assertion",
    fix: "authenticate with private_key_jwt: send client_assertion and client_assertion_type",
    "RFC 7523 §2.2")
  package static let secretInsteadOfAssertion = OpenIDRule(
    "client-secret", .error, "The client sent a secret; the provider knows private_key_jwt only",
    fix: "set token_endpoint_auth_method to private_key_jwt", "OpenID Connect Core §9")
  package static let assertionType = OpenIDRule(
    "assertion-type", .error, "The client_assertion_type is not the one of JWT assertions",
    fix: "send urn:ietf:params:oauth:client-assertion-type:jwt-bearer", "RFC 7523 §2.2")
  package static let assertionMalformed = OpenIDRule(
    "assertion-malformed", .error, "The client_assertion is not a signed JWT with a JSON object inside",
    fix: "send a compact JWS, or a JWE that holds one where the provider takes it", "RFC 7523 §3")
  package static let assertionClaimType = OpenIDRule(
    "assertion-claim-type", .error, "A claim of the client_assertion has the wrong JSON type",
    fix: "write aud and jti as strings, and times as numbers", "RFC 7519 §4.1")
  package static let assertionUndecryptable = OpenIDRule(
    "assertion-undecryptable", .error, "The encrypted client_assertion cannot be decrypted",
    fix: "sign first, then encrypt with RSA-OAEP and A128CBC-HS256 to the provider's key with use=enc",
    "RFC 7516 §5.2")
  package static let assertionAlgorithm = OpenIDRule(
    "assertion-algorithm", .error, "The assertion is signed with another algorithm than RS256",
    fix: "sign with RS256 and the private key of your JWKSet, not with a secret", "RFC 7518 §3.1")
  package static let assertionTypeHeader = OpenIDRule(
    "assertion-typ-missing", .error, "The assertion's header has no typ",
    fix: "put \"typ\":\"JWT\" into the JWS header", "RFC 7519 §5.1")
  package static let assertionTypeUnusual = OpenIDRule(
    "assertion-typ-unusual", .warning, "The assertion's header names another type than JWT",
    fix: "put \"typ\":\"JWT\" into the JWS header", "RFC 7515 §4.1.9")
  package static let keyEncryptionUnlisted = OpenIDRule(
    "key-encryption-unlisted", .note,
    "The key of an encrypted token is encrypted with an algorithm that discovery does not list",
    fix: "take alg from the …_encryption_alg_values_supported of the discovery document",
    "RFC 7516 §4.1.1")
  package static let contentEncryptionUnlisted = OpenIDRule(
    "content-encryption-unlisted", .warning,
    "The content of an encrypted token is encrypted with an algorithm that discovery does not list",
    fix: "take enc from the …_encryption_enc_values_supported of the discovery document",
    "RFC 7516 §4.1.2")
  package static let encryptionKeyUnnamed = OpenIDRule(
    "jwe-kid-missing", .error, "The header of an encrypted token has no kid",
    fix: "put the kid of the provider's key with use=enc into the JWE header", "RFC 7516 §4.1.6")
  package static let encryptionKeyUnknown = OpenIDRule(
    "jwe-kid-unknown", .error, "The kid of an encrypted token is of no key in the provider's key set",
    fix: "encrypt to the key with use=enc of the provider's jwks_uri, and send its kid", "RFC 7516 §4.1.6")
  package static let encryptedTypeMissing = OpenIDRule(
    "jwe-cty-missing", .warning, "The header of an encrypted token does not say that a JWT is inside",
    fix: "put \"cty\":\"JWT\" into the JWE header", "RFC 7519 §5.2")
  package static let encryptionOld = OpenIDRule(
    "jwe-algorithm-old", .note, "The key of an encrypted token is encrypted in a way that is discouraged",
    fix: "encrypt with RSA-OAEP-256 and A128CBC-HS256", "RFC 7518 §4.3")
  package static let encryptionRefused = OpenIDRule(
    "jwe-algorithm-refused", .error, "The key of an encrypted token is encrypted in a way that is not taken",
    fix: "encrypt with RSA-OAEP-256 and A128CBC-HS256", "RFC 7518 §4.1")
  package static let assertionKeyMissing = OpenIDRule(
    "assertion-kid-missing", .error, "The assertion's header has no kid",
    fix: "put the kid of your signing key into the JWS header", "RFC 7515 §4.1.4")
  package static let assertionKeyUnknown = OpenIDRule(
    "assertion-kid-unknown", .error,
    "The client's key set has no signing key with the assertion's kid",
    fix: "publish the key with use=sig in your JWKSet, or correct the kid", "RFC 7515 §4.1.4")
  package static let clientKeysUnavailable = OpenIDRule(
    "client-keys-unavailable", .error, "The client's key set cannot be had",
    fix: "make the JWKSet URL answer with a JWK Set within a second, with a certificate that is trusted",
    "RFC 7517 §5")
  package static let clientKeysSelfSigned = OpenIDRule(
    "client-keys-self-signed", .note, "The client's key set comes from a server that vouches for itself",
    fix: "get a certificate of a public authority before you go into production", "RFC 7517 §5")
  package static let clientKeysWithoutEncryption = OpenIDRule(
    "jwks-no-enc-key", .error, "The client's key set has no key with use=enc",
    fix: "publish an RSA key with use=enc beside the one with use=sig", "RFC 7517 §4.2")
  package static let clientKeysWithoutSigning = OpenIDRule(
    "jwks-no-sig-key", .error, "The client's key set has no key with use=sig",
    fix: "publish an RSA key with use=sig beside the one with use=enc", "RFC 7517 §4.2")
  package static let clientKeysPrivate = OpenIDRule(
    "jwks-private-key", .error, "The client's key set shows private keys to everybody",
    fix: "publish n and e alone, and replace these keys: they are no longer secret", "RFC 7517 §9.2")
  package static let clientKeysNotRSA = OpenIDRule(
    "jwks-not-rsa", .error, "The client's key set has keys that are not RSA",
    fix: "publish RSA keys of 2048 bits or more", "RFC 7518 §6.3")
  package static let clientKeysSlow = OpenIDRule(
    "jwks-slow", .warning, "The server of the client's key set is slow",
    fix: "answer within a second: serve the key set as a static file", "RFC 7517 §5")
  package static let clientKeysPlain = OpenIDRule(
    "jwks-plain-http", .warning, "The client's key set comes over plain http, where anybody can change it",
    fix: "serve it over https", "RFC 7517 §8")
  package static let encryptionKeyReplaced = OpenIDRule(
    "enc-key-rotated-at-once", .note,
    "The client replaced its key to encrypt to; tokens may be encrypted to the old one for a day",
    fix: "keep the old private key for 24 hours and choose by the kid of the JWE", "RFC 7516 §4.1.6")
  package static let assertionSignature = OpenIDRule(
    "assertion-signature", .error, "The assertion's signature does not verify with the client's keys",
    fix: "sign with the private key that belongs to the registered key set, and name its kid", "RFC 7523 §3")
  package static let assertionUnverified = OpenIDRule(
    "assertion-unverified", .error,
    "No known key verifies the assertion; the client \"*\" let it in unverified",
    fix: "register the client with its jwks or jwks_uri, or sign with the default test key", "RFC 7523 §3")
  package static let assertionIssuer = OpenIDRule(
    "assertion-issuer", .error, "iss and sub of the assertion are not both the client_id",
    fix: "set iss and sub to your client_id", "RFC 7523 §3")
  package static let assertionAudience = OpenIDRule(
    "assertion-audience", .error, "The assertion is meant for another audience",
    fix: "set aud to the audience that the provider documents", "RFC 7523 §3")
  package static let assertionAudienceUnusual = OpenIDRule(
    "assertion-audience-unusual", .warning, "The assertion's aud is not the one that is documented",
    fix: "set aud to the audience that the provider documents", "RFC 7523 §3")
  package static let assertionIdentifierMissing = OpenIDRule(
    "assertion-jti-missing", .error, "The assertion has no jti",
    fix: "give each assertion a fresh random jti", "OpenID Connect Core §9")
  package static let assertionIdentifierLong = OpenIDRule(
    "assertion-jti-long", .error, "The assertion's jti is longer than 255 characters",
    fix: "use a random jti of up to 255 characters")
  package static let assertionReused = OpenIDRule(
    "assertion-jti-reused", .error, "The assertion's jti was used before",
    fix: "build a new assertion with a fresh jti for each request", "RFC 7523 §3")
  package static let assertionExpiryMissing = OpenIDRule(
    "assertion-exp-missing", .error, "The assertion has no exp",
    fix: "set exp to a few minutes from now in seconds", "RFC 7523 §3")
  package static let assertionExpired = OpenIDRule(
    "assertion-expired", .error, "The assertion has expired",
    fix: "build the assertion just before the request, and check your clock", "RFC 7523 §3")
  package static let assertionLate = OpenIDRule(
    "assertion-late", .note, "The assertion had expired, within the leeway for clocks",
    fix: "build the assertion just before the request, and check your clock", "RFC 7523 §3")
  package static let assertionNotYetValid = OpenIDRule(
    "assertion-not-yet-valid", .error, "The assertion says that it was made, or is valid, only later",
    fix: "check your clock; iat and nbf are seconds since 1970", "RFC 7523 §3")
  package static let assertionExpiryTooFar = OpenIDRule(
    "assertion-exp-too-far", .error, "The assertion's exp lies too far ahead",
    fix: "let exp be a few minutes from now; it counts seconds, not milliseconds", "RFC 7523 §3")
  package static let assertionExpiryFar = OpenIDRule(
    "assertion-exp-far", .warning, "The assertion lives longer than one request needs",
    fix: "let exp be a few minutes from now", "RFC 7523 §3")
}
