import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Criipto

@Suite struct `The documents of Criipto (§1.1, §2.1)` {
  let emulator: TestEmulator

  init() throws { emulator = try CriiptoTestWorld.emulator() }

  @Test func `say where everything is, with the vendor's members`() {
    let document = emulator.get("/criipto/.well-known/openid-configuration?client_id=x").json
    let domain = CriiptoTestWorld.domain
    #expect(document["issuer"]?.string == domain)
    #expect(document["authorization_endpoint"]?.string == "\(domain)/oauth2/authorize")
    #expect(document["pushed_authorization_request_endpoint"]?.string == "\(domain)/oauth2/par")
    #expect(document["token_endpoint"]?.string == "\(domain)/oauth2/token")
    #expect(document["userinfo_endpoint"]?.string == "\(domain)/oauth2/userinfo")
    #expect(document["end_session_endpoint"]?.string == "\(domain)/oauth2/logout")
    #expect(document["jwks_uri"]?.string == "\(domain)/.well-known/jwks")
    #expect(document["response_modes_supported"] == ["query", "form_post", "fragment"])
    #expect(document["response_types_supported"] == ["code", "id_token", "code id_token"])
    #expect(document["acr_values_supported"]?.array?.count == 6)
    #expect(document["id_token_signing_alg_values_supported"] == ["RS256"])
  }

  @Test func `are not below their own address, and the developer reads what to give the SDK (T20)`() {
    let path = "/.well-known/openid-configuration"
    let answer = emulator.get("/criipto\(path)\(path)?client_id=undefined")
    #expect(answer.status == 404 && answer.findings == ["criipto.discovery-doubled"])
  }

  @Test func `put a base64 acr before the authorization endpoint alone`() {
    let path = "dXJuOmdybjphdXRobjpzZTpiYW5raWQ6c2FtZS1kZXZpY2U="
    let document = emulator.get("/criipto/\(path)/.well-known/openid-configuration").json
    #expect(
      document["authorization_endpoint"]?.string == "\(CriiptoTestWorld.domain)/\(path)/oauth2/authorize")
    #expect(document["token_endpoint"]?.string == "\(CriiptoTestWorld.domain)/oauth2/token")
    let unknown = emulator.get("/criipto/AAAA/.well-known/openid-configuration")
    #expect(unknown.status == 400 && unknown.findings == ["criipto.path-acr-unknown"])
  }

  @Test func `give the same key set under both paths, MitID's key beside the other`() throws {
    let set = emulator.get("/criipto/.well-known/jwks").json
    #expect(set == emulator.get("/criipto/.well-known/jwks.json").json)
    let kids = try #require(set["keys"]?.array).compactMap { $0["kid"]?.string }
    #expect(kids.count == 2 && Set(kids).count == 2)
    for kid in kids { #expect(kid.wholeMatch(of: /[0-9A-F]{40}/) != nil) }
  }

  @Test func `tell the JavaScript SDK about its client, 404 for an unknown one`() {
    let known = emulator.get("/criipto/.well-known/criipto-configuration?client_id=urn:public").json
    #expect(known["clients"]?[0]?["client_id"] == "urn:public")
    #expect(known["csdc_session_url"]?.string?.hasSuffix("/criipto/csdc/session/{id}") == true)
    #expect(known["csdc_wss_url"]?.string == "ws://localhost:8080/criipto/csdc")
    let unknown = emulator.get("/criipto/.well-known/criipto-configuration?client_id=nobody")
    #expect(unknown.status == 404 && unknown.findings == ["criipto.client-unknown"])
    #expect(emulator.get("/criipto/.well-known/criipto-configuration").findings == ["criipto.client-missing"])
  }

  @Test func `stand at their real paths on a virtual host`() {
    let answer = emulator.get(
      "/.well-known/openid-configuration", headers: ["Host": "criipto.localhost:8080"])
    #expect(answer.json["issuer"] == "http://criipto.localhost:8080")
  }
}

@Suite struct `Scripts of other origins (§1.6, CORS)` {
  let emulator: TestEmulator

  init() throws { emulator = try CriiptoTestWorld.emulator() }

  @Test func `may read answers where a callback of theirs is registered`() {
    for path in [
      "/.well-known/openid-configuration", "/.well-known/jwks", "/oauth2/authorize", "/oauth2/token",
    ] {
      let method: HTTP.Method = path == "/oauth2/token" ? .post : .get
      let answer = emulator.send(
        Request(method, "/criipto\(path)", headers: ["Origin": "https://app.example.test"]))
      #expect(answer.header("Access-Control-Allow-Origin") == "https://app.example.test", "\(path)")
      #expect(answer.header("Access-Control-Expose-Headers") == "Trace-Id", "\(path)")
      #expect(answer.header("Vary") == "Origin", "\(path)")
    }
  }

  @Test func `may not where none is, which is reported`() {
    let answer = emulator.get("/criipto/.well-known/jwks", headers: ["Origin": "https://other.example"])
    #expect(answer.status == 200 && answer.header("Access-Control-Allow-Origin") == nil)
    #expect(answer.findings == ["criipto.origin-unregistered"])
  }

  @Test func `ask before they push`() {
    let headers: Headers = [
      "Origin": "http://localhost:9000", "Access-Control-Request-Method": "POST",
      "Access-Control-Request-Headers": "prefer,traceparent",
    ]
    let answer = emulator.send(Request(.options, "/criipto/oauth2/par", headers: headers))
    #expect(answer.status == 204)
    #expect(answer.header("Access-Control-Allow-Origin") == "http://localhost:9000")
    #expect(answer.header("Access-Control-Allow-Headers") == "prefer,traceparent")
    #expect(answer.header("Access-Control-Allow-Methods") == "GET, POST")
    let refused = emulator.send(
      Request(.options, "/criipto/oauth2/par", headers: ["Origin": "https://other.example"]))
    #expect(refused.status == 204 && refused.header("Access-Control-Allow-Origin") == nil)
  }

  @Test func `are let in by the client that stands for any, with a finding`() throws {
    let emulator = try CriiptoTestWorld.emulator(clients: CriiptoTestWorld.any)
    let answer = emulator.get("/criipto/.well-known/jwks", headers: ["Origin": "https://other.example"])
    #expect(answer.header("Access-Control-Allow-Origin") == "https://other.example")
    #expect(answer.findings == ["criipto.origin-unchecked"])
  }
}
