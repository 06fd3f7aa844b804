import Crypto
import Flow
import JOSE
import JSON
import Registry
import Testing

@testable import eidolon

@Suite struct `eidolon decode` {
  private static let now = Instant(seconds: 1_794_000_000)

  private func run(_ token: String, _ arguments: String...) throws -> Report {
    try DecodeCommand.run(
      parsed(.decode, arguments), input: { () throws(FileError) in Array("\n \(token) \n".utf8) },
      now: Self.now)
  }

  private func signed(_ payload: JSONObject, by key: TestKey = TestKeys.opSignature, kid: String = "s1")
    throws -> String
  {
    try JWS.sign(
      header: ["alg": .string(key.jwk.alg ?? ""), "kid": .string(kid)], payload: JSON.object(payload).bytes(),
      key: key.jwk.key)
  }

  @Test func `prints header, claims and times, and verifies with the test keys`() throws {
    let report = try run(
      signed(["iss": "http://op", "iat": 1_793_999_800, "exp": 1_794_000_100, "nbf": "soon"]))
    #expect(
      report
        == Report(
          output: """
            JWS (signed)
              header      {
                            "alg": "RS256",
                            "kid": "s1"
                          }
              claims      {
                            "iss": "http://op",
                            "iat": 1793999800,
                            "exp": 1794000100,
                            "nbf": "soon"
                          }
              iat         2026-11-06T21:16:40Z, 3 minutes 20 seconds ago
              nbf         is not a number of seconds
              exp         2026-11-06T21:21:40Z, in 1 minute 40 seconds
              signature   verified with the provider's test key, kid "s1"

            """))
  }

  @Test func `reads a file that is named, and says which one it cannot read`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(signed(["sub": "x"]) + "\n", to: "token.jwt")
    let report = try run("not this", file)
    #expect(report.status == .success && report.output.contains("\"sub\": \"x\""))
    let missing = try run("not this", file + ".missing")
    #expect(missing.status == .failure && missing.errors.contains("token.jwt.missing"))
  }

  @Test func `goes through a signed token inside an encrypted one`() throws {
    let token = try JWE.encrypt(
      header: ["alg": "RSA-OAEP", "enc": "A128CBC-HS256", "cty": "JWT"],
      plaintext: Array(signed(["sub": "x"]).utf8), key: TestKeys.clientEncryption.publicJWK.key,
      randomBytes: randomBytes)
    #expect(
      try run(token)
        == Report(
          output: """
            JWE (encrypted)
              header      {
                            "alg": "RSA-OAEP",
                            "enc": "A128CBC-HS256",
                            "cty": "JWT"
                          }
              encryption  decrypted with the default client's test key, kid "e1"

            inside it: JWS (signed)
              header      {
                            "alg": "RS256",
                            "kid": "s1"
                          }
              claims      {
                            "sub": "x"
                          }
              signature   verified with the provider's test key, kid "s1"

            """))
  }

  @Test(arguments: registry.map { $0.slug })
  func `has no doubt about a token that names the key as its provider publishes it`(slug: String) throws {
    guard let type = registry.first(where: { $0.slug == slug }) else { return }
    for key in [TestKeys.opSignature, TestKeys.spares[0]] {
      let kid = type.keyIdentifier(key.jwk) ?? ""
      let report = try run(signed(["a": 1], by: key, kid: kid))
      #expect(report.status == .success)
      #expect(report.output.hasSuffix(", kid \"\(kid)\"\n"), "\(report.output)")
    }
  }

  @Test(arguments: ["RS256", "HS256"])
  func `opens with a secret what was encrypted directly`(algorithm: String) throws {
    let secret = "eidolon-demo-secret-v2-0123456789"
    let inner = try JWS.sign(
      header: ["alg": .string(algorithm)], payload: Array(#"{"sub":"x"}"#.utf8),
      key: algorithm == "HS256" ? .secret(Array(secret.utf8)) : TestKeys.opSignature.jwk.key)
    let token = try JWE.encrypt(
      header: ["alg": "dir", "enc": "A256GCM", "cty": "JWT"], plaintext: Array(inner.utf8),
      key: .encrypting(with: secret, for: .a256gcm), randomBytes: randomBytes)
    let report = try run(token, "--secret", secret)
    #expect(report.status == .success, "\(report.output)")
    #expect(report.output.contains("decrypted with the key made of the client's secret\n"))
    #expect(
      report.output.contains("verified with the \(algorithm == "HS256" ? "client's secret" : "provider's")"))
    let without = try run(token)
    #expect(without.status == .failure && without.output.contains("NOT DECRYPTED"))
    #expect(try run(token, "--secret", "another").status == .failure)
  }

  @Test func `says that the kid names another key than the one that fits`() throws {
    let report = try run(signed(["a": 1], by: TestKeys.spares[0], kid: "s1"))
    #expect(report.status == .success)
    #expect(
      report.output.hasSuffix(
        "  signature   verified with a spare test key, kid \"spare-1\", although the header names \"s1\"\n"))
  }

  @Test func `verifies with the keys of files`() throws {
    let folder = try TemporaryFolder()
    let key = try PrivateKey.generate(.p384)
    let token = try JWS.sign(header: ["alg": "ES384"], payload: [0x31], key: .privateKey(key))
    let unknown = try run(token)
    #expect(unknown.status == .failure)
    #expect(
      unknown.output.hasSuffix("  signature   NOT VERIFIED with any of 9 keys; none of them is named \"\"\n"))
    for (name, content) in [
      ("public.pem", try key.publicKey.pem()), ("private.pem", try key.pem()),
      ("key.jwk", JSON.object(JWK(.publicKey(key.publicKey)).publicJSON).text(pretty: true)),
      ("keys.jwks", JWKSet([JWK(.privateKey(key))]).privateJSON.text()),
    ] {
      let file = try folder.write(content, to: name)
      let report = try run(token, "--key", file)
      #expect(report.status == .success)
      #expect(report.output.hasSuffix("  payload     1\n  signature   verified with a key of \(file)\n"))
    }
  }

  @Test func `fails when the signature does not verify`() throws {
    var parts = try signed(["a": 1]).split(separator: ".").map(String.init)
    parts[1] = Base64URL.encode(Array(#"{"a":2}"#.utf8))
    let report = try run(parts.joined(separator: "."))
    #expect(report.status == .failure)
    #expect(
      report.output.hasSuffix(
        "  signature   NOT VERIFIED with any of 9 keys; the provider's test key, kid \"s1\": the RS256 signature does not "
          + "match: another key signed, or the token was changed\n"))
  }

  @Test func `fails when the token is not signed`() throws {
    let report = try run(JWS.unsecured(payload: Array("{}".utf8)))
    #expect(report.status == .failure)
    #expect(report.output.hasSuffix("  signature   NONE: the token is not signed (alg none)\n"))
  }

  @Test func `fails when nothing decrypts the token`() throws {
    let key = try PrivateKey.generate(rsaBits: 2048)
    let token = try JWE.encrypt(
      header: ["alg": "RSA-OAEP-256", "enc": "A128GCM"], plaintext: [], key: .publicKey(key.publicKey),
      randomBytes: randomBytes)
    let report = try run(token)
    #expect(report.status == .failure)
    #expect(report.output.contains("  encryption  NOT DECRYPTED with any of 9 keys; the first: "))
  }

  @Test func `fails on what is no token`() throws {
    #expect(
      try run("hello")
        == Report(
          output: "not a token: the token has 1 part between dots instead of 3 or 5\n", status: .failure))
    #expect(try run("").output == "not a token: the token is empty\n")
  }

  @Test func `fails on a file that holds no key`() throws {
    let folder = try TemporaryFolder()
    for (content, reason) in [
      ("hello", "is neither PEM nor a JWK nor a JWK Set"),
      ("{", "is not JSON: 1:2: the text ends inside the object opened at 1:1"),
      ("{}", "is not a JWK: the member \"kty\" is missing"), (#"{"keys":[]}"#, "the JWK Set is empty"),
    ] {
      let file = try folder.write(content, to: "file")
      #expect(try run("x", "--key", file) == Report(errors: "\(file): \(reason)\n", status: .failure))
    }
  }

  @Test func `shows a token's text without letting it steer the terminal`() throws {
    let token = try JWS.sign(
      header: ["alg": "RS256"], payload: Array("\u{1B}[2Jgone".utf8), key: TestKeys.opSignature.jwk.key)
    #expect(try run(token).output.contains("  payload     \\u{1b}[2Jgone\n"))
    #expect(try run(signed(["a": "\u{9B}2J"])).output.contains("\\u{9b}2J"))
  }

  @Test(arguments: [
    (0, "now"), (1, "in 1 second"), (-59, "59 seconds ago"), (60, "in 1 minute"),
    (3661, "in 1 hour 1 minute"),
    (-7200, "2 hours ago"), (7205, "in 2 hours"), (90_000, "in 1 day 1 hour"), (-864_000, "10 days ago"),
  ])
  func `says times in words`(seconds: Int, words: String) {
    #expect(
      TimeText.distance(from: Self.now, to: Instant(seconds: Self.now.seconds + Int64(seconds))) == words)
  }
}
