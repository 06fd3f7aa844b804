import Flow
import HTTP
import JOSE
import JSON
import OpenID
import ProviderKit

/// An application as the vendor's dashboard registers it.
struct CriiptoClient: OpenIDClient {
  /// The client id.
  let identifier: String
  /// The name that pages show.
  var name: String
  /// The secret, for Basic, post, or none.
  var secret: String?
  /// Where its public keys are; `nil` when it has none.
  var keys: ClientKeys?
  /// It has neither secret nor key, so PKCE is mandatory (§1.2).
  var isPublic = false
  /// The registered callbacks.
  var redirectURIs: [String] = []
  /// Which claims it gets.
  var scopes = ScopeStrategy.fixed
  /// How claims are named.
  var claimNames = ClaimNames.short
  /// Where claims come from.
  var userinfo = UserinfoStrategy.plainJSON
  /// Plain authorization requests are refused (§1.7, PAR auth).
  var requiresPAR = false
  /// How long its tokens live; `nil` for the eID's own time (§2.5).
  var tokenLifetime: Duration?
  /// The switches, by name.
  var quirks: [String: QuirkValue] = [:]
  /// It stands for every id, with every leniency reported.
  var isAnything = false

  /// Which claims an application gets.
  enum ScopeStrategy: String, Sendable, CaseIterable {
    /// The ones set in the dashboard, whatever scopes are sent.
    case fixed = "static"
    /// The ones of the scopes that are sent.
    case dynamic
  }

  /// How claims are named.
  enum ClaimNames: String, Sendable, CaseIterable {
    case short, long
  }

  /// Where claims come from (§1.7, userinfo).
  enum UserinfoStrategy: String, Sendable, CaseIterable {
    case plainJSON = "plainJson"
    case signedJWT = "signedJwt"
    case signedAndEncryptedJWT = "signedAndEncryptedJwt"
    case fromTokenEndpoint
  }

  var sharedSecret: String? { secret }

  /// The application with those callbacks absolute that are paths of this emulator.
  func atHome(of call: Call) -> CriiptoClient {
    guard redirectURIs.contains(where: RedirectLocation.isOwnPath) else { return self }
    var client = self
    client.redirectURIs = RedirectLocation.atHome(redirectURIs, of: call)
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
      "scopes": ["type": "string", "enum": ["static", "dynamic"]],
      "claim_names": ["type": "string", "enum": ["short", "long"]],
      "userinfo": [
        "type": "string", "enum": ["plainJson", "signedJwt", "signedAndEncryptedJwt", "fromTokenEndpoint"],
      ],
      "require_par": ["type": "boolean"],
      "token_lifetime": ["type": "string", "description": "how long id_tokens live, such as \"20m\""],
      "quirks": ["$ref": "#/$defs/criipto.quirks"],
      "anything": ["type": "boolean"],
    ],
  ]

  static func readClient(_ identifier: String, _ reader: ObjectReader) -> (any Client)? {
    var client = CriiptoClient(identifier: identifier, name: reader.string("name") ?? identifier)
    _ = reader.string("note")
    client.isAnything = reader.bool("anything") ?? false
    client.secret = reader.text("secret")
    client.keys = ClientKeys.read(reader)
    client.isPublic = reader.bool("public") ?? false
    client.redirectURIs = reader.redirectURIs(mayBeOwnPaths: true)
    client.scopes = choice("scopes", reader) ?? .fixed
    client.claimNames = choice("claim_names", reader) ?? .short
    client.userinfo = choice("userinfo", reader) ?? .plainJSON
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

  private static func check(_ client: CriiptoClient, _ reader: ObjectReader) {
    if client.isAnything, client.identifier != World.anyClient {
      reader.problem(at: "anything", "only the client \"*\" stands for any id")
    }
    guard !client.isAnything else { return }
    if client.redirectURIs.isEmpty { reader.problem("an application needs at least one of redirect_uris") }
    let hasCredential = client.secret != nil || client.keys != nil
    if client.isPublic, hasCredential {
      reader.problem(at: "public", "a public application has neither secret nor keys")
    }
    if !client.isPublic, !hasCredential {
      reader.problem("an application needs a secret, jwks or jwks_uri, or \"public\": true")
    }
    if client.userinfo == .signedAndEncryptedJWT, client.keys == nil {
      reader.problem(at: "userinfo", "signedAndEncryptedJwt needs jwks or jwks_uri with a key to encrypt to")
    }
  }
}
