import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import ReuseID

@Suite struct `Starting a step-up from the backend (1c)` {
  @Test func `answers with the members of the API and a trace`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.stepUp()
    #expect(answer.status == 200)
    let data = answer.json["data"]
    #expect(data?.object?.names == ["status", "transactionId", "userId", "dossierId", "processId"])
    #expect(data?["status"] == "Pending")
    #expect(data?["userId"] == .string(ReuseIDStage.user))
    for name in ["transactionId", "dossierId", "processId"] {
      #expect((data?[name]?.string ?? "").wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
    }
    #expect((answer.header("X-TRACE-ID") ?? "").wholeMatch(of: /[0-9a-f]{32}/) != nil)
    #expect(answer.findings.isEmpty)
    #expect(stage.status(stage.transaction(answer)) == "Pending")
  }

  @Test func `works under the path of the real host too`() throws {
    let stage = try ReuseIDStage()
    let body: JSON = ["userId": .string(ReuseIDStage.user), "deviceId": .string(ReuseIDStage.device)]
    let answer = stage.api(.post, "/reuseid/step-up", body)
    #expect(answer.json["data"]?["status"] == "Pending")
    #expect(stage.api(.get, "/reuseid/step-up/\(stage.transaction(answer))").status == 200)
  }

  @Test(arguments: ["eidProviderOptions", "videoidProviderOptions"])
  func `takes the options under both names`(name: String) throws {
    let stage = try ReuseIDStage()
    #expect(stage.stepUp([name: ["docType": 138, "docTypes": [138, 123], "defaultId": 138]]).status == 200)
    _ = stage.start()
    #expect(stage.finish().operation("post_operation_context")?["eidProviderOptions"]?["docType"] == 138)
  }

  @Test func `refuses the options under both names at once`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.stepUp([
      "eidProviderOptions": ["docType": 1], "videoidProviderOptions": ["docType": 1],
    ])
    #expect(answer.status == 422)
    #expect(answer.findings == ["reuseid.options-twice"])
  }

  @Test func `refuses defaultId without docTypes (4 6)`() throws {
    let stage = try ReuseIDStage()
    for options: JSON in [["defaultId": 62], ["docType": 62, "defaultId": 62]] {
      let answer = stage.stepUp(["eidProviderOptions": options])
      #expect(answer.status == 422)
      #expect(answer.json["code"] == "invalid_request_parameter")
      #expect(answer.json["invalidParams"]?[0]?["name"] == "eidProviderOptions.defaultId")
      #expect(answer.findings == ["reuseid.default-without-choice"])
    }
  }

  @Test(arguments: [
    #"{"docType":"62"}"#, #"{"docType":0}"#, #"{"docType":-1}"#, #"{"docType":6.5}"#, #"{"docTypes":62}"#,
    #"{"docTypes":[]}"#, #"{"docTypes":["62"]}"#, #"{"docTypes":[62],"defaultId":"62"}"#, "[]", "62",
  ])
  func `refuses options that are not integers of the list`(options: String) throws {
    let stage = try ReuseIDStage()
    let answer = stage.stepUp(["eidProviderOptions": try JSON(parsing: options)])
    #expect(answer.status == 422)
    #expect(answer.findings == ["reuseid.options-malformed"])
  }

  @Test
  func `tells of a default outside the choice, of a choice that is never shown, and of members nobody reads`()
    throws
  {
    let stage = try ReuseIDStage()
    #expect(
      stage.stepUp(["eidProviderOptions": ["docTypes": [1, 2], "defaultId": 3]]).findings
        == ["reuseid.default-not-in-choice"])
    #expect(
      stage.stepUp(["eidProviderOptions": ["docType": 1, "docTypes": [1, 2]]]).findings.contains(
        "reuseid.choice-never-shown"))
    #expect(
      stage.stepUp(["eidProviderOptions": ["doctype": 1]]).findings.contains("reuseid.member-unknown"))
    #expect(stage.stepUp(["userid": "x"]).findings.contains("reuseid.member-unknown"))
  }

  @Test func `knows the provider under its three names only, and the wrapper of older bodies`() throws {
    let stage = try ReuseIDStage()
    for name in ["videoid", "signicatvideoid", "eid"] {
      #expect(stage.stepUp(["provider": .string(name)]).status == 200)
    }
    for name in ["other", "readid"] {
      let answer = stage.stepUp(["provider": .string(name)])
      #expect(answer.status == 422)
      #expect(answer.findings == ["reuseid.provider-unknown"])
    }
    let wrapped = stage.stepUp(["input": ["eidProviderOptions": ["docType": 62]]])
    #expect(wrapped.status == 200)
    #expect(!wrapped.findings.contains("reuseid.member-unknown"))
    _ = stage.start()
    #expect(stage.finish().operation("post_operation_context")?["eidProviderOptions"] == ["docType": 62])
  }

  @Test func `reads provider and options at one level, and reports what it does not read`() throws {
    let stage = try ReuseIDStage()
    let refused: [(body: JSONObject, rule: String)] = [
      (["input": "x"], "reuseid.member-malformed"),
      (["input": ["provider": "readid"]], "reuseid.provider-unknown"),
    ]
    for (body, rule) in refused {
      let answer = stage.stepUp(body)
      #expect(answer.status == 422)
      #expect(answer.findings == [rule])
    }
    for body: JSONObject in [
      ["input": ["eidProviderOption": ["docType": 62]]],
      ["input": [:], "videoidProviderOptions": ["docType": 62]],
    ] {
      let answer = stage.stepUp(body)
      #expect(answer.status == 200)
      #expect(answer.findings.contains("reuseid.member-unknown"))
    }
  }

  @Test func `needs user and device`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.stepUp(["deviceId": .null, "userId": .null])
    #expect(answer.status == 422)
    #expect(answer.json["invalidParams"]?.array?.count == 2)
    #expect(answer.findings == ["reuseid.member-missing"])
    let wrong = stage.stepUp(["deviceId": 7])
    #expect(wrong.status == 422)
    #expect(wrong.findings == ["reuseid.member-malformed"])
  }

  @Test func `refuses a user or device that it does not know, or of another customer`() throws {
    let stage = try ReuseIDStage()
    let user = stage.stepUp(["userId": "nobody", "deviceId": "nothing"])
    #expect(user.status == 404)
    #expect(user.json["code"] == "user_entity_does_not_exist")
    #expect(user.json["title"] == "User entity does not exist")
    #expect(user.json["status"] == 404)
    #expect(user.json["traceId"]?.string == user.header("X-TRACE-ID"))
    #expect(user.json["type"] == "http://localhost:8080/reuseid/core/openapi.json")
    // Every URL in an answer answers.
    let document = stage.emulator.get("/reuseid/core/openapi.json")
    #expect(document.status == 200)
    let codes = document.json["components"]?["schemas"]?["Problem"]?["properties"]?["code"]?["enum"]?.array
    #expect(codes?.contains(user.json["code"] ?? .null) == true)
    #expect(document.json["paths"]?["/step-up"]?["post"]?["summary"]?.string?.isEmpty == false)
    #expect(user.findings == ["reuseid.user-unknown"])
    let device = stage.stepUp(["deviceId": "nothing"])
    #expect(device.status == 404)
    #expect(device.json["code"] == "device_entity_does_not_exist")
    #expect(device.findings == ["reuseid.device-unknown"])
    #expect(stage.stepUp(["deviceId": .string(ReuseIDStage.otherDevice)]).status == 404)
    #expect(stage.stepUp(["deviceId": .string(ReuseIDStage.bobDevice)]).findings == ["reuseid.user-unknown"])
  }

  @Test func `lets any user and device in for the customer that stands for any, and says so`() throws {
    let stage = try ReuseIDStage(clients: ReuseIDStage.any)
    let answer = stage.stepUp(["userId": "u", "deviceId": "d"], token: "made-up")
    #expect(answer.status == 200)
    #expect(answer.findings == ["reuseid.api-token-unknown", "reuseid.device-unknown"])
    let started = stage.app("startAuthentication", ["registration_id": "d"], application: "whatever")
    #expect(started.operation("pre_operation_context")?["operation"] == "authentication")
  }

  @Test func `refuses content that is not a JSON object, and tells of a wrong type`() throws {
    let stage = try ReuseIDStage()
    for body in ["{", "[]", "\"x\""] {
      let request = Request(
        .post, "/reuseid/step-up",
        headers: ["Authorization": "Bearer \(stage.token())", "Content-Type": "application/json"],
        body: Array(body.utf8))
      let answer = stage.emulator.send(request)
      #expect(answer.status == 400)
      #expect(answer.findings == ["reuseid.body-malformed"])
    }
    let plain = Request(
      .post, "/reuseid/step-up",
      headers: ["Authorization": "Bearer \(stage.token())", "Content-Type": "text/plain"],
      body: Array(#"{"userId":"\#(ReuseIDStage.user)","deviceId":"\#(ReuseIDStage.device)"}"#.utf8))
    #expect(stage.emulator.send(plain).findings == ["reuseid.content-type"])
  }

  @Test func `asks for a scenario that exists`() throws {
    let stage = try ReuseIDStage(stories: ["retry": #""quirks": {"verification_retries": "once"}"#])
    #expect(stage.stepUp(scenario: "retry").status == 200)
    let answer = stage.stepUp(scenario: "retri")
    #expect(answer.status == 400)
    #expect(answer.json["detail"]?.string?.contains("retry") == true)
    #expect(answer.findings == ["reuseid.scenario-unknown"])
  }
}

@Suite struct `The bearer token of the API (1c)` {
  @Test func `comes from the client credentials grant with the scope signicat-api`() throws {
    let stage = try ReuseIDStage()
    let answer = stage.emulator.post(
      "/reuseid/auth/open/connect/token", ["grant_type": "client_credentials", "scope": "signicat-api"],
      headers: ["Authorization": ReuseIDStage.basic("backend:a+secret")])
    #expect(answer.status == 200)
    #expect(answer.json["token_type"] == "Bearer")
    #expect(answer.json["expires_in"] == 600)
    #expect(answer.json["scope"] == "signicat-api")
    #expect(answer.header("Cache-Control") == "no-store")
    let posted = stage.emulator.post(
      "/reuseid/auth/open/connect/token",
      ["grant_type": "client_credentials", "client_id": "backend", "client_secret": "a secret"])
    #expect(posted.json["access_token"]?.string != answer.json["access_token"]?.string)
    #expect(stage.stepUp(token: posted.json["access_token"]?.string).status == 200)
  }

  @Test func `is refused to whoever does not know the secret`() throws {
    let stage = try ReuseIDStage()
    let grant: Form = ["grant_type": "client_credentials"]
    let wrong = stage.emulator.post(
      "/reuseid/auth/open/connect/token", grant,
      headers: ["Authorization": ReuseIDStage.basic("backend", "x")])
    #expect(wrong.status == 400 && wrong.header("WWW-Authenticate") == nil)
    #expect(wrong.json["error"] == "invalid_client")
    #expect(wrong.findings == ["reuseid.client-unauthenticated"])
    let posted = stage.emulator.post(
      "/reuseid/auth/open/connect/token",
      ["grant_type": "client_credentials", "client_id": "backend", "client_secret": "x"])
    #expect(posted.status == 400 && posted.header("WWW-Authenticate") == nil)
    #expect(posted.json["error"] == "invalid_client")
    let none = stage.emulator.post("/reuseid/auth/open/connect/token", grant)
    #expect(none.status == 400)
    #expect(none.findings == ["reuseid.client-unauthenticated"])
    let unknown = stage.emulator.post(
      "/reuseid/auth/open/connect/token", grant, headers: ["Authorization": ReuseIDStage.basic("nobody", "x")]
    )
    #expect(unknown.findings == ["reuseid.client-unknown"])
  }

  @Test func `is not given for another grant, another scope or without a form`() throws {
    let stage = try ReuseIDStage()
    let header: Headers = ["Authorization": ReuseIDStage.basic("backend", "a secret")]
    let path = "/reuseid/auth/open/connect/token"
    let grant = stage.emulator.post(path, ["grant_type": "password"], headers: header)
    #expect(grant.json["error"] == "unsupported_grant_type")
    #expect(grant.findings == ["reuseid.grant-type-unknown"])
    #expect(stage.emulator.post(path, [:], headers: header).json["error"] == "invalid_request")
    let scope = stage.emulator.post(
      path, ["grant_type": "client_credentials", "scope": "everything"], headers: header)
    #expect(scope.json["error"] == "invalid_scope")
    #expect(scope.findings == ["reuseid.scope-unknown"])
    let json = stage.emulator.send(Request(.post, path, headers: header, body: Array("{}".utf8)))
    #expect(json.json["error"] == "invalid_request")
    #expect(json.findings == ["reuseid.form-malformed"])
  }

  @Test func `must be sent, well formed and known`() throws {
    let stage = try ReuseIDStage()
    let missing = stage.emulator.send(Request(.post, "/reuseid/step-up"))
    #expect(missing.status == 401)
    #expect(missing.json["code"] == "invalid_token")
    #expect(missing.header("WWW-Authenticate") == "Bearer")
    #expect(missing.header("X-TRACE-ID") != nil)
    #expect(missing.findings == ["reuseid.api-token-missing"])
    let malformed = stage.emulator.send(
      Request(.post, "/reuseid/step-up", headers: ["Authorization": ReuseIDStage.basic("a", "b")]))
    #expect(malformed.status == 401)
    #expect(malformed.header("WWW-Authenticate") == "Bearer")
    #expect(malformed.findings == ["reuseid.api-token-malformed"])
    let blanks = stage.emulator.get(
      "/reuseid/core/users/\(ReuseIDStage.user)", headers: ["Authorization": "Bearer   \(stage.token())"])
    #expect(blanks.status == 200)
    let unknown = stage.stepUp(token: "made-up")
    #expect(unknown.status == 401)
    #expect(unknown.findings == ["reuseid.api-token-unknown"])
  }

  @Test func `expires after ten minutes, or when the client says`() throws {
    let stage = try ReuseIDStage()
    let token = stage.token()
    stage.emulator.advance(by: .seconds(599))
    #expect(stage.stepUp(token: token).status == 200)
    stage.emulator.advance(by: .seconds(1))
    let answer = stage.stepUp(token: token)
    #expect(answer.status == 401)
    #expect(answer.findings == ["reuseid.api-token-expired"])
  }

  @Test func `needs the scope of the API`() throws {
    let stage = try ReuseIDStage()
    let provider = try #require(stage.emulator.application.providers.first as? ReuseID)
    provider.tokens.add(
      "narrow",
      ReuseID.APITokens.Token(
        client: "backend", scopes: ["openid"], expires: stage.emulator.clock.now + Duration.seconds(60)))
    let answer = stage.stepUp(token: "narrow")
    #expect(answer.status == 403)
    #expect(answer.json["code"] == "insufficient_scope")
    #expect(answer.findings == ["reuseid.api-token-scope"])
  }
}

@Suite struct `What the backend reads (1c)` {
  @Test func `is its own customer's operation and of the right kind`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    let other = stage.api(
      .get, "/step-up/\(transaction)", token: stage.token("other", secret: "other secret"))
    #expect(other.status == 404)
    #expect(other.json["code"] == "transaction_entity_does_not_exist")
    #expect(other.findings == ["reuseid.transaction-unknown"])
    #expect(stage.api(.get, "/onboarding/\(transaction)").status == 404)
    #expect(stage.api(.get, "/step-up/nothing").status == 404)
  }

  @Test func `is complete for MobileID before the step-up is`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    #expect(stage.api(.get, "/core/transactions/\(transaction)").json["state"] == "PENDING")
    _ = stage.start()
    stage.emulator.advance(by: .seconds(4))
    _ = stage.finish()
    let result = stage.api(.get, "/core/transactions/\(transaction)").json
    #expect(
      result.object?.names == [
        "type", "accountId", "transactionId", "state", "created", "completed", "device", "user",
        "operationProperties",
      ])
    #expect(result["type"] == "AUTHENTICATION")
    #expect(result["state"] == "COMPLETED")
    #expect(result["created"] == "2026-11-21T12:00:00.000Z")
    #expect(result["completed"] == "2026-11-21T12:00:04.000Z")
    #expect(result["device"] == ["id": .string(ReuseIDStage.device), "state": "ACTIVE"])
    #expect(result["user"] == ["externalRef": "customer-1", "id": .string(ReuseIDStage.user)])
    let properties = result["operationProperties"]
    #expect(properties?["authLevel"] == "TWO_FACTOR")
    #expect(properties?["authMethod"] == "DEVICE_PIN")
    #expect(properties?["preOperationContext"]?.object?.names == ["content", "mimeType"])
    #expect(properties?["preOperationContext"]?["mimeType"] == "application/json")
    #expect(properties?["postOperationContext"]?["content"]?.string?.contains("token-1") == true)
    #expect(stage.status(transaction) == "Pending")
  }

  @Test func `has attributes of the user once a verification has added them (0)`() throws {
    let stage = try ReuseIDStage()
    let path = "/core/users/\(ReuseIDStage.user)"
    #expect(stage.api(.get, path).json["data"]?["attributes"] == nil)
    _ = stage.authenticated()
    stage.verifier.end()
    let user = stage.api(.get, path).json["data"]
    #expect(user?["externalRef"] == "customer-1")
    #expect(user?["attributes"]?["firstName"] == "Anna")
    #expect(user?["attributes"]?["lastName"] == "Peeters")
    #expect(user?["attributes"]?["dateOfBirth"] == "1990-07-14")
    #expect(stage.api(.get, "/core/users/nobody").json["code"] == "user_entity_does_not_exist")
  }

  @Test func `lists devices and their operations`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.transaction(stage.stepUp())
    let devices = stage.api(.get, "/core/users/\(ReuseIDStage.user)/devices").json["data"]
    #expect(devices?.array?.count == 1)
    #expect(devices?[0]?["id"] == .string(ReuseIDStage.device))
    #expect(devices?[0]?["state"] == "ACTIVE")
    let operations = stage.api(.get, "/core/devices/\(ReuseIDStage.device)/transactions").json["data"]
    #expect(operations?[0]?["transactionId"] == .string(transaction))
    #expect(stage.api(.get, "/core/users/nobody/devices").status == 404)
    #expect(stage.api(.get, "/core/devices/\(ReuseIDStage.otherDevice)/transactions").status == 404)
  }

  @Test func `can be read for sixty days (3)`() throws {
    let stage = try ReuseIDStage()
    let transaction = stage.authenticated()
    stage.verifier.end()
    stage.emulator.advance(by: .seconds(60 * 86_400 - 1))
    #expect(stage.status(transaction) == "Completed")
    stage.emulator.advance(by: .seconds(1))
    #expect(stage.api(.get, "/step-up/\(transaction)").status == 404)
  }
}
