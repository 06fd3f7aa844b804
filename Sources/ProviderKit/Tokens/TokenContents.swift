import HTTP
package import JOSE
package import JSON

/// The tokens of an exchange, decoded for people: header and claims, decrypted if the key is known, and whether the
/// signature verifies.
package struct TokenContents: Sendable {
  private let sandboxKeys: KeyRing
  private let clientKeys: [JWK]
  /// The name of a key of the sandbox in the provider's tokens.
  private let identifier: @Sendable (JWK) -> String?
  /// Whether each token stands beside what it says, so that it can be copied.
  private let keepsText: Bool
  private var found: [JSON] = []

  /// Looks at parameters, bodies and `Location`, in order.
  ///
  /// - Parameters:
  ///   - clientKeys: the client's public keys that are known, and those of its secret.
  ///   - keepsText: true for the tokens themselves too, each as `text`.
  package static func of(
    _ exchange: RecordedExchange, openedWith keys: KeyRing, clientKeys: [JWK] = [], keepsText: Bool = false
  ) -> JSON {
    var contents = TokenContents(
      sandboxKeys: keys, clientKeys: clientKeys, identifier: exchange.keyIdentifier, keepsText: keepsText)
    contents.read(exchange)
    return .array(contents.found)
  }

  private init(
    sandboxKeys: KeyRing, clientKeys: [JWK], identifier: @escaping @Sendable (JWK) -> String?, keepsText: Bool
  ) {
    (self.sandboxKeys, self.clientKeys, self.identifier) = (sandboxKeys, clientKeys, identifier)
    self.keepsText = keepsText
  }

  private mutating func read(_ exchange: RecordedExchange) {
    let (request, response) = (exchange.request, exchange.response)
    for form in request.forms { read(form) }
    if request.contentType?.essence == "application/json" { read(json: request.body) }
    let location = response.headers["Location"].flatMap { target -> Form? in
      guard let start = target.firstIndex(where: { $0 == "?" || $0 == "#" }) else { return nil }
      return try? Form(parsing: String(target[target.index(after: start)...]))
    }
    if let location { read(location) }
    if response.headers["Content-Type"] == "application/jwt" {
      read("response", String(decoding: response.body, as: UTF8.self))
    } else {
      read(json: response.body)
    }
  }

  private mutating func read(_ form: Form) {
    for (name, value) in form { read(name, value) }
  }

  private mutating func read(json body: [UInt8]) {
    guard body.first == UInt8(ascii: "{"), let object = try? JSON(parsing: body).object else {
      return
    }
    for (name, value) in object { read(name, value.string ?? "") }
  }

  private mutating func read(_ name: String, _ text: String) {
    // `eyJ` is base64url of `{"`.
    guard text.hasPrefix("eyJ"), let token = try? CompactToken(parsing: text) else { return }
    var entry: JSONObject = ["name": .string(name)]
    if keepsText { entry["text"] = .string(text) }
    describe(token, &entry)
    found.append(.object(entry))
  }

  private func describe(_ token: CompactToken, _ entry: inout JSONObject) {
    switch token {
    case .signed(let jws):
      entry["header"] = .object(jws.header)
      entry["claims"] = (try? JSON(parsing: jws.payload)) ?? .null
      entry["signature"] = .string(signature(jws))
    case .encrypted(let jwe):
      entry["encryption"] = .object(jwe.header)
      guard !jwe.isMasked else {
        entry["decryption"] = "masked by --redact"
        return
      }
      guard let (plaintext, whose) = decrypted(jwe) else {
        entry["decryption"] = "not decrypted: the key is not known here"
        return
      }
      entry["decryption"] = .string("decrypted with \(whose)")
      let text = String(decoding: plaintext, as: UTF8.self)
      if let inner = try? CompactToken(parsing: text) {
        describe(inner, &entry)
      } else {
        entry["claims"] = (try? JSON(parsing: plaintext)) ?? .null
      }
    }
  }

  private func signature(_ jws: JWS) -> String {
    if jws.algorithm == "none" { return "none: the token is not signed" }
    if jws.isMasked { return "masked by --redact" }
    if jws.algorithm.hasPrefix("HS") {
      let isVerified = clientKeys.contains { $0.keyType == "oct" && (try? jws.verify(with: $0.key)) != nil }
      return isVerified
        ? "verified with the client's secret" : "\(jws.algorithm): only who has the secret can check it"
    }
    let own = sandboxKeys.publishedSigning + sandboxKeys.publishedSecond
    let known =
      own.map { ($0, identifier($0), "the provider's key") }
      + clientKeys.map { ($0, $0.kid, "the client's key") }
      + [TestKeys.clientSignature.jwk].map { ($0, $0.kid, "the default client's key") }
    for (key, name, whose) in known where (try? jws.verify(with: key.key)) != nil {
      let doubt = jws.kid == name ? "" : ", although the header names \(jws.kid ?? "no key")"
      return "verified with \(whose) \(name ?? "")\(doubt)"
    }
    let isNamed = known.contains { $0.1 == jws.kid }
    return isNamed
      ? "not verified: it does not match the key \(jws.kid ?? "")" : "not verified: the key is not known here"
  }

  /// The provider's keys decrypt what clients sent, the test clients' keys what was sent to clients.
  private func decrypted(_ jwe: JWE) -> (plaintext: [UInt8], whose: String)? {
    let known =
      sandboxKeys.publishedEncryption.map { ($0, "the provider's key") }
      + [
        (TestKeys.clientEncryption.jwk, "the default client's key"),
        (TestKeys.demonstrationEncryption.jwk, "the demonstration's key"),
      ] + clientKeys.filter { $0.keyType == "oct" }.map { ($0, "the key of the client's secret") }
    // Private-key operations are slow, so the key that the header names is tried first.
    let isNamed = { (entry: (key: JWK, whose: String)) in jwe.kid != nil && entry.key.kid == jwe.kid }
    for (key, whose) in known.filter(isNamed) + known.filter({ !isNamed($0) }) {
      if let plaintext = try? jwe.decrypt(with: key) { return (plaintext, whose) }
    }
    return nil
  }
}

extension RecordedExchange {
  /// With padding; keeps bytes exactly in a JSON journal.
  package static func base64(_ bytes: [UInt8]) -> String { Base64.encode(bytes) }
}
