import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import Itsme

@Suite struct `The response_type of an itsme request (guide 3_3)` {
  @Test(arguments: ["token", "id_token", "code id_token", "CODE", "code "])
  func `must be code, else exactly the error of the guide's example (section 5, 10)`(value: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["response_type": value])
    #expect(answer.status == 302)
    #expect(
      answer.header("Location")
        == "http://localhost:9000/cb?error=invalid_request&error_description=Unsupported%20response_type%20value&state=a%20state"
    )
    #expect(answer.findings == ["itsme.response-type-unsupported"])
  }

  @Test func `must be there`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["response_type": nil])
    #expect(answer.error == "invalid_request")
    #expect(answer.locationQuery["state"] == "a state")
    #expect(answer.findings == ["itsme.response-type-missing"])
  }
}

@Suite struct `Parameters of an itsme request` {
  @Test(arguments: ["response_mode", "id_token_hint", "claims_locales", "unknown_parameter"])
  func `that itsme does not support are ignored (guide 3_2)`(name: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), [name: "anything"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings.isEmpty)
  }

  @Test(arguments: ["request_uri", "registration"], ["guide", "lenient", "realistic-v1"])
  func `request_uri and registration are ignored, and that is reported (guide 3_2)`(
    name: String, preset: String
  ) throws {
    let emulator = try ItsmeTestWorld.emulator(client: "\"preset\": \"\(preset)\"")
    let answer = emulator.authorize(RelyingParty(), [name: "https://x.test/o"])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.findings == ["itsme.parameter-ignored"])
    #expect(emulator.log.messages.contains { $0.contains("\(name)=https://x.test/o") })
  }

  @Test(arguments: ["scope", "state", "nonce", "response_type", "prompt"])
  func `may not be repeated (RFC 6749 3_1)`(name: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    var form = emulator.request()
    form.append(name, form[name] ?? "consent")
    if name == "prompt" { form.append(name, "consent") }
    let answer = emulator.get("/itsme/oidc/authorize?\(form.encoded)")
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.parameter-repeated"])
  }

  @Test(arguments: ["openid", "service:EIDOLON_LOGIN"], [HTTP.Method.get, .post])
  func `may not be repeated, the scope neither, although its first value lacks something (RFC 6749 3_1)`(
    first: String, method: HTTP.Method
  ) throws {
    let emulator = try ItsmeTestWorld.emulator()
    var form = emulator.request(RelyingParty(), ["scope": first])
    form.append("scope", "openid service:EIDOLON_LOGIN")
    let answer =
      method == .get
      ? emulator.get("/itsme/oidc/authorize?\(form.encoded)") : emulator.post("/itsme/oidc/authorize", form)
    #expect(answer.header("Location")?.hasPrefix("http://localhost:9000/cb?error=invalid_request&") == true)
    #expect(answer.locationQuery["error_description"] == "Repeated parameter scope")
    #expect(answer.findings == ["itsme.parameter-repeated"])
  }

  @Test func `that are sent empty count as not sent (RFC 6749 3_1)`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["state": "", "display": "", "prompt": "", "request": ""])
    #expect(answer.locationQuery["code"] != nil)
    #expect(answer.locationQuery["state"] == nil)
  }

  @Test func `that do not decode give an error page`() throws {
    let answer = try ItsmeTestWorld.emulator().get("/itsme/oidc/authorize?client_id=%E0%A4%A&scope=%zz")
    #expect(answer.status == 400)
    #expect(answer.findings == ["itsme.parameters-malformed"])
  }

  @Test func `may come by POST, which is reported because no app link takes it (guide 3_2)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.post("/itsme/oidc/authorize", emulator.request())
    #expect(answer.locationQuery["code"]?.count == 36)
    #expect(answer.findings == ["itsme.authorize-posted"])
  }

  @Test func `by POST that are not forms give an error page`() throws {
    let answer = try ItsmeTestWorld.emulator().send(
      Request(
        .post, "/itsme/oidc/authorize", headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
    )
    #expect(answer.status == 400)
    #expect(answer.findings == ["itsme.parameters-malformed"])
  }

  @Test func `state is returned unchanged, whatever it holds (guide 3_3)`() throws {
    let state = "a b+c&d=e%20\"<>é\u{1F600}"
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["state": state])
    #expect(answer.locationQuery["state"] == state)
  }

  @Test func `state and nonce are optional, and missing ones are reported (section 5, 29)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["state": nil, "nonce": nil])
    #expect(answer.locationQuery.names == ["code"])
    #expect(answer.findings == ["itsme.state-missing", "itsme.nonce-missing"])
  }

  @Test func `a careful request breaks no rule`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(
      RelyingParty(),
      [
        "prompt": "consent", "display": "page", "ui_locales": "nl", "login_hint": "32+470000001",
        "max_age": "1", "acr_values": "tag:sixdots.be,2016-06:acr_advanced",
        "claims": #"{"userinfo":{"tag:sixdots.be,2016-06:claim_nationality":null}}"#,
      ])
    #expect(answer.status == 302)
    #expect(answer.locationQuery.names == ["code", "state"])
    #expect(answer.header("Eidolon-Finding") == nil)
  }
}
