import HTTP
import JOSE
public import JSON

/// What the tokens of an exchange say, for people: header and claims of each, decrypted where the keys are known.
public enum TokenContents {
  /// The tokens in the parameters and bodies of an exchange, in order.
  public static func of(_ exchange: RecordedExchange, openedWith keys: KeyRing) -> JSON {
    var found: [JSON] = []
    let request = exchange.request
    for form in [try? request.target.query, try? request.form].compactMap({ $0 }) {
      for (name, value) in form { append(name, value, keys, &found) }
    }
    if let body = try? JSONParser.parse(exchange.response.body).json.object {
      for (name, value) in body { append(name, value.string ?? "", keys, &found) }
    } else if exchange.response.headers["Content-Type"] == "application/jwt" {
      append("response", String(decoding: exchange.response.body, as: UTF8.self), keys, &found)
    }
    return .array(found)
  }

  private static func append(_ name: String, _ text: String, _ keys: KeyRing, _ found: inout [JSON]) {
    // Only what has the parts of a token and begins with an encoded `{"` is worth taking apart.
    guard text.hasPrefix("eyJ"), let token = try? CompactToken(parsing: text) else { return }
    var entry: JSONObject = ["name": .string(name)]
    describe(token, keys, &entry)
    found.append(.object(entry))
  }

  private static func describe(_ token: CompactToken, _ keys: KeyRing, _ entry: inout JSONObject) {
    switch token {
    case .signed(let jws):
      entry["header"] = .object(jws.header)
      entry["claims"] = (try? JSONParser.parse(jws.payload).json) ?? .null
    case .encrypted(let jwe):
      entry["encryption"] = .object(jwe.header)
      guard let plaintext = decrypted(jwe, keys) else { return }
      let text = String(decoding: plaintext, as: UTF8.self)
      if let inner = try? CompactToken(parsing: text) {
        describe(inner, keys, &entry)
      } else {
        entry["claims"] = (try? JSONParser.parse(plaintext).json) ?? .null
      }
    }
  }

  /// The provider's key opens what clients sent, the default client's key what was sent to it.
  private static func decrypted(_ jwe: JWE, _ keys: KeyRing) -> [UInt8]? {
    for key in keys.publishedEncryption + [TestKeys.clientEncryption.jwk] {
      if let plaintext = try? jwe.decrypt(with: key) { return plaintext }
    }
    return nil
  }
}

extension RecordedExchange {
  /// Bytes as base64 with padding, so that a journal in JSON keeps them exactly.
  public static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }
}
