import Crypto
import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import Testing

@testable import Itsme

@Suite struct `The token response of itsme (contract 1_8)` {
  @Test func `has exactly the four members, and may not be kept`() throws {
    let answer = try ItsmeTestWorld.emulator().exchange()
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.header("Cache-Control") == "no-store")
    #expect(answer.header("Pragma") == "no-cache")
    #expect(answer.json.object?.names == ["access_token", "token_type", "expires_in", "id_token"])
    #expect(answer.json["token_type"] == "Bearer")
    #expect(answer.json["expires_in"] == 3600)
    #expect(answer.header("Eidolon-Finding") == nil)
  }

  @Test func `has an opaque access token of 32 bytes as base64url`() throws {
    let token = try ItsmeTestWorld.emulator().tokens().accessToken
    #expect(token.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
  }
}

@Suite struct `A token request of itsme (contract 1_7)` {
  @Test(arguments: [HTTP.Method.get, .put, .patch, .delete, .options, .head, .other("TRACE")])
  func `must be a POST; other methods get 405 with Allow (section 5, 5)`(method: HTTP.Method) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.send(Request(method, "/itsme/oidc/token?grant_type=authorization_code"))
    #expect(answer.status == 405)
    #expect(answer.response?.headers.values("Allow") == ["POST"])
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.token-method"])
  }

  @Test(arguments: ["application/json", "text/plain", "multipart/form-data; boundary=x", nil])
  func `must be a form`(type: String?) throws {
    let headers: Headers = type.map { ["Content-Type": $0] } ?? [:]
    let answer = try ItsmeTestWorld.emulator().send(
      Request(
        .post, "/itsme/oidc/token", headers: headers, body: Array("grant_type=authorization_code".utf8)))
    #expect(answer.status == 400)
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.token-content-type"])
  }

  @Test func `may name a charset`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let party = RelyingParty()
    let assertion = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
    let form = emulator.tokenRequest(emulator.code(), party, assertion: assertion)
    let answer = emulator.send(
      Request(
        .post, "/itsme/oidc/token",
        headers: ["Content-Type": "application/x-www-form-urlencoded; charset=UTF-8"],
        body: Array(form.encoded.utf8)))
    #expect(answer.status == 200)
  }

  @Test func `must decode`() throws {
    let answer = try ItsmeTestWorld.emulator().send(
      Request(
        .post, "/itsme/oidc/token", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: Array("grant_type=%zz".utf8)))
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.token-body-malformed"])
  }

  @Test(arguments: ["grant_type", "code", "redirect_uri", "client_assertion"])
  func `may not repeat a parameter`(name: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let party = RelyingParty()
    let assertion = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
    var form = emulator.tokenRequest(emulator.code(), party, assertion: assertion)
    form.append(name, form[name] ?? "")
    let answer = emulator.post("/itsme/oidc/token", form)
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.token-parameter-repeated"])
  }

  @Test(arguments: ["grant_type", "code", "redirect_uri"])
  func `must have its parameters`(name: String) throws {
    for value in [nil, ""] as [String?] {
      let answer = try ItsmeTestWorld.emulator().exchange("a code", RelyingParty(), [name: value])
      #expect(answer.error == "invalid_request")
      #expect(answer.json["error_description"] == .string("Missing parameter \(name)"))
      #expect(answer.findings == ["itsme.token-parameter-missing"])
    }
  }

  @Test(arguments: ["refresh_token", "client_credentials", "password", "AUTHORIZATION_CODE"])
  func `must have the grant_type authorization_code`(grant: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = try emulator.exchange(emulator.code(), RelyingParty(), ["grant_type": grant])
    #expect(answer.error == "unsupported_grant_type")
    #expect(answer.findings == ["itsme.grant-type-unsupported"])
  }

  @Test func `is not read from the URL, which is reported`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let party = RelyingParty()
    let assertion = try party.assertion(
      audience: .string(TestEmulator.tokenEndpoint), at: emulator.clock.now)
    let form = emulator.tokenRequest(emulator.code(), party, assertion: assertion)
    #expect(emulator.post("/itsme/oidc/token?\(form.encoded)", Form()).error == "invalid_request")
    let both = emulator.post("/itsme/oidc/token?x=y", form)
    #expect(both.status == 200)
    #expect(both.findings == ["itsme.token-query"])
  }

  @Test func `may name the client_id, which must be the assertion's`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    let wrong = try emulator.exchange(code, RelyingParty(), ["client_id": "OTHER"])
    #expect(wrong.error == "invalid_client")
    #expect(wrong.findings == ["itsme.token-client-mismatch"])
    #expect(try emulator.exchange(code, RelyingParty(), ["client_id": "EIDOLON_TEST"]).status == 200)
  }
}

@Suite struct `Errors of itsme's token endpoint (contract 1_8)` {
  @Test func `are 400 without a challenge, in both texts, and may not be kept (guide 3_6)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    for answer in [
      try emulator.exchange("unknown"), try emulator.exchange(claims: ["exp": 1]),
      emulator.post("/itsme/oidc/token", ["grant_type": "authorization_code"]),
      try emulator.exchange(emulator.code(), RelyingParty(), ["client_assertion": nil]),
    ] {
      #expect(answer.status == 400)
      #expect(answer.header("WWW-Authenticate") == nil)
      #expect(answer.header("Content-Type") == "application/json")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(answer.header("Pragma") == "no-cache")
      #expect(answer.json["error"]?.string?.isEmpty == false)
      #expect(answer.json["error_description"]?.string?.isEmpty == false)
      #expect(answer.json["detail"] == answer.json["error_description"])
    }
  }

  @Test func `name the rule, the documentation and the fix in the log`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let code = emulator.code()
    _ = try emulator.exchange(code)
    _ = try emulator.exchange(code)
    let line = emulator.log.events.first { $0.fields.contains { $0.value == "itsme.code-reused" } }
    #expect(line?.level == .error)
    #expect(line?.message.contains("3.5. Exchanging the authorisation code") == true)
    #expect(line?.message.contains("RFC 6749 §4.1.2") == true)
    #expect(line?.message.contains("Fix: exchange a code once") == true)
    #expect(line?.transaction?.isEmpty == false)
  }
}
