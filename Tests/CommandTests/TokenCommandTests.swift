import Crypto
import Flow
import Foundation
import JOSE
import JSON
import Testing

@testable import eidolon

/// A folder for the files of one test.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "eidolon-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, and the folders on the way to it.
  func write(_ text: String, to name: String) throws -> String {
    let file = "\(path)/\(name)"
    let folder = URL(filePath: file).deletingLastPathComponent()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }
}

/// Parses arguments as a command's and runs it.
func parsed(_ command: Command, _ arguments: [String]) throws(UsageFailure) -> ParsedOptions {
  try OptionParser.parse(arguments, as: command.form)
}

@Suite struct `eidolon assertion` {
  private static let now = Instant(seconds: 1_794_000_000)

  private func run(_ arguments: String...) throws -> Report {
    try AssertionCommand.run(parsed(.assertion, arguments), now: Self.now)
  }

  private func problems(_ arguments: String...) throws -> [String] {
    let options = try parsed(.assertion, arguments)
    do { _ = try AssertionCommand.run(options, now: Self.now) } catch { return error.problems }
    return []
  }

  @Test func `signs what private_key_jwt needs with the default client's key (OpenID Connect Core §9)`()
    throws
  {
    let report = try run("--aud", "http://localhost:8080/itsme/oidc/token")
    #expect(report.status == .success && report.errors.isEmpty)
    let jws = try JWS(parsing: String(report.output.trimmed))
    try jws.verify(with: TestKeys.clientSignature.publicJWK)
    #expect(jws.header == ["alg": "RS256", "typ": "JWT", "kid": "s1"])
    let claims = try Claims(parsing: jws.payload)
    #expect(claims["iss"] == "EIDOLON_TEST" && claims["sub"] == "EIDOLON_TEST")
    #expect(claims["aud"] == "http://localhost:8080/itsme/oidc/token")
    #expect(claims["iat"] == 1_794_000_000 && claims["exp"] == 1_794_000_300)
    #expect(try claims.requiredString("jti").count == 22)
  }

  @Test func `makes another jti each time`() throws {
    let first = try run("--aud", "a").output
    #expect(try run("--aud", "a").output != first)
  }

  @Test func `signs for another client with its key, and names the key of a PEM file by its thumbprint`()
    throws
  {
    let folder = try TemporaryFolder()
    let key = TestKeys.spareP256.privateKey
    let file = try folder.write(key.pem(), to: "key.pem")
    let report = try run("--aud", "a", "--client", "OTHER", "--key", file, "--lifetime", "-1m")
    let jws = try JWS(parsing: String(report.output.trimmed))
    try jws.verify(with: TestKeys.spareP256.publicJWK)
    #expect(jws.header["alg"] == "ES256" && jws.kid == JWK(.privateKey(key)).thumbprint)
    let claims = try Claims(parsing: jws.payload)
    #expect(claims["sub"] == "OTHER" && claims["exp"] == 1_793_999_940)
    #expect(
      try JWS(parsing: String(run("--aud", "a", "--key", file, "--kid", "mine").output.trimmed)).kid == "mine"
    )
  }

  @Test func `encrypts to a public key what it signed`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(JSON.object(TestKeys.opEncryption.publicJWK.publicJSON).text(), to: "enc.jwk")
    let jwe = try JWE(parsing: String(run("--aud", "a", "--encrypt-to", file).output.trimmed))
    #expect(
      jwe.header == ["alg": "RSA-OAEP", "enc": "A128CBC-HS256", "typ": "JWT", "cty": "JWT", "kid": "e1"])
    let jws = try jwe.decryptNested(with: TestKeys.opEncryption.jwk)
    try jws.verify(with: TestKeys.clientSignature.publicJWK)
  }

  @Test func `refuses to be told how to encrypt what is not to be encrypted`() throws {
    #expect(
      try problems("--aud", "a", "--encrypt-with", "RSA-OAEP-256") == [
        "--encrypt-with goes with an encryption, which --encrypt-to FILE asks for"
      ])
  }

  @Test func `says what is missing or wrong`() throws {
    #expect(
      try problems("--lifetime", "5x") == [
        "--aud is missing: the URL of the token endpoint",
        "--lifetime \"5x\" is not a duration, such as 30s or 5m",
      ])
    #expect(
      try run("--aud", "a", "--key", "/nowhere.pem")
        == Report(errors: "/nowhere.pem: No such file or directory\n", status: .failure))
    let folder = try TemporaryFolder()
    let file = try folder.write(TestKeys.opSignature.privateKey.publicKey.pem(), to: "public.pem")
    #expect(
      try run("--aud", "a", "--key", file)
        == Report(errors: "\(file): has no private key for signing\n", status: .failure))
  }
}

@Suite struct `eidolon request-object` {
  private func run(_ arguments: String...) throws -> Report {
    try RequestObjectCommand.run(
      parsed(.requestObject, ["--client", "EIDOLON_TEST", "--aud", "http://op"] + arguments))
  }

  private func problems(_ arguments: String...) throws -> [String] {
    let options = try parsed(.requestObject, arguments)
    do { _ = try RequestObjectCommand.run(options) } catch { return error.problems }
    return []
  }

  @Test func `signs the parameters, texts and JSON`() throws {
    let report = try run(
      "scope=openid service:X", "state=a=b", "max_age:=60", #"claims={"userinfo":{"name":null}}"#)
    let jws = try JWS(parsing: String(report.output.trimmed))
    try jws.verify(with: TestKeys.clientSignature.publicJWK)
    #expect(
      try JSON(parsing: jws.payload) == [
        "iss": "EIDOLON_TEST", "aud": "http://op", "client_id": "EIDOLON_TEST", "scope": "openid service:X",
        "state": "a=b", "max_age": 60, "claims": ["userinfo": ["name": .null]],
      ])
  }

  @Test func `encrypts to the emulator's test key`() throws {
    let jwe = try JWE(parsing: String(run("--encrypt", "state=s").output.trimmed))
    let jws = try jwe.decryptNested(with: TestKeys.opEncryption.jwk)
    #expect(try Claims(parsing: jws.payload)["state"] == "s")
  }

  @Test func `encrypts with RSA-OAEP-256 on demand, as itsme's second version wants it`() throws {
    let jwe = try JWE(
      parsing: String(run("--encrypt", "--encrypt-with", "RSA-OAEP-256", "state=s").output.trimmed))
    #expect(jwe.algorithm == "RSA-OAEP-256" && jwe.header["kid"] == "e1" && jwe.contentType == "JWT")
    let jws = try jwe.decryptNested(with: TestKeys.opEncryption.jwk, allowing: [.rsaOAEP256])
    #expect(try Claims(parsing: jws.payload)["state"] == "s")
    let refused = try run("--encrypt", "--encrypt-with", "RSA9", "state=s")
    #expect(refused.status == .failure && refused.errors.contains("RSA9"))
  }

  @Test func `replaces what it would say itself`() throws {
    let jws = try JWS(parsing: String(run("iss=another", "aud:=[\"x\"]").output.trimmed))
    #expect(try JSON(parsing: jws.payload) == ["iss": "another", "aud": ["x"], "client_id": "EIDOLON_TEST"])
  }

  @Test func `says what is missing or wrong`() throws {
    #expect(
      try problems("state", "=x", "a=1", "a=2", "claims={", "b:=nope") == [
        "--client is missing", "--aud is missing: the issuer", #""state" is not NAME=VALUE"#,
        #""=x" is not NAME=VALUE"#,
        "a is given twice",
        "the value of claims is not JSON: 1:2: the text ends inside the object opened at 1:1",
        "the value of b is not JSON: 1:1: \"nope\" is not a JSON value",
      ])
  }
}
