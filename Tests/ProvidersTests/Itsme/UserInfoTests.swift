import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `Userinfo of itsme (contract 1_10)` {
  @Test func `is application/jwt, signed, with sub, iss and aud and no times (guide 3_8)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.userinfo(try emulator.tokens().accessToken)
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/jwt")
    #expect(answer.header("Eidolon-Finding") == nil)
    #expect(try JWS(parsing: answer.text).header == ["alg": "RS256", "kid": "s1"])
    let claims = try emulator.claims(answer.text)
    #expect(claims.names == ["sub", "iss", "aud"])
    #expect(claims["iss"] == .string(TestEmulator.issuer))
    #expect(claims["aud"] == "EIDOLON_TEST")
  }

  @Test func `may be asked for by POST, with the token in header or body (contract 1_1)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    let header = emulator.post(
      "/itsme/oidc/userinfo", Form(), headers: ["Authorization": "Bearer \(token)"])
    #expect(header.status == 200)
    #expect(emulator.post("/itsme/oidc/userinfo", ["access_token": token]).status == 200)
  }

  @Test func `may be asked for again while the token lives`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    let answers = (0..<3).map { _ in emulator.userinfo(token) }
    #expect(answers.allSatisfy { $0.status == 200 })
  }

  @Test func `without a token is 401 with Bearer alone`() throws {
    let answer = try ItsmeTestWorld.emulator().get("/itsme/oidc/userinfo")
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate") == "Bearer")
    #expect(answer.findings == ["itsme.access-token-missing"])
  }

  @Test(arguments: ["nonsense", "UVfXK3QzTRKyFiw3f1v85Yr4ko4o7uI1oJ8XNZeRcJE"])
  func `with an unknown token is 401 invalid_token`(token: String) throws {
    let answer = try ItsmeTestWorld.emulator().userinfo(token)
    #expect(answer.status == 401)
    #expect(
      answer.header("WWW-Authenticate")?.hasPrefix("Bearer error=\"invalid_token\", error_description=\"")
        == true)
    #expect(answer.findings == ["itsme.access-token-unknown"])
  }

  @Test func `with an expired token gives the guide's very words, after the scheme (section 5, 18)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    emulator.advance(by: .seconds(3599))
    #expect(emulator.userinfo(token).status == 200)
    for seconds in [1, 500] {
      emulator.advance(by: .seconds(seconds))
      let answer = emulator.userinfo(token)
      #expect(answer.status == 401)
      #expect(
        answer.header("WWW-Authenticate")
          == "Bearer error=\"invalid_token\", error_description=\"The Access Token expired\"")
      #expect(answer.findings == ["itsme.access-token-expired"])
    }
  }

  @Test(arguments: ["Bearer", "Bearer ", "Bearer a b", "bearer \"x\""])
  func `with a malformed header is 400 invalid_request`(header: String) throws {
    let answer = try ItsmeTestWorld.emulator().get(
      "/itsme/oidc/userinfo", headers: ["Authorization": header])
    #expect(answer.status == 400)
    #expect(answer.header("WWW-Authenticate")?.contains("error=\"invalid_request\"") == true)
    #expect(answer.findings == ["itsme.access-token-malformed"])
  }

  @Test(arguments: ["Basic YTpi", "DPoP abc", "Token abc"])
  func `with another scheme is 401 with a bare challenge (RFC 6750 3_1)`(header: String) throws {
    let answer = try ItsmeTestWorld.emulator().get(
      "/itsme/oidc/userinfo", headers: ["Authorization": header])
    #expect(answer.status == 401)
    #expect(answer.header("WWW-Authenticate") == "Bearer")
    #expect(answer.findings == ["itsme.access-token-malformed"])
  }

  @Test func `takes the scheme in any case (RFC 9110 11_1)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    #expect(
      emulator.get("/itsme/oidc/userinfo", headers: ["Authorization": "bearer \(token)"]).status == 200)
  }

  @Test func `does not take the token from the URL, and says so`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    let answer = emulator.get("/itsme/oidc/userinfo?access_token=\(token)")
    #expect(answer.status == 400)
    #expect(answer.header("WWW-Authenticate")?.hasPrefix("Bearer error=\"invalid_request\"") == true)
    #expect(answer.findings == ["itsme.access-token-in-query"])
  }

  @Test(arguments: [HTTP.Method.put, .patch, .delete])
  func `by another method than GET and POST is 405`(method: HTTP.Method) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    for headers in [["Authorization": "Bearer \(token)"], [:]] as [Headers] {
      let answer = emulator.send(Request(method, "/itsme/oidc/userinfo", headers: headers))
      #expect(answer.status == 405)
      #expect(answer.header("Allow")?.contains("GET") == true)
      #expect(answer.header("WWW-Authenticate") == nil)
    }
  }

  @Test func `with two tokens is malformed`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let token = try emulator.tokens().accessToken
    let answer = emulator.userinfo(token, headers: ["Authorization": "Bearer \(token)"])
    #expect(answer.status == 400)
    #expect(answer.findings == ["itsme.access-token-malformed"])
  }
}
