import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Itsme

@Suite struct `Addresses of itsme follow the caller (design.md)` {
  static let discovery = "/itsme/oidc/.well-known/openid-configuration"

  func issuer(
    _ headers: Headers, path: String = discovery, isSecure: Bool = false, from peer: String = "127.0.0.1",
    _ change: (inout Sandbox.Settings) -> Void = { _ in }
  ) throws -> String? {
    let emulator = try ItsmeTestWorld.emulator(change)
    return emulator.send(Request(.get, path, headers: headers), isSecure: isSecure, from: peer).json[
      "issuer"]?.string
  }

  @Test(arguments: [
    ("localhost:8080", "http://localhost:8080/itsme/oidc"),
    ("127.0.0.1:8080", "http://127.0.0.1:8080/itsme/oidc"),
    ("[::1]:8080", "http://[::1]:8080/itsme/oidc"), ("eidolon", "http://eidolon/itsme/oidc"),
    ("host.docker.internal:8080", "http://host.docker.internal:8080/itsme/oidc"),
  ])
  func `by Host`(host: String, issuer: String) throws {
    #expect(try self.issuer(["Host": host]) == issuer)
  }

  @Test func `by scheme`() throws {
    #expect(
      try issuer(["Host": "localhost:8443"], isSecure: true) == "https://localhost:8443/itsme/oidc")
  }

  @Test(arguments: [
    ("itsme.localhost:8080", "http://itsme.localhost:8080/oidc"), ("itsme", "http://itsme/oidc"),
    ("ITSME.eidolon:8080", "http://ITSME.eidolon:8080/oidc"),
  ])
  func `on a virtual host the provider has its real paths`(host: String, issuer: String) throws {
    let path = "/oidc/.well-known/openid-configuration"
    #expect(try self.issuer(["Host": host], path: path) == issuer)
    #expect(try self.issuer(["Host": "localhost:8080"], path: path) == nil)
  }

  @Test func `a whole login works on a virtual host`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let host: Headers = ["Host": "itsme.localhost:8080"]
    let code =
      emulator.get("/oidc/authorize?\(emulator.request().encoded)", headers: host).locationQuery["code"] ?? ""
    let party = RelyingParty()
    let assertion = try party.assertion(
      audience: "http://itsme.localhost:8080/oidc/token", at: emulator.clock.now)
    let form = emulator.tokenRequest(code, party, assertion: assertion)
    let answer = emulator.post("/oidc/token", form, headers: host)
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
    #expect(
      try emulator.claims(answer.json["id_token"]?.string ?? "")["iss"] == "http://itsme.localhost:8080/oidc")
  }

  static let forwarded: Headers = [
    "Host": "backend:9", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "login.example.test",
    "X-Forwarded-Prefix": "/eid",
  ]

  @Test func `forwarding headers count only from trusted proxies`() throws {
    #expect(try issuer(Self.forwarded) == "http://backend:9/itsme/oidc")
    let trust = { (settings: inout Sandbox.Settings) in
      _ = settings.trustedProxies.trust("10.0.0.0/8")
    }
    #expect(
      try issuer(Self.forwarded, from: "10.1.2.3", trust) == "https://login.example.test/eid/itsme/oidc")
    #expect(try issuer(Self.forwarded, from: "11.1.2.3", trust) == "http://backend:9/itsme/oidc")
  }

  @Test(arguments: ["e2emerchant.itsme.be", "merchant.itsme.be", "itsme.be:8080"])
  func `a real provider's host name is refused`(host: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.get(Self.discovery, headers: ["Host": host])
    #expect(answer.status == 421)
    #expect(answer.header("Eidolon") == "emulator")
  }

  @Test func `a host that is none is not echoed`() throws {
    for host in ["a b", "x\"><script>", "", "x/y", "x@y"] {
      #expect(try issuer(["Host": host]) == "http://localhost:8080/itsme/oidc")
    }
  }
}

@Suite struct `With a public URL (design.md)` {
  static let address = "https://login.example.test"

  func emulator(_ url: String = address) throws -> TestEmulator {
    try ItsmeTestWorld.emulator(stories: ["never": #""phone": []"#]) { $0.publicURL = url }
  }

  @Test func `issuer and authorization endpoint use it, what backends call follows the caller`() throws {
    let document = try emulator().document(
      ".well-known/openid-configuration", headers: ["Host": "eidolon:8080"])
    #expect(document["issuer"] == "https://login.example.test/itsme/oidc")
    #expect(document["authorization_endpoint"] == "https://login.example.test/itsme/oidc/authorize")
    for (name, path) in [
      ("token_endpoint", "token"), ("userinfo_endpoint", "userinfo"), ("jwks_uri", "jwkSet"),
    ] { #expect(document[name] == .string("http://eidolon:8080/itsme/oidc/\(path)")) }
  }

  @Test func `pages use it`() throws {
    let page = try emulator().authorize(scenario: "never", headers: ItsmeTestWorld.browser)
    #expect(
      page.text.contains(
        "action=\"https://login.example.test/itsme/oidc/authorization/phone/confirmation?transaction="))
    #expect(!page.text.contains("http://localhost:8080"))
  }

  @Test func `tokens name the same issuer whoever asks, and no clash is reported`() throws {
    let emulator = try emulator()
    let code = emulator.code()
    let party = RelyingParty()
    for audience in ["http://eidolon:8080/itsme/oidc/token", "https://login.example.test/itsme/oidc/token"] {
      let assertion = try party.assertion(audience: .string(audience), at: emulator.clock.now)
      let fresh = emulator.code(party, ["nonce": nil])
      let answer = emulator.post(
        "/itsme/oidc/token", emulator.tokenRequest(fresh, party, assertion: assertion),
        headers: ["Host": "eidolon:8080"])
      #expect(answer.status == 200)
      #expect(answer.findings.isEmpty)
      let token = try emulator.claims(answer.json["id_token"]?.string ?? "")
      #expect(token["iss"] == "https://login.example.test/itsme/oidc")
    }
    #expect(!code.isEmpty)
  }

  @Test func `a virtual host of the provider leads to its mount`() throws {
    let emulator = try emulator()
    let document = emulator.get(
      "/oidc/.well-known/openid-configuration", headers: ["Host": "itsme.localhost:8080"]
    ).json
    #expect(document["issuer"] == "https://login.example.test/itsme/oidc")
    #expect(document["token_endpoint"] == "http://itsme.localhost:8080/oidc/token")
  }

  @Test func `that is itself a virtual host of the provider has no mount`() throws {
    let document = try emulator("https://itsme.example.test").document(".well-known/openid-configuration")
    #expect(document["issuer"] == "https://itsme.example.test/oidc")
  }
}

@Suite struct `A login under two addresses (design.md)` {
  /// The browser says localhost, the backend says eidolon.
  func exchange(audience: String, servingFirst: Bool) throws -> (TestEmulator, TestAnswer) {
    let emulator = try ItsmeTestWorld.emulator()
    if servingFirst { _ = emulator.get("/itsme/oidc/.well-known/openid-configuration") }
    let code = emulator.code()
    let party = RelyingParty()
    let assertion = try party.assertion(audience: .string(audience), at: emulator.clock.now)
    let form = emulator.tokenRequest(code, party, assertion: assertion)
    return (emulator, emulator.post("/itsme/oidc/token", form, headers: ["Host": "eidolon:8080"]))
  }

  @Test func `gives an id_token of the address of the token call, and reports the clash`() throws {
    let (emulator, answer) = try exchange(
      audience: "http://eidolon:8080/itsme/oidc/token", servingFirst: false)
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.address-clash"])
    let token = try emulator.claims(answer.json["id_token"]?.string ?? "")
    #expect(token["iss"] == "http://eidolon:8080/itsme/oidc")
    let userinfo = emulator.userinfo(answer.json["access_token"]?.string ?? "")
    #expect(userinfo.status == 200)
  }

  @Test func `takes an audience under any address that served discovery`() throws {
    let (_, answer) = try exchange(audience: TestEmulator.tokenEndpoint, servingFirst: true)
    #expect(answer.status == 200)
    #expect(answer.findings == ["itsme.address-clash"])
  }

  @Test func `refuses an audience under an address that never served discovery`() throws {
    let (_, answer) = try exchange(audience: "http://other:8080/itsme/oidc/token", servingFirst: true)
    #expect(answer.error == "unauthorized_client")
    #expect(answer.findings == ["itsme.assertion-audience"])
  }

  @Test func `under one address reports nothing`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = try emulator.exchange()
    #expect(answer.findings.isEmpty)
    let userinfo = emulator.userinfo(answer.json["access_token"]?.string ?? "")
    #expect(userinfo.findings.isEmpty)
  }
}
