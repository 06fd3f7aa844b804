import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// An application as registered in the vendor's dashboard.
struct CriiptoClient: OpenIDClient {
  let identifier: String
  /// The name that pages show.
  var name: String
  var secret: String?
  var keys: ClientKeys?
  /// True if it has neither secret nor key, so that PKCE is mandatory (§1.2).
  var isPublic = false
  var redirectURIs: [String] = []
  var scopes = ScopeStrategy.fixed
  var claimNames = ClaimNames.short
  var userinfo = UserinfoStrategy.plainJSON
  var idToken = IDTokenStrategy.signedJWT
  /// True if authorization requests must be pushed (§1.7, PAR auth).
  var requiresPAR = false
  /// How long its id_tokens live; `nil` for the lifetime of the eID (§2.5).
  var tokenLifetime: Duration?
  var quirks: [String: QuirkValue] = [:]
  /// True if it stands for every id, which is reported each time.
  var isWildcard = false

  /// Which claims an application gets.
  enum ScopeStrategy: String, Sendable, CaseIterable {
    /// Those set in the dashboard, whatever scopes are requested.
    case fixed = "static"
    /// Those of the requested scopes.
    case dynamic
  }

  enum ClaimNames: String, Sendable, CaseIterable {
    case short, long
  }

  /// The format of userinfo, or that there is none (§1.7, userinfo).
  enum UserinfoStrategy: String, Sendable, CaseIterable {
    case plainJSON = "plainJson"
    case signedJWT = "signedJwt"
    case signedAndEncryptedJWT = "signedAndEncryptedJwt"
    case fromTokenEndpoint
  }

  /// The format of the id_token (criipto-2026 K7, FI8).
  enum IDTokenStrategy: String, Sendable, CaseIterable {
    case signedJWT = "signedJwt"
    case signedAndEncryptedJWT = "signedAndEncryptedJwt"
  }

  var sharedSecret: String? { secret }

  /// Makes redirect URIs that are paths of this emulator absolute; those below `/criipto/` belong to the domain,
  /// wherever that is mounted.
  func atHome(of call: Call) -> CriiptoClient {
    guard redirectURIs.contains(where: RedirectLocation.isOwnPath) else { return self }
    let mount = "/\(Criipto.slug)"
    let domains = call.base == call.publicBase ? [call.base] : [call.base, call.publicBase]
    var client = self
    client.redirectURIs = redirectURIs.flatMap { uri in
      uri.hasPrefix("\(mount)/")
        ? domains.map { $0 + uri.dropFirst(mount.count) } : RedirectLocation.atHome([uri], of: call)
    }
    return client
  }
}

extension Criipto {
  static let clientSchema: JSON = [
    "type": "object",
    "additionalProperties": false,
    "properties": [
      "note": ["type": "string"],
      "name": ["type": "string", "description": "the name that pages show"],
      "secret": ["type": "string", "minLength": 1],
      "jwks": ["type": "object", "required": ["keys"], "properties": ["keys": ["type": "array"]]],
      "jwks_uri": ["type": "string", "pattern": "^https?://"],
      "public": ["type": "boolean", "description": "neither secret nor key: PKCE is mandatory"],
      "redirect_uris": ["type": "array", "items": ["type": "string"], "minItems": 1],
      "scopes": [
        "type": "string", "enum": ["static", "dynamic"],
        "description": "whether scopes decide which claims come, as the dashboard has it",
      ],
      "claim_names": [
        "type": "string", "enum": ["short", "long"], "description": "plain names, or URIs",
      ],
      "userinfo": [
        "type": "string",
        "enum": [
          "plainJson", "signedJwt", "signedAndEncryptedJwt", "signedAndEncryptedJWT", "fromTokenEndpoint",
        ],
        "description": "how userinfo answers, or that everything is in the id_token",
      ],
      "id_token": [
        "type": "string", "enum": ["signedJwt", "signedAndEncryptedJwt", "signedAndEncryptedJWT"],
        "description": "whether id_tokens are encrypted to the application's key too",
      ],
      "require_par": ["type": "boolean", "description": "only pushed authorization requests are taken"],
      "token_lifetime": ["type": "string", "description": "how long id_tokens live, such as \"20m\""],
      "quirks": ["$ref": "#/$defs/criipto.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = CriiptoClient(identifier: identifier, name: reader.string("name") ?? identifier)
    _ = reader.string("note")
    client.isWildcard = reader.bool("anything") ?? false
    client.secret = reader.text("secret")
    client.keys = ClientKeys.read(reader)
    client.isPublic = reader.bool("public") ?? false
    client.redirectURIs = reader.redirectURIs(mayBeOwnPaths: true)
    client.scopes = choice("scopes", reader) ?? .fixed
    client.claimNames = choice("claim_names", reader) ?? .short
    client.userinfo = strategy("userinfo", reader) ?? .plainJSON
    client.idToken = strategy("id_token", reader) ?? .signedJWT
    client.requiresPAR = reader.bool("require_par") ?? false
    client.tokenLifetime = reader.duration("token_lifetime")
    client.quirks = reader.quirks("quirks", of: vocabulary)
    check(client, reader)
    reader.finish()
    return client
  }

  private static func choice<Word>(_ name: String, _ reader: ObjectReader) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    reader.oneOf(name, allowed: Word.allCases.map(\.rawValue)).flatMap { Word(rawValue: $0) }
  }

  /// The documentation writes `signedAndEncryptedJWT` where its picture of the dashboard has `Jwt` (criipto-2026 FI8).
  private static func strategy<Word>(_ name: String, _ reader: ObjectReader) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    let spellings = ["signedAndEncryptedJWT": "signedAndEncryptedJwt"]
    let word = reader.oneOf(name, allowed: Word.allCases.map(\.rawValue) + spellings.keys)
    return word.flatMap { Word(rawValue: spellings[$0] ?? $0) }
  }

  private static func check(_ client: CriiptoClient, _ reader: ObjectReader) {
    if client.isWildcard, client.identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any id")
    }
    guard !client.isWildcard else { return }
    if client.redirectURIs.isEmpty { reader.problem("an application needs at least one of redirect_uris") }
    if client.secret == nil { client.keys?.checkSigning(reader) }
    let hasCredential = client.secret != nil || client.keys != nil
    if client.isPublic, hasCredential {
      reader.problem(at: "public", "a public application has neither secret nor keys")
    }
    if !client.isPublic, !hasCredential {
      reader.problem("an application needs a secret, jwks or jwks_uri, or \"public\": true")
    }
    guard client.keys == nil else { return }
    let encrypted = [
      ("userinfo", client.userinfo == .signedAndEncryptedJWT),
      ("id_token", client.idToken == .signedAndEncryptedJWT),
    ]
    for (name, isEncrypted) in encrypted where isEncrypted {
      reader.problem(at: name, "signedAndEncryptedJwt needs jwks or jwks_uri with a key to encrypt to")
    }
  }
}
