import EidolonTesting
import Flow
import HTTP
import JOSE
import JSON
import ProviderKit
import Testing

@testable import Demo
@testable import TestWorlds

@Suite struct `The demonstration` {
  private func state(_ page: String) -> String {
    guard let start = page.firstRange(of: "data-state=\"")?.upperBound else { return "" }
    return String(page[start...].prefix { $0 != "\"" })
  }

  private func failed(_ page: String) -> [String] {
    page.split(separator: "data-result=\"failed\"").dropFirst().map { row in
      guard let start = row.firstRange(of: "<th scope=\"row\">")?.upperBound else { return "" }
      return String(row[start...].prefix { $0 != "<" })
    }
  }

  private func run(_ flow: String, _ story: String, _ emulator: TestEmulator) -> (
    page: String, visitor: DemoBrowser
  ) {
    let visitor = DemoBrowser(emulator)
    let answer = visitor.open(.post, "/demo/\(flow)", form: ["do": "start", "story": story])
    return (answer.text, visitor)
  }

  @Test(arguments: [
    ("itsme", "itsme/approve"), ("itsme-v2", "itsme-v2/approve-qr"),
    ("bankid", "criipto/bankid-approve-at-once"),
    ("mitid", "criipto/mitid-approve"),
    ("bioid", "bioid/approve"), ("veridium", "veridium/approve"),
  ])
  func `lets a person in, over HTTP and without breaking a rule`(flow: String, story: String) throws {
    let emulator = try TestEmulator.asShipped()
    let (page, visitor) = run(flow, story, emulator)
    #expect(visitor.place.hasPrefix("/demo/\(flow)/visits/"), "\(visitor.place)")
    #expect(state(page) == "welcomed", "\(failed(page))")
    #expect(page.contains("data-result=\"passed\""))
    #expect(page.contains("data-testid=\"timeline\""))
    #expect(emulator.sandbox.findings.occurrences().map(\.finding.rule.identifier) == [])
    // The relying party's own calls stand in the journal, as those of any client.
    #expect(
      emulator.sandbox.journal.entries().contains {
        $0.exchange.request.headers["User-Agent"] == "eidolon-demonstration"
      })
  }

  @Test(arguments: [
    ("itsme", "itsme/reject", [String]()),
    ("itsme-v2", "itsme-v2/reject", [String]()),
    ("itsme-v2", "itsme-v2/id-token-unsigned-inside", ["id_token is encrypted to this client"]),
    ("itsme-v2", "itsme-v2/acr-downgraded", ["acr is what was asked for"]),
    ("itsme", "itsme/judge/id-token-wrong-nonce", ["nonce is the one that was sent"]),
    ("itsme", "itsme/judge/id-token-wrong-audience", ["aud names this client"]),
    ("itsme", "itsme/judge/id-token-wrong-issuer", ["iss is the issuer of the provider"]),
    ("itsme", "itsme/judge/id-token-expired", ["exp lies ahead"]),
    ("itsme", "itsme/judge/id-token-issued-in-future", ["iat is not ahead"]),
    ("itsme", "itsme/judge/id-token-bad-signature", ["id_token is signed by the provider"]),
    (
      "itsme", "itsme/judge/id-token-alg-none",
      ["id_token is signed as agreed", "id_token is signed by the provider"]
    ),
    ("itsme", "itsme/id-token-encrypted-to-wrong-key", ["id_token is encrypted to this client"]),
    ("itsme", "itsme/acr-downgraded", ["acr is what was asked for"]),
    ("itsme", "itsme/userinfo-sub-of-another-person", ["userinfo is about the same sub"]),
    ("mitid", "criipto/mitid-cancel", []), ("mitid", "criipto/token-503-once", []),
    ("mitid", "criipto/judge/id-token-unknown-kid", ["id_token is signed by the provider"]),
    ("bankid", "criipto/bankid-user-cancel", []),
    ("bioid", "bioid/not-recognized", ["the person was recognized"]),
    ("veridium", "veridium/reject", []),
  ])
  func `refuses whom a careful backend refuses`(flow: String, story: String, checks: [String]) throws {
    let emulator = try TestEmulator.asShipped()
    var (page, visitor) = run(flow, story, emulator)
    if !visitor.place.hasPrefix("/demo/") {
      // The person takes a while on the provider's page, which looks again by itself.
      emulator.advance(by: .seconds(6))
      page = visitor.open(.get, visitor.refresh(page) ?? visitor.place).text
    }
    #expect(state(page) == "refused", "\(story): \(visitor.place)")
    #expect(failed(page) == checks, "\(story)")
  }

  @Test(arguments: [
    ("veridium", "veridium/reject", "The session was cancelled."),
    ("mitid", "criipto/mitid-cancel", "MitID answered with the error "),
    (
      "itsme", "itsme/judge/id-token-bad-signature",
      "This check failed: “id_token is signed by the provider”."
    ),
  ])
  func `tells why it refuses`(flow: String, story: String, reason: String) throws {
    let emulator = try TestEmulator.asShipped()
    var (page, visitor) = run(flow, story, emulator)
    if !visitor.place.hasPrefix("/demo/") {
      emulator.advance(by: .seconds(6))
      page = visitor.open(.get, visitor.refresh(page) ?? visitor.place).text
    }
    #expect(page.contains("data-testid=\"reason\">\(reason)"), "\(visitor.place)")
  }

  @Test func `greets a customer by name, however the provider writes it`() throws {
    let capitals: JSONObject = [
      "document": ["subject": ["primaryName": "O'NEILL-D’HONDT", "secondaryName": "MÁIRE AOIFE"]]
    ]
    #expect(VideoIDChecks.name(in: capitals) == "Máire Aoife O'Neill-D’Hondt")
    let party = try #require(DemoFlow.veridium.party as? VeridiumParty)
    #expect(party.greeting(for: "anna@example.test") == "Anna Peeters")
    #expect(party.greeting(for: "bob@example.test") == "bob@example.test")
  }

  @Test func `believes nobody who comes back without having been sent`() throws {
    let emulator = try TestEmulator.asShipped()
    let answer = emulator.get("/demo/itsme/callback?code=stolen&state=guessed")
    #expect(answer.status == 400)
    // Another browser brings what this one was given.
    let visitor = DemoBrowser(emulator)
    let started = visitor.send(.post, "/demo/itsme", ["do": "start", "story": "itsme/approve"])
    let back = visitor.send(.get, started.header("Location") ?? "")
    let callback = try #require(back.header("Location"))
    let page = DemoBrowser(emulator).open(.get, callback).text
    #expect(state(page) == "refused")
    #expect(failed(page) == ["state belongs to this browser"])
    // And it counts once.
    #expect(visitor.open(.get, callback).status == 400)
  }

  @Test func `takes forms of its own pages only`() throws {
    let emulator = try TestEmulator.asShipped()
    for origin in ["https://evil.example", "null"] {
      let answer = emulator.send(
        Request(.post, "/demo/itsme", headers: ["Origin": origin], form: ["do": "start"]))
      #expect(answer.status == 403)
    }
    #expect(emulator.sandbox.queue.entries.isEmpty)
  }

  @Test func `lets a presenter choose what goes wrong next, and begin again`() throws {
    let emulator = try TestEmulator.asShipped()
    let visitor = DemoBrowser(emulator)
    let first = visitor.open(.post, "/demo/itsme", form: ["do": "next"]).text
    let second = visitor.open(.post, "/demo/itsme", form: ["do": "next"]).text
    #expect(first != second)
    #expect(second.contains("\" selected>"))
    _ = visitor.open(.post, "/demo/itsme", form: ["do": "start"])
    #expect(visitor.open(.get, "/demo/itsme").text.contains("data-testid=\"last-visit\""))
    let reset = visitor.open(.post, "/demo/itsme", form: ["do": "reset"]).text
    #expect(reset.contains("data-testid=\"flow-itsme\""))
    let page = visitor.open(.get, "/demo/itsme").text
    #expect(page.contains("<option value=\"\">The person decides</option>") && !page.contains("\" selected>"))
    #expect(!page.contains("data-testid=\"last-visit\""))
  }

  @Test func `leaves a scenario in its place that somebody else has queued`() throws {
    let emulator = try TestEmulator.asShipped()
    _ = emulator.control(.post, "queue", ["scenario": "itsme/reject"])
    let (page, _) = run("itsme", "", emulator)
    #expect(state(page) == "refused")
  }

  @Test func `calls nobody but this server`() throws {
    let emulator = try TestEmulator.asShipped()
    _ = run("itsme", "itsme/approve", emulator)
    #expect(emulator.fetched.isEmpty)
    let visiting = DemoVisiting(
      identifier: "x", flow: .itsme,
      call: Call(
        request: Request(.get, "/demo"), peer: Peer(address: "127.0.0.1", isSecure: false, localPort: 8080),
        base: "http://localhost:8080", publicBase: "http://localhost:8080",
        at: emulator.sandbox.environment.clock.read()),
      sandbox: emulator.sandbox, visits: DemoVisits())
    for url in [
      "http://169.254.169.254/", "http://localhost:8080.evil.example/", "https://example.com/", "/itsme",
    ] {
      guard case .answer = visiting.ask("Something", .get, url, then: { _ in visiting.show() }) else {
        Issue.record("\(url) was called")
        continue
      }
    }
    guard
      case .call(let request, _) = visiting.ask(
        "Something", .get, "http://localhost:8080/itsme/oidc/jwkSet", then: { _ in visiting.show() })
    else {
      Issue.record("the own server was not called")
      return
    }
    #expect(request.target.raw == "/itsme/oidc/jwkSet")
  }

  @Test func `shows nothing that was sent as markup`() throws {
    let emulator = try TestEmulator.asShipped()
    let hostile = "<script>alert(1)</script>"
    let encoded = PercentCoding.encode(hostile)
    for target in [
      "/demo/itsme/callback?error=\(encoded)&state=\(encoded)", "/demo/itsme/visits/\(encoded)",
      "/demo/\(encoded)",
    ] {
      #expect(!emulator.get(target).text.contains(hostile), "\(target)")
    }
    // What the provider says of an error is shown, and inert.
    let (page, _) = run("itsme", "itsme/reject", emulator)
    #expect(state(page) == "refused")
    #expect(!page.contains("<script>"))
  }
}

@Suite struct `What a backend checks of an id_token` {
  private let checks = IDTokenChecks(
    issuer: "https://op.test", client: "rp", nonce: "n", level: "", now: Instant(seconds: 1000))
  private let sound: JSONObject = [
    "iss": "https://op.test", "sub": "s", "aud": "rp", "nonce": "n", "exp": 1300, "iat": 1000,
  ]

  private func failed(_ changes: JSONObject, access: String? = nil) -> [String] {
    var claims = sound
    for (name, value) in changes { claims[name] = value.isNull ? nil : value }
    return checks.checks(of: claims, accessToken: access).filter { $0.result == .failed }.map(\.name)
  }

  @Test func `is in order for a sound one`() {
    #expect(failed([:]) == [])
    #expect(failed(["aud": ["rp"]]) == [])
    #expect(failed(["exp": 950]) == [], "clocks may differ by a minute")
    #expect(failed(["iat": 1050]) == [])
  }

  @Test func `fails for exactly what is wrong`() {
    #expect(failed(["iss": "https://op.test/"]) == ["iss is the issuer of the provider"])
    #expect(failed(["aud": ["rp", "other"]]) == ["aud names nobody else"])
    #expect(failed(["aud": .null]) == ["aud names this client"])
    #expect(failed(["azp": "other"]) == ["azp is this client"])
    #expect(failed(["azp": "rp"]) == [])
    #expect(failed(["sub": ""]) == ["sub names a person"])
    #expect(failed(["nbf": 1100]) == ["nbf is not ahead"])
    #expect(failed(["nbf": 1050]) == [])
    #expect(failed(["nonce": .null]) == ["nonce is the one that was sent"])
    #expect(failed(["exp": 900]) == ["exp lies ahead"])
    #expect(failed(["exp": 1_000_000_000]) == ["exp is not a mistake"])
    #expect(failed(["exp": .null]) == ["exp lies ahead"])
    #expect(failed(["iat": 1100]) == ["iat is not ahead"])
  }

  @Test func `compares at_hash where it is there (OpenID Connect Core 3_1_3_6)`() {
    // The example of the specification's appendix A.
    let access = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    #expect(failed(["at_hash": "77QmUPtjPfzWtF2AnpK9RQ"], access: access) == [])
    #expect(
      failed(["at_hash": "77QmUPtjPfzWtF2AnpK9RR"], access: access) == ["at_hash belongs to the access token"]
    )
  }

  @Test func `opens tokens for this client only`() throws {
    let keys = JWKSet([TestKeys.opSignature.publicJWK])
    let signed = try JWS.sign(
      header: ["alg": "RS256", "kid": "s1"], payload: JSON.object(sound).bytes(),
      key: TestKeys.opSignature.jwk.key)
    #expect(failed(OpenedToken(signed, decrypting: nil, keys: keys)) == [])
    let expecting = OpenedToken(
      signed, decrypting: { TestKeys.demonstrationEncryption.jwk }, keys: keys)
    #expect(failed(expecting) == ["id_token is encrypted to this client"])
    let foreign = try JWS.sign(
      header: ["alg": "RS256", "kid": "s1"], payload: JSON.object(sound).bytes(),
      key: TestKeys.clientSignature.jwk.key)
    #expect(
      failed(OpenedToken(foreign, decrypting: nil, keys: keys)) == ["id_token is signed by the provider"])
    #expect(OpenedToken("nonsense", decrypting: nil, keys: keys).claims == nil)
    let unsigned = JWS.unsecured(payload: JSON.object(sound).bytes())
    #expect(
      failed(OpenedToken(unsigned, decrypting: nil, keys: keys))
        == ["id_token is signed as agreed", "id_token is signed by the provider"])
  }

  private func failed(_ token: OpenedToken) -> [String] {
    token.checks.filter { $0.result == .failed }.map(\.name)
  }
}
