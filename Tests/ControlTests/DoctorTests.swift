import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Registry
import Testing

@testable import TestWorlds

@Suite struct `The doctor` {
  private static let browser: [String: String] = [
    "Accept": "text/html,application/xhtml+xml", "Sec-Fetch-Mode": "navigate",
  ]

  private func ask(
    _ emulator: TestEmulator, _ path: String, at host: String, secure: Bool = false, byBrowser: Bool = false,
    _ more: [String: String] = [:]
  ) {
    var headers: Headers = ["Host": host]
    let all = more.merging(byBrowser ? Self.browser : [:], uniquingKeysWith: { $1 })
    for (name, value) in all.sorted(by: { $0.key < $1.key }) { headers.set(name, value) }
    _ = emulator.send(Request(.get, path, headers: headers), isSecure: secure)
  }

  private let discovery = "/itsme/oidc/.well-known/openid-configuration"
  private let login =
    "/itsme/oidc/authorize?client_id=EIDOLON_TEST&response_type=code&scope=openid%20service:EIDOLON_LOGIN"
    + "&redirect_uri=http://localhost:9000/cb&state=s&nonce=n"

  private func report(_ emulator: TestEmulator, in sandbox: String = "") -> JSON {
    let answer = emulator.control(.get, "doctor", in: sandbox)
    #expect(answer.status == 200)
    return answer.json
  }

  /// The kinds of the clashes, and what the first one says to set, as `name value`.
  private func clashes(_ report: JSON) -> [String] {
    report["clashes"]?.array?.compactMap { $0["kind"]?.string } ?? []
  }

  private func settings(_ report: JSON, _ kind: String) -> [String] {
    let clash = report["clashes"]?.array?.first { $0["kind"]?.string == kind }
    return clash?["set"]?.array?.map { "\($0["name"]?.string ?? "") \($0["value"]?.string ?? "")" } ?? []
  }

  private func withPublicURL(_ url: String) throws -> TestEmulator {
    var settings = Sandbox.Settings()
    settings.publicURL = url
    let world = """
      {"people": {"anna": {"given_name": "Anna"}}, "clients": {"itsme": {"EIDOLON_TEST": {"services": {
        "EIDOLON_LOGIN": {"redirect_uris": ["http://localhost:9000/cb"]}}}}}}
      """
    return try TestEmulator(registry, files: ["world.json": world], settings: settings)
  }

  @Test func `finds nothing where one address is used, and tells which`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, discovery, at: "localhost:8080")
    ask(emulator, "/itsme/oidc/jwkSet", at: "localhost:8080")
    ask(emulator, login, at: "localhost:8080", byBrowser: true)
    let report = report(emulator)
    #expect(report["healthy"] == true && clashes(report).isEmpty)
    #expect(report["requests"] == 3)
    let address = report["addresses"]?[0]
    #expect(address?["address"] == "http://localhost:8080/itsme")
    #expect(address?["used_by"] == ["browser", "server"])
    #expect(address?["clients"] == ["EIDOLON_TEST"])
    #expect(address?["documents"] == ["discovery", "keys"])
    #expect(report["issuers"]?[0]?["issuer"] == "http://localhost:8080/itsme/oidc")
  }

  @Test func `counts id_tokens, encrypted or not, of sandboxes that have ended too`() throws {
    let sealed = #"""
      {"title": "t", "provider": "itsme", "quirks": {"id_token_encryption": "RSA-OAEP"}}
      """#
    let emulator = try TestEmulator.withItsme(["itsme/sealed.json": sealed])
    _ = emulator.control(.post, "sandboxes", ["name": "one"])
    for sandbox in ["", "one"] {
      for story in ["itsme/sealed", ""] {
        let chosen = story.isEmpty ? [:] : ["eidolon_scenario": story]
        let code = emulator.startLogin(in: sandbox, chosen).locationQuery["code"] ?? ""
        let answer = try emulator.exchange(code, in: sandbox)
        let parts = answer.json["id_token"]?.string?.split(separator: ".").count
        #expect(parts == (story.isEmpty ? 3 : 5))
      }
    }
    #expect(report(emulator, in: "one")["issuers"]?[0]?["id_tokens"] == 2)
    #expect(emulator.control(.delete, "sandboxes/one").status == 204)
    let issuers = report(emulator)["issuers"]?.array
    #expect(issuers?.count == 1 && issuers?[0]["id_tokens"] == 4)
  }

  @Test func `forgets id_tokens with the journal`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = try emulator.exchange(emulator.startLogin().locationQuery["code"] ?? "")
    #expect(report(emulator)["issuers"]?[0]?["id_tokens"] == 1)
    #expect(emulator.control(.delete, "journal").status == 204)
    ask(emulator, discovery, at: "localhost:8080")
    #expect(report(emulator)["issuers"]?[0]?["id_tokens"] == 0)
  }

  @Test(arguments: [#"{"defect": "wrong_issuer"}"#, #"{"claims": {"iss": "https://elsewhere.test"}}"#])
  func `does not blame the addresses for an issuer that a story made wrong`(change: String) throws {
    let story = #"{"title": "t", "provider": "itsme", "tokens": {"id_token": \#(change)}}"#
    let emulator = try TestEmulator.withItsme(["itsme/wrong.json": story])
    _ = emulator.get(discovery)
    let login = emulator.startLogin(["eidolon_scenario": "itsme/wrong"])
    let answer = try emulator.exchange(login.locationQuery["code"] ?? "")
    let token = try JWS(parsing: answer.json["id_token"]?.string ?? "")
    let right = emulator.get(discovery).json["issuer"]?.string
    #expect(try JSON(parsing: token.payload)["iss"]?.string != right)
    let report = report(emulator)
    #expect(report["healthy"] == true)
    #expect(report["issuers"]?.array?.count == 1 && report["issuers"]?[0]?["id_tokens"] == 1)
  }

  @Test func `says --public-url where browser and server use two hosts`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, discovery, at: "eidolon:8080")
    ask(emulator, login, at: "localhost:8080", byBrowser: true)
    let report = report(emulator)
    #expect(clashes(report) == ["two_addresses"])
    #expect(settings(report, "two_addresses") == ["--public-url http://localhost:8080"])
  }

  @Test func `is content with two hosts once the public URL says so`() throws {
    let emulator = try withPublicURL("http://localhost:8080")
    ask(emulator, discovery, at: "eidolon:8080")
    ask(emulator, "/itsme/oidc/jwkSet", at: "eidolon:8080")
    ask(emulator, login, at: "localhost:8080", byBrowser: true)
    #expect(clashes(report(emulator)).isEmpty)
  }

  @Test func `says what the public URL is where it is absent and no login begins`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, discovery, at: "eidolon:8080")
    let report = report(emulator)
    #expect(clashes(report) == ["public_url_absent"])
    #expect(settings(report, "public_url_absent") == ["--public-url http://localhost:8080"])
    // Where everything runs between containers, logins do begin.
    ask(emulator, login, at: "eidolon:8080")
    #expect(clashes(self.report(emulator)).isEmpty)
  }

  @Test func `says so where browsers do not come to the public URL`() throws {
    let emulator = try withPublicURL("https://login.example.test")
    ask(emulator, login, at: "localhost:8080", byBrowser: true)
    let report = report(emulator)
    #expect(clashes(report) == ["public_url_unused"])
    #expect(settings(report, "public_url_unused")[0] == "--public-url http://localhost:8080")
  }

  @Test func `names the one scheme where two are used`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, discovery, at: "localhost:8080")
    ask(emulator, login, at: "localhost:8443", secure: true, byBrowser: true)
    let report = report(emulator)
    #expect(clashes(report) == ["two_schemes"])
    #expect(settings(report, "two_schemes").contains("--public-url https://localhost:8443"))
  }

  @Test func `sees a key set that was fetched elsewhere than discovery`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, discovery, at: "localhost:8080")
    ask(emulator, "/itsme/oidc/jwkSet", at: "127.0.0.1:8080")
    let report = report(emulator)
    #expect(clashes(report) == ["keys_elsewhere"])
    #expect(settings(report, "keys_elsewhere")[0].contains("below http://localhost:8080/itsme"))
  }

  @Test(arguments: ["localhost", "criipto-of-tests"])
  func `sees tokens that name another issuer than discovery did`(host: String) throws {
    let emulator = try TestEmulator(
      registry,
      files: [
        "world.json": """
        {"people": {"anna": {"given_name": "Anna"}}, "clients": {"criipto": {"shop": {
          "secret": "s3", "redirect_uris": ["http://localhost:9000/cb"]}}}}
        """
      ])
    ask(emulator, "/criipto/.well-known/openid-configuration", at: "127.0.0.1:8080")
    let answer = emulator.get(
      "/criipto/oauth2/authorize?client_id=shop&response_type=code&scope=openid&state=s&nonce=n"
        + "&redirect_uri=http://localhost:9000/cb&acr_values=urn:grn:authn:dk:mitid:substantial",
      headers: ["Host": "\(host):8080"])
    let code = try #require(answer.locationQuery["code"])
    let tokens = emulator.post(
      "/criipto/oauth2/token",
      Form(
        dictionaryLiteral: ("grant_type", "authorization_code"), ("code", code), ("client_id", "shop"),
        ("client_secret", "s3"), ("redirect_uri", "http://localhost:9000/cb")),
      headers: ["Host": "\(host):8080"])
    try #require(tokens.status == 200)
    let report = report(emulator)
    #expect(clashes(report).contains("other_issuer"))
    #expect(settings(report, "other_issuer").contains("issuer http://\(host):8080/criipto"))
    #expect(settings(report, "other_issuer").contains("--public-url http://\(host):8080"))
  }

  @Test func `says nothing of issuers once it has forgotten calls, which may have been for discovery`() throws
  {
    var settings = Sandbox.Settings()
    settings.keptBytes = 64 << 10
    let emulator = try TestEmulator.withItsme([:], settings: settings)
    ask(emulator, discovery, at: "127.0.0.1:8080")
    _ = try emulator.exchange(emulator.startLogin().locationQuery["code"] ?? "")
    #expect(clashes(report(emulator)).contains("other_issuer"))
    for _ in 0..<100 { ask(emulator, discovery, at: "127.0.0.1:8080") }
    #expect(emulator.sandbox.journal.forgotten > 0)
    #expect(!clashes(report(emulator)).contains("other_issuer"))
  }

  @Test func `knows the path of a provider at a host that is not one of its own`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, "/oidc/jwkSet", at: "login.localhost:8080")
    ask(emulator, "/no/such/path", at: "login.localhost:8080")
    let report = report(emulator)
    #expect(clashes(report) == ["no_virtual_host"])
    #expect(settings(report, "no_virtual_host")[0] == "base URL http://login.localhost:8080/itsme")
  }

  @Test func `says that a real service's host is not a host of ours`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(emulator, discovery, at: "merchant.itsme.be")
    ask(emulator, discovery, at: "merchant.itsme.be.")
    #expect(clashes(report(emulator)) == ["real_host", "real_host"])
  }

  @Test func `lists sandboxes that were asked for and do not exist, in the root`() throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    ask(emulator, "/~t2" + discovery, at: "localhost:8080")
    ask(emulator, "/~t2" + discovery, at: "localhost:8080")
    let report = report(emulator)
    #expect(clashes(report) == ["unknown_sandbox"])
    #expect(report["clashes"]?[0]?["message"]?.string?.contains("2 times") == true)
    #expect(settings(report, "unknown_sandbox") == [#"POST /_eidolon/sandboxes {"name": "t2"}"#])
    #expect(clashes(self.report(emulator, in: "t1")).isEmpty)
  }

  @Test func `sees a proxy that is not trusted`() throws {
    let emulator = try TestEmulator.withItsme()
    ask(
      emulator, discovery, at: "127.0.0.1:8080",
      ["X-Forwarded-Proto": "https", "X-Forwarded-Host": "login.example.test"])
    let report = report(emulator)
    #expect(clashes(report) == ["untrusted_proxy"])
    #expect(report["clashes"]?[0]?["seen"] == ["https://login.example.test", "http://127.0.0.1:8080"])
    #expect(settings(report, "untrusted_proxy")[0].hasPrefix("--trust-proxy "))
  }
}
