import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import Pages
@testable import TestWorlds

@Suite struct `The start page` {
  let emulator: TestEmulator

  init() throws { emulator = try .withItsme() }

  private func place(_ text: String, in page: String) throws -> String.Index {
    try #require(page.firstRange(of: text), "\(text) is missing").lowerBound
  }

  @Test func `says what this is, then how to go on, then the settings, then the latest logins`() throws {
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    let page = emulator.get("/").text
    let places = try [
      "data-testid=\"what\"", "data-testid=\"door-connect\"", "data-testid=\"door-show\"",
      "data-testid=\"door-test\"", "data-testid=\"provider-itsme\"", "data-testid=\"transaction\"",
    ].map { try place($0, in: page) }
    #expect(places == places.sorted())
    #expect(page.utf8.count < 100_000)
  }

  @Test func `says what is wrong with files that changed, until they are right, as the API does`() {
    #expect(emulator.control(.get, "scenarios").json["not_loaded"] == nil)
    let problem = FileProblem(file: "s/itsme/<a>.json", message: "the link leads nowhere")
    let sandboxes = emulator.emulator.sandboxes
    sandboxes.keepFiles(because: LoadFailure(problems: [problem]))
    #expect(
      emulator.control(.get, "scenarios").json["not_loaded"] == ["s/itsme/<a>.json: the link leads nowhere"])
    let page = emulator.get("/").text
    #expect(page.contains("data-testid=\"not-loaded\"") && page.contains("have 1 problem and stay"))
    #expect(page.contains("s/itsme/&lt;a&gt;.json: the link leads nowhere"))
    sandboxes.replace(sandboxes.files, emulator.sandbox.library)
    #expect(emulator.control(.get, "scenarios").json["not_loaded"] == nil)
    #expect(!emulator.get("/").text.contains("not-loaded"))
  }

  @Test func `leads from its doors to pages that are there`() throws {
    let page = emulator.get("/").text
    let doors = try page[place("class=\"doors\"", in: page)..<place("id=\"connect\"", in: page)]
    let links = doors.split(separator: "href=\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    #expect(Set(["#connect", "/stage", "/phone", "/judge", "/docs/sandboxes"]).isSubset(of: links))
    for link in links where link.hasPrefix("/") { #expect(emulator.get(link).status == 200, "\(link)") }
  }

  @Test func `ticks off the first requests of a client as they arrive`() throws {
    func step(_ name: String) -> Substring {
      let page = emulator.get("/").text
      return page.split(separator: "data-testid=\"call-itsme-\(name)\"").dropFirst().first?.prefix {
        $0 != "\n"
      } ?? ""
    }
    for name in ["discovery", "authorize", "token", "userinfo"] {
      #expect(step(name).contains("badge waiting\"><bdi>not yet</bdi>"), "\(name)")
    }
    _ = emulator.get("/itsme/oidc/.well-known/openid-configuration")
    #expect(step("discovery").contains("badge good\"><bdi>arrived</bdi>"))
    let code = try #require(emulator.startLogin().locationQuery["code"])
    _ = emulator.startLogin()
    #expect(step("authorize").contains("arrived, 2 times") && step("token").contains("not yet"))
    _ = emulator.post("/itsme/oidc/token", ["grant_type": "authorization_code", "code": code])
    #expect(step("token").contains("badge good"))
  }

  @Test func `names endpoints of the provider as its first calls`() {
    for provider in emulator.application.providers {
      let known = type(of: provider).vocabulary.endpoints.map(\.term.name)
      let calls = type(of: provider).settings(base: "").firstCalls
      #expect(!calls.isEmpty && Set(calls).isSubset(of: known), "\(type(of: provider).slug)")
    }
  }

  @Test func `opens the settings of the provider that was called`() {
    #expect(emulator.get("/").text.contains("data-testid=\"provider-itsme\""))
    _ = emulator.get("/criipto/.well-known/openid-configuration")
    #expect(emulator.get("/").text.contains("data-testid=\"provider-criipto\""))
    let asked = emulator.get("/?connect=veridium").text
    #expect(asked.contains("data-testid=\"provider-veridium\"") && !asked.contains("\"provider-criipto\""))
    #expect(emulator.get("/?connect=%3Cb%3E").text.contains("data-testid=\"provider-criipto\""))
  }

  @Test func `lists the latest logins without what only the whole list has room for`() throws {
    _ = emulator.startLogin(["eidolon_scenario": "reject"])
    let (brief, whole) = (emulator.get("/").text, emulator.get("/transactions").text)
    #expect(!brief.contains("<th scope=\"col\">Story</th>") && whole.contains("<th scope=\"col\">Story</th>"))
    #expect(!brief.contains("title=\"itsme/reject\"") && brief.contains("badge error\"><bdi>rejected</bdi>"))
  }

  @Test func `says what to paste, each text with a button that copies it`() throws {
    for (slug, values) in [
      "itsme": ["http://localhost:8080/itsme/oidc", "EIDOLON_TEST", "private_key_jwt"],
      "criipto": ["http://localhost:8080/criipto", "demo-secret"],
      "veridium": ["http://localhost:8080/veridium/websec/rest/enterprise"],
    ] as KeyValuePairs {
      let text = emulator.get("/?connect=\(slug)").text
      for value in values { #expect(text.contains("class=\"whole\">\(value)</code>"), "\(value)") }
    }
    let text = emulator.get("/").text
    for button in text.split(separator: "data-copy=\"").dropFirst() {
      let identifier = button.prefix { $0 != "\"" }
      #expect(text.contains("<code id=\"\(identifier)\""), "\(identifier)")
    }
    for link in ["/phone", "/transactions", "/report", "/_eidolon/openapi.json"] {
      #expect(text.contains("href=\"\(link)\""), "\(link)")
    }
    #expect(text.utf8.count < 100_000)
  }

  @Test func `gives settings whole, as clients take them`() throws {
    let snippets = Dictionary(
      uniqueKeysWithValues: emulator.application.providers.map { provider in
        let slug = type(of: provider).slug
        return (slug, ClientSnippets(provider, base: "http://localhost:8080/\(slug)").all)
      })
    for (slug, all) in snippets {
      #expect(all.prefix(2).map(\.title) == [".env", "curl"], "\(slug)")
      for line in all[0].text.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        #expect(
          parts.count == 2 && parts[0].allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }, "\(line)")
        #expect(!parts[1].contains(" ") || parts[1].hasPrefix("'"), "\(line)")
      }
    }
    let criipto = try #require(snippets["criipto"])
    #expect(criipto.map(\.title) == [".env", "curl", "Authlib", "Spring", "openid-client", "Passport"])
    #expect(criipto[0].text.contains("CRIIPTO_CLIENT_SECRET=demo-secret"))
    for address in ["/criipto/oauth2/authorize'", "/criipto/oauth2/token'", "/criipto/oauth2/userinfo'"] {
      #expect(criipto[5].text.contains(address))
    }
    #expect(criipto[3].text.contains("client-secret: \"demo-secret\""))
    let itsme = try #require(snippets["itsme"])
    #expect(itsme[2].text.contains("\"token_endpoint_auth_method\": \"private_key_jwt\""))
    #expect(
      itsme[3].text.contains("client-authentication-method: private_key_jwt")
        && !itsme[3].text.contains("secret"))
    #expect(itsme[5].text.contains("import('openid-client/passport')"))
    for assertion in ["header.typ = 'JWT'", "payload.aud = 'http://localhost:8080/itsme/oidc/token'"] {
      #expect(itsme[4].text.contains(assertion) && itsme[5].text.contains(assertion))
    }
  }

  @Test func `are offered for libraries that can log in with them, and with all that the provider asks for`()
    throws
  {
    func snippets(_ slug: String) throws -> [String: String] {
      let provider = try #require(emulator.application.providers.first { type(of: $0).slug == slug })
      return Dictionary(
        uniqueKeysWithValues: ClientSnippets(provider, base: "http://localhost:8080/\(slug)").all.map {
          ($0.title, $0.text)
        })
    }
    let second = try snippets("itsme-v2")
    #expect(Set(second.keys) == [".env", "curl", "openid-client", "Passport"], "the others do not decrypt")
    #expect(second["openid-client"]?.contains("enableDecryptingResponses") == true)
    #expect(
      second["openid-client"]?.contains("payload.aud = 'http://localhost:8080/itsme-v2/v2/token'") == true)
    let reuseID = try snippets("reuseid")
    #expect(Set(reuseID.keys) == [".env", "curl", "Authlib", "openid-client"], "the others send no hint")
    for library in ["Authlib", "openid-client"] {
      #expect(reuseID[library]?.contains("idp:mobileid") == true)
      #expect(reuseID[library]?.contains("userId:7f1994f0-5fed-4e0f-a8e2-64da520a09cb deviceId:") == true)
    }
    #expect(try snippets("itsme")["openid-client"]?.contains("enableDecryptingResponses") == false)
  }

  @Test func `name all keys of a client as variables, and no command`() throws {
    func variables(_ slug: String) throws -> [String] {
      let provider = try #require(emulator.application.providers.first { type(of: $0).slug == slug })
      return try #require(ClientSnippets(provider, base: "http://localhost:8080/\(slug)").all.first).text
        .split(separator: "\n").map(String.init)
    }
    let itsme = try variables("itsme")
    #expect(itsme.contains("ITSME_CLIENT_KEYS=http://localhost:8080/itsme/slate/jwks.json"))
    #expect(itsme.contains("ITSME_CLIENT_KEYS_PRIVATE=http://localhost:8080/itsme/slate/private_jwks.json"))
    #expect(try variables("veridium").allSatisfy { !$0.contains("curl") })
  }

  @Test func `have one value in each setting, which can be pasted as it is`() {
    for provider in emulator.application.providers {
      for (name, value) in type(of: provider).settings(base: "http://localhost:8080/x").values {
        #expect(
          !value.contains(" or ") && !value.contains(" / ") && !value.contains(", "), "\(name): \(value)")
        #expect(!value.hasSuffix(")") || value.hasPrefix("http"), "\(name): \(value)")
      }
    }
  }

  @Test func `shows running logins, findings and what waits`() {
    #expect(emulator.get("/").text.contains("data-testid=\"no-transactions\""))
    _ = emulator.startLogin()
    _ = emulator.control(.post, "queue", ["scenario": "itsme/reject"])
    _ = emulator.startLogin(["acr_values": "nonsense", "client_id": "EIDOLON_TEST", "prompt": "consent"])
    _ = emulator.control(.post, "queue", ["scenario": "itsme/reject"])
    let text = emulator.get("/").text
    #expect(text.contains("data-testid=\"transaction-state\"><span class=\"badge good\"><bdi>approved</bdi>"))
    #expect(text.contains("data-testid=\"queue\""))
  }

  @Test func `shows the sandbox that it stands in`() {
    _ = emulator.control(.post, "sandboxes", ["name": "t1"])
    let text = emulator.get("/~t1/").text
    #expect(text.contains("Sandbox: <bdi>t1</bdi>"))
    #expect(text.contains("http://localhost:8080/~t1/itsme/oidc"))
    #expect(text.contains("href=\"/~t1/transactions\""))
    #expect(emulator.get("/").text.contains("href=\"/~t1/\""))
  }
}
