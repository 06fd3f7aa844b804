package import Flow

package import JOSE
package import JSON
import Synchronization
import Testing

/// A relying party of an OpenID provider, with its keys.
package struct RelyingParty: Sendable {
  package let identifier: String
  /// Signs assertions and request objects.
  package let signing: JWK
  /// Decrypts what the provider encrypts.
  package let encryption: JWK
  /// Where the provider sends browsers back.
  package let redirectURI: String

  /// By default the test client of the shipped world.
  package init(
    _ identifier: String = "EIDOLON_TEST", redirectURI: String = "http://localhost:9000/cb",
    signing: JWK = TestKeys.clientSignature.jwk, encryption: JWK = TestKeys.clientEncryption.jwk
  ) {
    (self.identifier, self.redirectURI) = (identifier, redirectURI)
    (self.signing, self.encryption) = (signing, encryption)
  }

  /// A `private_key_jwt` assertion; `null` among the changes removes a member.
  package func assertion(
    audience: JSON, at now: Instant, claims: JSONObject = [:], header: JSONObject = [:], key: JWK? = nil
  ) throws(JWSError) -> String {
    var body: JSONObject = [
      "iss": .string(identifier), "sub": .string(identifier), "aud": audience, "jti": .string(unique()),
      "iat": .integer(Int(now.seconds)), "exp": .integer(Int(now.seconds) + 300),
    ]
    return try sign(&body, claims, header, key)
  }

  /// A signed request object; `null` among the changes removes a member.
  package func requestObject(
    _ members: JSONObject, header: JSONObject = [:], key: JWK? = nil
  ) throws(JWSError) -> String {
    var body = members
    return try sign(&body, [:], header, key)
  }

  private func sign(
    _ body: inout JSONObject, _ claims: JSONObject, _ header: JSONObject, _ key: JWK?
  ) throws(JWSError) -> String {
    var head: JSONObject = ["alg": "RS256", "typ": "JWT"]
    head["kid"] = signing.kid.map(JSON.string)
    for (name, value) in header { head[name] = value.isNull ? nil : value }
    for (name, value) in claims { body[name] = value.isNull ? nil : value }
    let payload = JSON.object(body).bytes()
    guard head["alg"] != "none" else { return JWS.unsecured(header: head, payload: payload) }
    return try JWS.sign(header: head, payload: payload, key: (key ?? signing).key)
  }

  /// A value that the running test has not used before.
  ///
  /// Tests that run one after the other draw the same values in every process, which `scripts/record` relies on.
  package func unique() -> String {
    let test = Test.current?.id
    let number = Self.drawn.withLock { drawn in
      drawn[test, default: 0] += 1
      return drawn[test, default: 0]
    }
    return "\(identifier)-\(number)"
  }

  /// How many values each test has drawn.
  private static let drawn = Mutex<[Test.ID?: Int]>([:])
}
