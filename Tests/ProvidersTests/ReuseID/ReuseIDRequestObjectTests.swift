import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import JSON
import OpenID
import Testing

@testable import ReuseID

@Suite struct `A request object of MobileID` {
  private let stage: ReuseIDStage
  private let party = RelyingParty("backend", redirectURI: ReuseIDStage.callback)

  init() throws { stage = try ReuseIDStage(clients: ReuseIDStage.any) }

  private func authorize(
    _ members: JSONObject, key: JWK? = nil, header: JSONObject = [:], client: String = "backend"
  ) throws -> TestAnswer {
    let object = try party.requestObject(members, header: header, key: key)
    return stage.authorize(["request": object, "client_id": client])
  }

  @Test func `wins over what stands beside it, the hint included`() throws {
    let bob = "userId:\(ReuseIDStage.bobUser) deviceId:\(ReuseIDStage.bobDevice)"
    let answer = try authorize(["client_id": "backend", "state": "inside", "login_hint": .string(bob)])
    #expect(answer.locationQuery["state"] == "inside" && answer.findings.isEmpty)
    let tokens = stage.exchange(ReuseIDStage.grant(answer.locationQuery["code"] ?? ""))
    let claims = try stage.claims(tokens.json["id_token"]?.string ?? "")
    #expect(claims["sub"] == .string(ReuseIDStage.bobUser))
  }

  @Test func `is refused with one answer, whatever is wrong with it`() throws {
    let now = Int(stage.emulator.clock.now.seconds)
    for (answer, rule) in [
      (try authorize([:], key: TestKeys.spares[0].jwk), "reuseid.request-object-signature"),
      (try authorize([:], header: ["alg": "none"]), "reuseid.request-object-algorithm"),
      (try authorize(["exp": .integer(now - 900)]), "reuseid.request-object-expired"),
      (try authorize(["client_id": "other"]), "reuseid.request-object-client"),
      (try authorize(["iss": "other"]), "reuseid.request-object-client"),
      (try authorize(["request_uri": "urn:x"]), "reuseid.request-object-nested"),
      (try authorize(["response_type": "id_token"]), "reuseid.request-object-response-type-mismatch"),
      (try authorize(["prompt": ["login"]]), "reuseid.request-object-member-type"),
      (stage.authorize(["request": "garbage"]), "reuseid.request-object-malformed"),
    ] {
      #expect(answer.status == 400, "\(rule)")
      #expect(answer.json["error"] == "invalid_request_object")
      #expect(answer.json["error_description"] == "Invalid JWT request")
      #expect(answer.findings == [rule])
    }
  }

  @Test
  func `is checked with the client's own keys, and let in unverified for the client that stands for any`()
    throws
  {
    let own = TestKeys.spares[0].jwk
    let keys = JSON.object(["keys": [.object(own.publicJSON)]]).text()
    let stage = try ReuseIDStage(client: #""jwks": \#(keys)"#)
    let object = try party.requestObject(
      ["state": "inside"], header: ["kid": own.kid.map(JSON.string) ?? .null], key: own)
    #expect(stage.authorize(["request": object]).locationQuery["state"] == "inside")
    let any = try authorize([:], key: own, client: "whoever")
    #expect(any.findings.contains("reuseid.request-object-unverified"))
  }
}
