import EidolonTesting
import HTTP
import JOSE
import JSON
import Synchronization

/// The first byte chooses provider, key and way; the first line is a token's header, the rest its claims.
///
/// The token is sent as request object and as client assertion. Claims that are not objects are sent as they are.
enum RequestObjectTarget {
  private static let world = Mutex(FuzzWorld(["world.json": clients]))

  static func run(_ bytes: [UInt8]) throws {
    guard let choice = bytes.first else { return }
    let lines = bytes.dropFirst().split(
      separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let payload = lines.count > 1 ? Array(lines[1]) : []
    let header = (try? JSON(parsing: Array(lines[0])))?.object
    let token = header.map { text($0, payload, choice) } ?? String(decoding: lines[0], as: UTF8.self)
    try world.withLock { world in
      let emulator = try world.take()
      let (authorize, tokens) = endpoints[Int(choice & 0x0F) % endpoints.count]
      var form = Form()
      form.append("client_id", choice & 0x10 == 0 ? "EIDOLON_TEST" : "unknown")
      form.append("response_type", "code")
      form.append("scope", "openid service:EIDOLON_LOGIN")
      form.append("redirect_uri", "http://localhost:9000/cb")
      form.append("request", token)
      let answer = try emulator.check(Request(.get, "\(authorize)?\(form.encoded)"))
      let code = answer.response?.headers["Location"].flatMap { try? Target($0).query["code"] } ?? "none"
      let exchange: Form = [
        "grant_type": "authorization_code", "code": code, "redirect_uri": "http://localhost:9000/cb",
        "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        "client_assertion": token,
      ]
      _ = try emulator.check(Request(.post, tokens, form: exchange))
    }
  }

  private static let endpoints = [
    ("/itsme/oidc/authorize", "/itsme/oidc/token"),
    ("/itsme-v2/v2/authorization", "/itsme-v2/v2/token"),
    ("/criipto/oauth2/authorize", "/criipto/oauth2/token"),
    ("/bioid/connect/authorize", "/bioid/connect/token"),
  ]

  /// Signed by the client, with a header and a payload that say what they like; or not at all; or encrypted too.
  private static func text(_ header: JSONObject, _ payload: [UInt8], _ choice: UInt8) -> String {
    if choice & 0x40 != 0 { return JWS.serialize(header: header, payload: payload, signature: [1, 2, 3]) }
    let key = TestKeys.clientSignature.jwk.key
    let signed =
      (try? JWS.sign(header: header, payload: payload, key: key)) ?? JWS.unsecured(payload: payload)
    guard choice & 0x20 != 0 else { return signed }
    let encryption: JSONObject = ["alg": "RSA-OAEP", "enc": "A128CBC-HS256", "cty": "JWT", "kid": "e1"]
    let sealed = try? JWE.encrypt(
      header: encryption, plaintext: Array(signed.utf8), key: TestKeys.opEncryption.jwk.key
    ) { [UInt8](repeating: 7, count: $0) }
    return sealed ?? signed
  }

  private static let clients = """
    {
      "people": { "anna": { "given_name": "Anna", "family_name": "Peeters", "phone_number": "+32 470000001" } },
      "clients": {
        "itsme": {
          "EIDOLON_TEST": { "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb"] } } }
        },
        "itsme-v2": {
          "EIDOLON_TEST": {
            "services": {
              "EIDOLON_LOGIN": { "type": "authentication", "redirect_uris": ["http://localhost:9000/cb"] }
            }
          }
        },
        "criipto": { "*": { "anything": true } },
        "bioid": { "*": { "anything": true } }
      }
    }
    """
}
