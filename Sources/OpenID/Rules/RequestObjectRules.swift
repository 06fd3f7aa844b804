import Flow

// What a relying party can get wrong with a request object, or with a request that it pushes.

extension OpenIDRule {
  package static let objectMalformed = OpenIDRule(
    "request-object-malformed", .error, "The request object is not a signed JWT with a JSON object inside",
    fix: "send a compact JWS, or a JWE that holds one where the provider takes it", "RFC 9101 §4")
  package static let objectUndecryptable = OpenIDRule(
    "request-object-undecryptable", .error, "The request object cannot be decrypted",
    fix: "encrypt with RSA-OAEP and A128CBC-HS256 to the key with use=enc of the provider's jwks_uri",
    "RFC 9101 §6.1")
  package static let objectAlgorithm = OpenIDRule(
    "request-object-algorithm", .error,
    "The request object is signed with another algorithm than RS256", fix: "sign with RS256", "RFC 9101 §6.2")
  package static let objectKeyMissing = OpenIDRule(
    "request-object-kid-missing", .error,
    "The request object names no key and several could have signed it",
    fix: "put the kid of your signing key into the JWS header", "RFC 7515 §4.1.4")
  package static let objectKeyUnknown = OpenIDRule(
    "request-object-kid-unknown", .error,
    "The client's key set has no signing key with the request object's kid",
    fix: "publish the key with use=sig in your JWKSet, or correct the kid", "RFC 9101 §6.2")
  package static let objectSignature = OpenIDRule(
    "request-object-signature", .error,
    "The request object's signature does not verify with the client's keys",
    fix: "sign with the private key that belongs to the registered key set", "RFC 9101 §6.2")
  package static let objectUnverified = OpenIDRule(
    "request-object-unverified", .error,
    "No known key verifies the request object; the client \"*\" let it in",
    fix: "register the client with its jwks or jwks_uri")
  package static let objectUnsigned = OpenIDRule(
    "request-object-unsigned", .warning, "The request object is not signed",
    fix: "sign the request object with RS256: an unsigned one protects nothing", "RFC 9101 §10.1")
  package static let objectUnencrypted = OpenIDRule(
    "request-object-unencrypted", .error, "The request object is signed only",
    fix: "sign it, then encrypt it to the key with use=enc of the provider's jwks_uri",
    "OpenID Connect Core §6.1")
  package static let parametersDiffer = OpenIDRule(
    "parameters-differ", .error, "A parameter beside the request object has another value than inside",
    fix: "send the same value in both places, or only inside", "OpenID Connect Core §6.1")
  package static let objectIssuer = OpenIDRule(
    "request-object-issuer", .error, "The request object's iss is not the client_id",
    fix: "set iss to your client_id", "RFC 9101 §4")
  package static let objectClient = OpenIDRule(
    "request-object-client-mismatch", .error,
    "The client_id in the request object is not the one beside it",
    fix: "send the same client_id in both places", "RFC 9101 §6.3")
  package static let objectAudience = OpenIDRule(
    "request-object-audience", .error, "The request object's aud is not this provider",
    fix: "set aud to the issuer of the discovery document", "RFC 9101 §4")
  package static let objectAudienceUnusual = OpenIDRule(
    "request-object-audience-unusual", .note, "The request object's aud is an endpoint and not the issuer",
    fix: "set aud to the issuer of the discovery document, as RFC 9101 recommends", "RFC 9101 §4")
  package static let objectExpired = OpenIDRule(
    "request-object-expired", .error, "The request object has expired or is not yet valid",
    fix: "build a fresh request object for each login, with a correct clock", "RFC 7519 §4.1.4")
  package static let objectLate = OpenIDRule(
    "request-object-late", .note, "The request object had expired, within the leeway for clocks",
    fix: "build a fresh request object for each login, with a correct clock", "RFC 7519 §4.1.4")
  package static let objectMemberType = OpenIDRule(
    "request-object-member-type", .error, "A parameter in the request object has the wrong JSON type",
    fix:
      "write it as the text that would be in the query; claims as an object, max_age and times as numbers",
    "OpenID Connect Core §6.1")
  package static let objectClaimsText = OpenIDRule(
    "request-object-claims-text", .warning, "claims is a text in the request object",
    fix: "put the JSON object itself into the request object, without quotes", "OpenID Connect Core §6.1")
  package static let objectNested = OpenIDRule(
    "request-object-nested", .error, "The request object holds request or request_uri itself",
    fix: "leave request and request_uri out of the request object", "OpenID Connect Core §6.1")
  package static let objectResponseType = OpenIDRule(
    "request-object-response-type-mismatch", .error,
    "The response_type in the request object is not the one beside it",
    fix: "send the same response_type in both places", "OpenID Connect Core §6.1")
  package static let objectScopeInside = OpenIDRule(
    "request-object-scope-inside-only", .warning,
    "scope with openid is in the request object only",
    fix: "send scope with openid beside the request object too", "OpenID Connect Core §6.1")
  package static let objectAlone = OpenIDRule(
    "request-object-alone", .warning,
    "Only client_id is beside the request object, as RFC 9101 has it; the guide follows OpenID Connect Core",
    fix: "send response_type, client_id and scope beside the request object too", "OpenID Connect Core §6.1")

  // MARK: By reference

  package static let requestAndReference = OpenIDRule(
    "request-and-request-uri", .error, "The request has both request and request_uri",
    fix: "send one of them", "OpenID Connect Core §6")
  package static let referenceUnregistered = OpenIDRule(
    "request-uri-unregistered", .error, "The request_uri is not registered for the client",
    fix: "register the address to the last character (request_uris in world.json)",
    "OpenID Connect Core §6.2")
  package static let referenceUnreachable = OpenIDRule(
    "request-uri-unreachable", .error, "The request object cannot be fetched from the request_uri",
    fix: "answer with 200 and the JWT alone, within a second", "OpenID Connect Core §6.2")
  package static let referenceWithoutPort = OpenIDRule(
    "request-uri-no-port", .warning, "The request_uri does not name its port",
    fix: "write the port out: https://host:443/path")
  package static let referenceLocal = OpenIDRule(
    "request-uri-localhost", .warning,
    "The request_uri is on this machine, which a real provider cannot reach",
    fix: "serve request objects from a public host", "OpenID Connect Core §6.2")

  package static let referencePlain = OpenIDRule(
    "request-uri-not-https", .warning, "The request_uri is not https",
    fix: "serve request objects over https", "OpenID Connect Core §6.2")

  // MARK: Pushed

  package static let pushRequired = OpenIDRule(
    "par-required", .error, "The client must push its authorization requests",
    fix: "push the parameters to the PAR endpoint and send client_id and request_uri alone", "RFC 9126 §5")
  package static let pushNested = OpenIDRule(
    "par-nested", .error, "A request_uri was pushed", fix: "push the parameters themselves", "RFC 9126 §2.1")
  package static let parametersBesidePushed = OpenIDRule(
    "par-parameters-outside", .warning, "There are parameters beside request_uri; only the pushed ones count",
    fix: "send client_id and request_uri alone", "RFC 9126 §4")
  package static let requestURIUnknown = OpenIDRule(
    "request-uri-unknown", .error, "No request of this client was pushed under this request_uri",
    fix: "send the request_uri of the PAR answer unchanged, with the same client_id", "RFC 9126 §4")
  package static let requestURIExpired = OpenIDRule(
    "request-uri-expired", .error, "The request_uri has expired",
    fix: "push the request just before the browser is sent", "RFC 9126 §2.2")
  package static let requestURIReused = OpenIDRule(
    "request-uri-reused", .error, "The request_uri was used before",
    fix: "push a new request for each login", "RFC 9126 §4")
}
