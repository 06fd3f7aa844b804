import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import BioID

@Suite struct `A rule of BioID` {
  /// For each rule a call of a client with exactly that fault.
  static let faults: [String: @Sendable (TestEmulator) throws -> TestAnswer] = [
    "bioid.credentials-missing": { $0.tokenCall(headers: [:]) },
    "bioid.credentials-scheme": { $0.tokenCall(headers: BioIDTestWorld.bearer("x")) },
    "bioid.credentials-malformed": { $0.tokenCall(headers: ["Authorization": "Basic !"]) },
    "bioid.application-unknown": { $0.tokenCall(headers: BioIDTestWorld.basic("demo-ap", "x")) },
    "bioid.secret-wrong": { $0.tokenCall(headers: BioIDTestWorld.basic("demo-app", "x")) },
    "bioid.token-missing": { $0.upload("", headers: [:]) },
    "bioid.token-scheme": { $0.upload("", headers: BioIDTestWorld.basic()) },
    "bioid.token-quoted": { $0.upload("\"\($0.token())\"") },
    "bioid.token-malformed": { $0.upload("abc") },
    "bioid.token-signature": { $0.upload($0.token().dropLast(2) + "AA") },
    "bioid.token-expired": {
      let token = $0.token()
      $0.advance(by: .seconds(600))
      return $0.upload(token)
    },
    "bioid.query-malformed": {
      $0.get("/bioid/extension/token?id=%", headers: BioIDTestWorld.basic())
    },
    "bioid.id-missing": { $0.tokenCall(["id": nil]) },
    "bioid.id-mismatch": { $0.tokenCall(["id": "other-app"]) },
    "bioid.bcid-missing": { $0.tokenCall(["bcid": nil]) },
    "bioid.bcid-malformed": { $0.tokenCall(["bcid": "4711"]) },
    "bioid.class-id-signed": { $0.tokenCall(["bcid": "bws.12.-4711"]) },
    "bioid.bcid-foreign": { $0.tokenCall(["bcid": "bws.13.4711"]) },
    "bioid.task-unknown": { $0.tokenCall(["task": "login"]) },
    "bioid.maxtries-invalid": { $0.tokenCall(["maxtries": "16"]) },
    "bioid.flag-malformed": { $0.tokenCall(["challenge": "yes"]) },
    "bioid.challenges-invalid": { $0.tokenCall(["challenges": "8"]) },
    "bioid.challenges-even": { $0.tokenCall(["challenge": "true", "challenges": "2"]) },
    "bioid.trait-unknown": { $0.tokenCall(["traits": "Iris"]) },
    "bioid.parameter-ignored": { $0.tokenCall(["challenge": "true", "livedetection": "false"]) },
    "bioid.parameter-unknown": { $0.tokenCall(["maxTries": "5"]) },
    "bioid.not-enrolled": { $0.tokenCall(["bcid": "bws.12.1"]) },
    "bioid.secret-in-app": {
      var headers = BioIDTestWorld.basic()
      headers.append("User-Agent", "YourApp/1 CFNetwork/1410.0.3 Darwin/22.6.0")
      return $0.tokenCall(headers: headers)
    },
    "bioid.scenario-unknown": { $0.tokenCall(scenario: "nothing") },
    "bioid.sample-not-data-url": { $0.upload($0.token(), "iVBORw0KGgo") },
    "bioid.sample-form-encoded": { $0.upload($0.token(), "data%3Aimage%2Fpng%3Bbase64%2CiVBORw%3D%3D") },
    "bioid.sample-format": { $0.upload($0.token(), "data:image/webp;base64,UklGRg==") },
    "bioid.sample-not-base64": { $0.upload($0.token(), "data:image/png;base64,iVBOR w0KGgo=") },
    "bioid.sample-corrupt": { $0.upload($0.token(), "data:image/png;base64,AAAA") },
    "bioid.sample-trait": { $0.upload($0.token(), BioIDTestWorld.wav, "trait=Face") },
    "bioid.tag-unknown": { $0.upload($0.token(), BioIDTestWorld.png, "tag=forward") },
    "bioid.index-malformed": { $0.upload($0.token(), BioIDTestWorld.png, "index=one") },
    "bioid.sample-trait-unknown": { $0.upload($0.token(), BioIDTestWorld.png, "trait=Iris") },
    "bioid.sample-missing": {
      $0.send(Request(.post, "/bioid/extension/qualitycheck", headers: BioIDTestWorld.basic()))
    },
    "bioid.accuracy-invalid": {
      $0.post(
        "/bioid/extension/photoverify?accuracy=9",
        ["idphoto": BioIDTestWorld.png, "liveimage1": BioIDTestWorld.png, "liveimage2": BioIDTestWorld.png],
        headers: BioIDTestWorld.basic())
    },
    "bioid.task-mismatch": { $0.perform("enroll", $0.token()) },
    "bioid.tries-used-up": {
      let token = $0.token(["maxtries": "1"])
      _ = $0.perform("verify", token)
      return $0.perform("verify", token)
    },
    "bioid.task-after-success": {
      let token = $0.token(scenario: "once")
      _ = $0.perform("verify", token)
      return $0.perform("verify", token)
    },
    "bioid.samples-missing": { $0.perform("verify", $0.token(), images: 0) },
    "bioid.samples-consumed": {
      let token = $0.token()
      _ = $0.perform("verify", token)
      return $0.perform("verify", token, images: 0)
    },
    "bioid.samples-too-few": { $0.perform("verify", $0.token(), images: 1) },
    "bioid.challenge-mismatch": {
      let token = $0.token(["challenge": "true"])
      for index in 0..<2 { _ = $0.upload(token, BioIDTestWorld.png, "tag=up&index=\(index)") }
      return $0.perform("verify", token, images: 0)
    },
    "bioid.challenge-untagged": { $0.perform("verify", $0.token(["challenge": "true"])) },
    "bioid.maxresults-invalid": { $0.perform("identify", $0.token(["task": "identify"]), "maxresults=0") },
    "bioid.result-not-basic": { $0.result($0.token(), headers: BioIDTestWorld.bearer("x")) },
    "bioid.result-token-missing": { $0.result("") },
    "bioid.result-of-other-app": {
      $0.result($0.token(), headers: BioIDTestWorld.basic("other-app", "other-secret"))
    },
    "bioid.result-early": { $0.result($0.token()) },
    "bioid.launch-token-missing": { $0.launch("") },
    "bioid.return-url-missing": { $0.launch($0.token(), ["return_url": nil]) },
    "bioid.return-url-invalid": { $0.launch($0.token(), ["return_url": "javascript:alert(1)"]) },
    "bioid.launch-scheme": { $0.launch($0.token(), task: "enroll") },
    "bioid.state-missing": { $0.launch($0.token(), ["state": nil]) },
    "bioid.state-damaged": { $0.launch($0.token(), ["state": "a&b"]) },
    "bioid.launch-link": { $0.get("/bioid/app?link=bioid://x") },
    "bioid.request-malformed": { $0.get("/bioid/connect/authorize?state=a&state=b") },
    "bioid.client-missing": { $0.connect(["client_id": nil]) },
    "bioid.client-unknown": { $0.connect(["client_id": "nobody"]) },
    "bioid.client-mismatch": { $0.connectToken("x", ["client_id": "other-app"]) },
    "bioid.redirect-uri-missing": { $0.connect(["redirect_uri": nil]) },
    "bioid.redirect-uri-mismatch": { $0.connect(["redirect_uri": "http://localhost:9000/other"]) },
    "bioid.redirect-uri-changed": {
      $0.connectToken($0.connectCode(), ["redirect_uri": "http://localhost:9000/other"])
    },
    "bioid.response-mode-unsupported": { $0.connect(["response_mode": "form_post"]) },
    "bioid.response-type": { $0.connect(["response_type": "id_token"]) },
    "bioid.scope-unknown": { $0.connect(["scope": "openid phone"]) },
    "bioid.scope-openid-missing": {
      let token = $0.connectToken($0.connectCode(["scope": "email"])).json["access_token"]?.string ?? ""
      return $0.get("/bioid/connect/userinfo", headers: BioIDTestWorld.bearer(token))
    },
    "bioid.connect-state-short": { $0.connect(["state": "12345"]) },
    "bioid.secret-in-front-channel": { $0.connect(["client_secret": "secret"]) },
    "bioid.person-unknown": { $0.connect(["login_hint": "a stranger"]) },
    "bioid.person-made-up": { $0.connect(["login_hint": "nobody@example.test"]) },
    "bioid.connect-nonce-short": { $0.connect(["nonce": "12345"]) },
    "bioid.redirect-uri-extra-query": { $0.connect(["redirect_uri": "http://localhost:9000/cb?user=1"]) },
    "bioid.connect-scenario-unfinished": { $0.connect(["state": "scenario:connect-denied"]) },
    "bioid.connect-state-missing": { $0.connect(["state": nil]) },
    "bioid.code-challenge-malformed": { $0.connect(["code_challenge": "short"]) },
    "bioid.code-verifier-wrong": {
      $0.connectToken($0.connectCode(["code_challenge": String(repeating: "a", count: 43)]))
    },
    "bioid.code-verifier-unexpected": {
      $0.connectToken($0.connectCode(), ["code_verifier": String(repeating: "a", count: 43)])
    },
    "bioid.address-clash": {
      var headers = BioIDTestWorld.basic()
      headers.append("Host", "eidolon:8080")
      return $0.connectToken($0.connectCode(), headers: headers)
    },
    "bioid.nonce-reused": {
      _ = $0.connectToken($0.connectCode())
      return $0.connectToken($0.connectCode())
    },
    "bioid.jwks-each-login": { emulator in
      for number in 1...3 {
        _ = emulator.connectToken(emulator.connectCode(["nonce": "nonce number \(number)"]))
        _ = emulator.get("/bioid/connect/.well-known/jwks")
      }
      return emulator.connectToken(emulator.connectCode(["nonce": "yet another nonce"]))
    },
    "bioid.client-secret-missing": { $0.connectToken($0.connectCode(), headers: [:]) },
    "bioid.client-authentication-twice": {
      $0.connectToken($0.connectCode(), ["client_secret": "demo-secret"])
    },
    "bioid.client-secret-wrong": {
      $0.connectToken($0.connectCode(), headers: BioIDTestWorld.basic("demo-app", "x"))
    },
    "bioid.grant-type": { $0.connectToken("x", ["grant_type": "password"]) },
    "bioid.code-unknown": { $0.connectToken("x") },
    "bioid.code-reused": {
      let code = $0.connectCode()
      _ = $0.connectToken(code)
      return $0.connectToken(code)
    },
    "bioid.code-expired": {
      let code = $0.connectCode()
      $0.advance(by: .seconds(300))
      return $0.connectToken(code)
    },
    "bioid.code-of-other-client": {
      $0.connectToken(
        $0.connectCode(), ["client_id": "other-app"],
        headers: BioIDTestWorld.basic("other-app", "other-secret"))
    },
    "bioid.login-expired": { $0.get("/bioid/connect/consent?transaction=nobody") },
    "bioid.access-token-missing": { $0.get("/bioid/people/me") },
    "bioid.access-token-unknown": { $0.get("/bioid/people/me", headers: BioIDTestWorld.bearer("x")) },
    "bioid.access-token-expired": {
      let token = $0.connectToken($0.connectCode()).json["access_token"]?.string ?? ""
      $0.advance(by: .seconds(3600))
      return $0.get("/bioid/people/me", headers: BioIDTestWorld.bearer(token))
    },
  ]

  /// Those that no answer to a call of such a client can show; each has a test of its own below or in its suite.
  static let others: Set<String> = [
    "bioid.client-unregistered", "bioid.result-never-read", "bioid.userinfo-never-called",
    "bioid.return-url-android-only",
  ]

  static let stories = ["once": #""quirks": { "task_after_success": "refuse" }"#]

  @Test func `has a client here that breaks it`() {
    #expect(Set(Self.faults.keys).union(Self.others) == Set(BioID.rules.map(\.identifier)))
    #expect(Set(Self.faults.keys).isDisjoint(with: Self.others))
  }

  @Test(arguments: faults.keys.sorted()) func `is found at a client with exactly that fault:`(rule: String)
    throws
  {
    let fault = try #require(Self.faults[rule])
    let answer = try fault(try BioIDTestWorld.emulator(stories: Self.stories))
    #expect(answer.findings == [rule])
  }

  @Test func `is broken by no careful client`() throws {
    let emulator = try BioIDTestWorld.emulator()
    var answers: [TestAnswer] = []
    let token = emulator.tokenCall()
    answers += [
      token, emulator.upload(token.text), emulator.perform("verify", token.text), emulator.result(token.text),
    ]
    let enrolment = emulator.tokenCall(["task": "enroll", "bcid": "bws.12.5"])
    answers += [enrolment, emulator.launch(enrolment.text, task: "enroll"), emulator.result(enrolment.text)]
    let web = emulator.tokenCall(["challenge": "true", "challenges": "3", "maxtries": "5", "traits": "Face"])
    answers += [web, emulator.webUI(web.text), emulator.result(web.text)]
    let back = emulator.connect(["scope": "openid profile email offline_access"])
    let tokens = emulator.connectToken(back.locationQuery["code"] ?? "")
    let access = tokens.json["access_token"]?.string ?? ""
    answers += [back, tokens, emulator.get("/bioid/people/me", headers: BioIDTestWorld.bearer(access))]
    for answer in answers {
      #expect(answer.header("Eidolon-Finding") == nil)
      #expect(answer.status < 400)
    }
    emulator.advance(by: .seconds(4_000_000))
    #expect(!emulator.log.events.contains { $0.level != .info })
  }

  @Test func `is reported at the end where nobody got the result (4_2, 4_3)`() throws {
    let other = BioIDTestWorld.basic("other-app", "other-secret")
    let careless: [@Sendable (TestEmulator, String) -> Void] = [
      { _ = $0.launch($1) },
      // 204 is not a result.
      {
        _ = $0.result($1)
        _ = $0.launch($1)
      },
      {
        _ = $0.launch($1)
        _ = $0.result($1, headers: other)
      },
    ]
    for calls in careless {
      let emulator = try BioIDTestWorld.emulator()
      calls(emulator, emulator.token())
      emulator.advance(by: .seconds(1300))
      #expect(neverRead(emulator)?.level == .error)
    }
  }

  @Test func `is not broken by a client that got the result, or whose call a fault answered`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: [
      "fault": #""faults": [{ "at": "result", "do": "respond", "status": 403 }]"#
    ])
    for (scenario, status): (String?, Int) in [(nil, 200), ("fault", 403)] {
      let token = emulator.token(scenario: scenario)
      _ = emulator.launch(token)
      #expect(emulator.result(token).status == status)
    }
    emulator.advance(by: .seconds(1300))
    #expect(neverRead(emulator) == nil)
  }

  private func neverRead(_ emulator: TestEmulator) -> LogEvent? {
    emulator.log.events.first { event in
      event.fields.contains { $0.name == "rule" && $0.value == "bioid.result-never-read" }
    }
  }

  @Test func `is reported at the end where tokens say nothing of the person, and nobody asked`() throws {
    for scope in ["email", "openid email"] {
      let emulator = try BioIDTestWorld.emulator()
      _ = emulator.connectToken(emulator.connectCode(["scope": scope]))
      emulator.advance(by: .seconds(4300))
      let finding = emulator.log.events.first { event in
        event.fields.contains { $0.name == "rule" && $0.value == "bioid.userinfo-never-called" }
      }
      #expect((finding?.level == .warning) == (scope == "email"), "\(scope)")
    }
  }
}
