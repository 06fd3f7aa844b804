import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import ReuseID

@Suite struct `A client's secret at the token endpoint (RFC 6749 2_3_1)` {
  private let stage: ReuseIDStage

  init() throws {
    stage = try ReuseIDStage(clients: #""urn:app": { "secret": "a+b/c d" }, "odd": { "secret": "100%" }"#)
  }

  /// Asks for a token of the API.
  private func ask(_ authorization: String?, _ form: Form = Form()) -> TestAnswer {
    var whole: Form = ["grant_type": "client_credentials"]
    for (name, value) in form { whole.append(name, value) }
    let headers: Headers = authorization.map { ["Authorization": $0] } ?? [:]
    return stage.emulator.post("/reuseid/auth/open/connect/token", whole, headers: headers)
  }

  private func refuses(_ answer: TestAnswer) -> Bool {
    answer.status == 400 && answer.json["error"] == "invalid_client"
      && answer.header("WWW-Authenticate") == nil && answer.findings == ["reuseid.client-unauthenticated"]
  }

  @Test func `comes in the header, its parts form-encoded`() {
    for text in ["backend:a%20secret", "backend:a+secret", "urn%3Aapp:a%2Bb%2Fc+d"] {
      let answer = ask(ReuseIDStage.basic(text))
      #expect(answer.status == 200)
      #expect(answer.findings.isEmpty)
    }
  }

  @Test func `is taken as it is where it is not encoded, or does not decode, and that is said`() {
    for text in ["backend:a secret", "urn:app:a+b/c d", "odd:100%"] {
      let answer = ask(ReuseIDStage.basic(text))
      #expect(answer.status == 200)
      #expect(answer.findings == ["reuseid.basic-not-encoded"])
    }
  }

  @Test func `comes in the form`() {
    let answer = ask(nil, ["client_id": "backend", "client_secret": "a secret"])
    #expect(answer.status == 200)
    #expect(answer.findings.isEmpty)
  }

  @Test func `comes one way only (2_3)`() {
    let form: Form = ["client_id": "backend", "client_secret": "a secret"]
    let answer = ask(ReuseIDStage.basic("backend:a%20secret"), form)
    #expect(answer.status == 400 && answer.json["error"] == "invalid_request")
    #expect(answer.header("WWW-Authenticate") == nil)
    #expect(answer.findings == ["reuseid.client-authentication-twice"])
  }

  @Test func `may be accompanied by the same client_id and no other`() {
    #expect(ask(ReuseIDStage.basic("backend:a%20secret"), ["client_id": "backend"]).status == 200)
    #expect(refuses(ask(ReuseIDStage.basic("backend:a%20secret"), ["client_id": "other"])))
  }

  @Test func `may not be missing`() {
    #expect(refuses(ask(nil)))
    #expect(refuses(ask(nil, ["client_id": "backend"])))
    #expect(refuses(ask(nil, ["client_id": "backend", "client_secret": ""])))
    #expect(refuses(ask("Bearer token", ["client_id": "backend"])))
  }

  @Test(arguments: ["Basic", "Basic ?", "Basic YXBw"])
  func `is malformed without base64 or a colon`(_ header: String) {
    #expect(refuses(ask(header)))
  }

  @Test func `is compared whole, and an empty one is none`() {
    for secret in ["a%20secre", "a%20secrets", ""] {
      #expect(refuses(ask(ReuseIDStage.basic("backend:\(secret)"))))
    }
  }
}
