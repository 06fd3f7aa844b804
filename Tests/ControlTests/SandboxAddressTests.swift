import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Registry
import Testing

@testable import TestWorlds

@Suite struct `The address of a sandbox` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.withItsme() }

  @Test func `makes it and ends it, where its other calls go`() {
    let made = emulator.control(.put, "sandbox", ["title": "test_login"], in: "t1")
    #expect(made.status == 201)
    #expect(made.json["name"] == "t1" && made.json["title"] == "test_login")
    #expect(made.json["urls"]?["root"] == "http://localhost:8080/~t1")
    #expect(made.json["urls"]?["control"] == "http://localhost:8080/~t1/_eidolon")
    #expect(emulator.startLogin(in: "t1").locationQuery["code"] != nil)
    let ended = emulator.control(.delete, "sandbox", in: "t1")
    #expect(ended.status == 204 && ended.text.isEmpty)
    #expect(emulator.get("/~t1/itsme/oidc/jwkSet").status == 404)
    #expect(
      emulator.control(.delete, "sandbox", in: "t1").json["type"] == "urn:eidolon:problem:unknown-sandbox")
  }

  @Test func `answers the same words again with the sandbox as it is`() {
    let body: JSON = [
      "seed": 7, "clock": ["mode": "frozen"], "world": ["people": ["eve": ["given_name": "Eve"]]],
    ]
    #expect(emulator.control(.put, "sandbox", body, in: "t1").status == 201)
    #expect(emulator.startLogin(in: "t1").locationQuery["code"] != nil)
    emulator.advance(by: .seconds(60))
    let again = emulator.control(.put, "sandbox", body, in: "t1")
    #expect(again.status == 200)
    #expect(again.json["name"] == "t1")
    #expect(emulator.control(.get, "transactions", in: "t1").json["transactions"]?.array?.count == 1)
  }

  @Test(
    arguments: [
      ["seed": 8], ["title": "another"], ["ttl": "5m"], ["clock": ["mode": "frozen"]],
      ["world": ["people": ["eve": ["given_name": "Eve"]]]],
    ] as [JSON])
  func `refuses other words, and says what to do`(body: JSON) {
    #expect(emulator.control(.put, "sandbox", [:], in: "t1").status == 201)
    let taken = emulator.control(.put, "sandbox", body, in: "t1")
    #expect(taken.status == 409)
    #expect(
      taken.json["detail"]
        == #"There is a sandbox "t1" already, made with other words: end it with DELETE /~t1/_eidolon/sandbox, or choose another name."#
    )
  }

  @Test func `is told by the 404 of one that is not there`() {
    let answer = emulator.get("/~t1/itsme/oidc/jwkSet")
    #expect(answer.json["detail"]?.string?.contains("make it with PUT /~t1/_eidolon/sandbox") == true)
  }

  @Test func `may be said in the body too, and nothing else`() {
    #expect(emulator.control(.put, "sandbox", ["name": "t1"], in: "t1").status == 201)
    let other = emulator.control(.put, "sandbox", ["name": "t2"], in: "t3")
    #expect(other.status == 400)
    #expect(
      other.json["detail"]?.string?.contains(#"the address names the sandbox "t3", and the body another"#)
        == true)
    #expect(emulator.control(.put, "sandbox", [:], in: "Upper").status == 400)
  }

  @Test(arguments: [HTTP.Method.put, .delete]) func `is not that of the root`(method: HTTP.Method) {
    let answer = emulator.control(method, "sandbox", method == .put ? [:] : nil)
    #expect(answer.status == 409)
    #expect(answer.json["type"] == "urn:eidolon:problem:root-sandbox")
  }

  @Test func `is told by the root with the call that was meant, also where the body has the name`() {
    #expect(
      emulator.control(.put, "sandbox", ["name": "t1"]).json["detail"]
        == "This address is the root's, which is always there. Say PUT /~t1/_eidolon/sandbox, or POST /_eidolon/sandboxes with the name in the body."
    )
    #expect(
      emulator.control(.delete, "sandbox").json["detail"]
        == "This address is the root's, which is always there. Say DELETE /~NAME/_eidolon/sandbox.")
  }

  @Test func `is refused with the range of what it takes`() {
    let refused = { (body: JSON) in emulator.control(.post, "sandboxes", body).json["detail"] }
    #expect(
      refused(["ttl": "9d"]) == #"1:8: ttl: expected a duration of more than 0s and at most 1d, found "9d""#)
    #expect(
      refused(["ttl": "36601d"]) == #"1:8: ttl: expected a duration of at most 36600d, found "36601d""#)
  }

  @Test func `refuses what every control call refuses`() throws {
    let page = emulator.send(Request(.put, "/~t1/_eidolon/sandbox", body: Array("{}".utf8)))
    #expect(page.status == 415)
    let stranger = emulator.send(
      Request(
        .put, "/~t1/_eidolon/sandbox", headers: ["Host": "evil.example", "Content-Type": "application/json"],
        body: Array("{}".utf8)))
    #expect(stranger.status == 421)
    #expect(emulator.emulator.sandboxes.all.isEmpty)
    var settings = Sandbox.Settings()
    settings.control.token = "secret"
    settings.control.origins = ["http://tool.localhost"]
    let guarded = try TestEmulator(
      [], files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#], settings: settings)
    #expect(guarded.control(.put, "sandbox", [:], in: "t1").status == 401)
    let preflight = guarded.send(
      Request(
        .options, "/~t1/_eidolon/sandbox",
        headers: ["Origin": "http://tool.localhost", "Access-Control-Request-Method": "PUT"]))
    #expect(preflight.header("Access-Control-Allow-Methods") == "PUT, DELETE")
  }

  @Test func `is a virtual host too, and the urls of the answer are hosts of their providers`() throws {
    let emulator = try TestEmulator(
      registry, files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#])
    let made = emulator.send(
      Request(
        .put, "/_eidolon/sandbox",
        headers: ["Host": "t1--criipto.localhost:8080", "Content-Type": "application/json"],
        body: Array("{}".utf8)))
    #expect(made.status == 201)
    let urls = made.json["urls"]
    #expect(urls?["control"] == "http://t1--criipto.localhost:8080/_eidolon")
    #expect(urls?["criipto"]?.string?.hasPrefix("http://t1--criipto.localhost:8080/") == true)
    #expect(urls?["itsme"] == "http://t1--itsme.localhost:8080/oidc/.well-known/openid-configuration")
    for (name, url) in urls?.object ?? [:] where name != "root" && name != "control" {
      let rest = (url.string ?? "").dropFirst("http://".count)
      let answer = emulator.get(
        String(rest.drop { $0 != "/" }), headers: ["Host": String(rest.prefix { $0 != "/" })])
      #expect(!answer.text.hasPrefix("Nothing is served"), "\(name) \(url)")
      #expect(answer.json["type"] != "urn:eidolon:problem:unknown-sandbox", "\(name) \(url)")
    }
    let providers = emulator.get("/_eidolon/providers", headers: ["Host": "t1--criipto.localhost:8080"])
    #expect(
      providers.json["providers"]?.array?.compactMap { $0["base"]?.string }.contains(
        "http://t1--itsme.localhost:8080") == true)
    let listed = emulator.get("/_eidolon/sandboxes", headers: ["Host": "T1--Criipto.localhost:8080"])
    #expect(
      listed.json["sandboxes"]?[0]?["urls"]?["itsme"]?.string?.hasPrefix("http://T1--itsme.localhost:8080/")
        == true)
    #expect(emulator.control(.put, "sandbox", [:], in: "t2").status == 201)
    let other = emulator.get("/_eidolon/sandboxes", headers: ["Host": "t1--criipto.localhost:8080"])
    #expect(
      other.json["sandboxes"]?[1]?["urls"]?["itsme"]?.string?.hasPrefix("http://itsme.localhost:8080/~t2/")
        == true)
    let ended = emulator.send(
      Request(
        .delete, "/_eidolon/sandbox",
        headers: ["Host": "t1--criipto.localhost:8080", "Content-Type": "application/json"]))
    #expect(ended.status == 204)
  }

  @Test func `stands before every link of its pages`() throws {
    let emulator = try TestEmulator(
      registry, files: ["world.json": #"{"people": {"anna": {"given_name": "Anna"}}}"#])
    #expect(emulator.control(.put, "sandbox", [:], in: "t1").status == 201)
    #expect(emulator.control(.put, "sandbox", [:], in: "t2").status == 201)
    for path in ["/", "/phone", "/transactions", "/demo", "/docs"] {
      let page = emulator.get("/~t1\(path)", headers: ["Accept": "text/html"])
      #expect(page.status == 200, "\(path)")
      for link in links(page.text) where !link.hasPrefix("#") && !link.hasPrefix("data:") {
        let isOurs = link.hasPrefix("/") || link.hasPrefix("http://localhost:8080")
        let home = link.replacingOccurrences(of: "http://localhost:8080", with: "")
        // The menu of sandboxes leads to the others and to the root.
        let isInMenu = home == "/~t2/" || home == "/"
        #expect(!isOurs || home.hasPrefix("/~t1/") || isInMenu, "\(path) leads to \(link)")
      }
    }
  }

  private func links(_ page: String) -> [String] {
    page.matches(of: /(?:href|src|action)="([^"]*)"/).map { String($0.output.1) }
  }
}

@Suite struct `The name in the address of a sandbox` {
  private let emulator: TestEmulator

  init() throws {
    emulator = try TestEmulator.withItsme()
    #expect(emulator.control(.put, "sandbox", [:], in: "t1").status == 201)
  }

  private func sandbox(of path: String, at host: String = "localhost:8080") -> String? {
    let answer = emulator.get(path, headers: ["Host": host])
    // The answer names the address under which it was asked.
    return answer.json["issuer"]?.string ?? answer.json["type"]?.string
  }

  @Test(arguments: ["/~t1", "//~t1", "///~t1", "/%7Et1", "/%7et1", "//%7Et1"])
  func `is the same behind several slashes and an escaped tilde (RFC 3986 §2.3):`(_ start: String) {
    #expect(
      sandbox(of: "\(start)/itsme/oidc/.well-known/openid-configuration")
        == "http://localhost:8080/~t1/itsme/oidc")
  }

  @Test(arguments: ["/~%741", "/~t%31", "//%7e%741", "/~%74%2F1"])
  func `has no escapes, because a proxy could read another sandbox there:`(_ start: String) {
    for method in [HTTP.Method.get, .put, .options] {
      let answer = emulator.send(
        Request(
          method, "\(start)/_eidolon/sandbox", headers: ["Content-Type": "application/json"],
          body: method == .put ? Array("{}".utf8) : []))
      #expect(answer.status == 400)
      #expect(answer.json["type"] == "urn:eidolon:problem:escaped-sandbox")
    }
    #expect(emulator.emulator.sandboxes.all.map(\.name) == ["t1"])
  }

  @Test(arguments: ["/./~t1/itsme/oidc/jwkSet", "/x/../~t1/itsme/oidc/jwkSet", "/%2F~t1/itsme/oidc/jwkSet"])
  func `is not looked for behind other parts of the path:`(_ path: String) {
    #expect(emulator.get(path).status == 404)
    #expect(emulator.emulator.sandboxes.strays.isEmpty)
  }

  @Test(arguments: [
    ("t1--itsme.localhost:8080", "http://t1--itsme.localhost:8080/oidc"),
    ("T1--ITSME.localhost:8080", "http://T1--ITSME.localhost:8080/oidc"),
    ("a---itsme.localhost", "urn:eidolon:problem:unknown-sandbox"),
    ("t1--", nil), ("-t1--itsme.localhost", nil), ("--itsme.localhost", nil),
    ("itsme.t1--itsme.localhost", "http://itsme.t1--itsme.localhost/oidc"),
  ]) func `is what stands before the first dashes of a host:`(_ host: String, _ wanted: String?) {
    #expect(sandbox(of: "/oidc/.well-known/openid-configuration", at: host) == wanted)
  }

  @Test func `is that of the path where the host says another`() {
    #expect(
      sandbox(of: "/~t1/itsme/oidc/.well-known/openid-configuration", at: "t2--itsme.localhost:8080")
        == "http://t2--itsme.localhost:8080/~t1/itsme/oidc")
  }
}
