import Flow

/// What a request object can get wrong.
enum RequestObjectRules {
  static let all: [Rule] = [
    malformed, undecryptable, algorithm, keyMissing, keyUnknown, keysUnavailable, signature, issuer, audience,
    audienceUnusual, clientMismatch, responseTypeMismatch, expired, nested, scopeOutside, parametersOutside,
    unsigned,
  ]

  static let malformed = Rule(
    "itsme.request-object-malformed", .error, "The request object is no JWT with a JSON object inside",
    fix: "send a compact JWS, or a JWE that holds one",
    documentation: Guide.authorizeAnswer, specification: "RFC 9101 §4")
  static let undecryptable = Rule(
    "itsme.request-object-undecryptable", .error, "The request object cannot be decrypted",
    fix: "encrypt with RSA-OAEP and A128CBC-HS256 to the key with use=enc of the provider's jwks_uri",
    documentation: Guide.authorizeAnswer, specification: "RFC 9101 §6.1")
  static let algorithm = Rule(
    "itsme.request-object-algorithm", .error,
    "The request object is signed with another algorithm than RS256",
    fix: "sign with RS256", documentation: Guide.authorizeAnswer, specification: "RFC 9101 §6.2")
  static let keyMissing = Rule(
    "itsme.request-object-kid-missing", .error,
    "The request object names no key and several could have signed it",
    fix: "put the kid of your signing key into the JWS header",
    documentation: Guide.authorizeAnswer, specification: "RFC 7515 §4.1.4")
  static let keyUnknown = Rule(
    "itsme.request-object-kid-unknown", .error,
    "The client's key set has no signing key with the request object's kid",
    fix: "publish the key with use=sig in your JWKSet, or correct the kid",
    documentation: Guide.authorizeAnswer, specification: "RFC 9101 §6.2")
  static let keysUnavailable = Rule(
    "itsme.client-keys-unavailable", .error, "The client's key set cannot be had",
    fix: "make the JWKSet URL answer with a JWK Set within a second",
    documentation: Guide.sandbox, specification: "RFC 7517 §5")
  static let signature = Rule(
    "itsme.request-object-signature", .error, "The request object's signature does not verify",
    fix: "sign with the private key that belongs to the published one",
    documentation: Guide.authorizeAnswer, specification: "RFC 9101 §6.2")
  static let issuer = Rule(
    "itsme.request-object-issuer", .error, "The request object's iss is not the client_id",
    fix: "set iss to your client_id", documentation: Guide.authorizeAnswer, specification: "RFC 9101 §4")
  static let audience = Rule(
    "itsme.request-object-audience", .error, "The request object's aud is not this provider",
    fix: "set aud to the issuer of the discovery document",
    documentation: Guide.authorizeAnswer, specification: "RFC 9101 §4")
  static let audienceUnusual = Rule(
    "itsme.request-object-audience-unusual", .note,
    "The request object's aud is an endpoint and not the issuer",
    fix: "set aud to the issuer of the discovery document, as RFC 9101 recommends",
    documentation: Guide.authorize, specification: "RFC 9101 §4")
  static let clientMismatch = Rule(
    "itsme.request-object-client-mismatch", .error,
    "The client_id in the request object is not the one beside it",
    fix: "send the same client_id in both places",
    documentation: Guide.authorizeAnswer, specification: "RFC 9101 §6.3")
  static let responseTypeMismatch = Rule(
    "itsme.request-object-response-type-mismatch", .error,
    "The response_type in the request object is not the one beside it",
    fix: "send the same response_type in both places",
    documentation: Guide.authorizeAnswer, specification: "OpenID Connect Core §6.1")
  static let expired = Rule(
    "itsme.request-object-expired", .error, "The request object has expired or is not yet valid",
    fix: "build a fresh request object for each login, with a correct clock",
    documentation: Guide.authorizeAnswer, specification: "RFC 7519 §4.1.4")
  static let nested = Rule(
    "itsme.request-object-nested", .error, "The request object holds request or request_uri itself",
    fix: "leave request and request_uri out of the request object",
    documentation: Guide.authorizeAnswer, specification: "OpenID Connect Core §6.1")
  static let scopeOutside = Rule(
    "itsme.request-object-scope-inside-only", .warning, "scope with openid stands in the request object only",
    fix: "send scope with openid beside the request object too",
    documentation: Guide.authorize, specification: "OpenID Connect Core §6.1")
  static let parametersOutside = Rule(
    "itsme.request-object-alone", .warning,
    "Only client_id stands beside the request object, as RFC 9101 has it; the guide follows OpenID Connect Core",
    fix: "send response_type, client_id and scope beside the request object too",
    documentation: Guide.authorize, specification: "OpenID Connect Core §6.1")
  static let unsigned = Rule(
    "itsme.request-object-unsigned", .warning, "The request object is not signed",
    fix: "sign the request object with RS256: an unsigned one protects nothing",
    documentation: Guide.authorize, specification: "RFC 9101 §10.1")
}
