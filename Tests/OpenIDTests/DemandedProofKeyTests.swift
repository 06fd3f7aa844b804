import EidolonTesting
import Flow
import OpenID
import Testing

@Suite struct `A client that is registered to use PKCE` {
  static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

  func authorize(_ changes: [String: String?]) throws -> TestAnswer {
    try NotaryWorld.emulator(secret: #""habits": ["pkce"]"#).authorize("secret", changes)
  }

  @Test func `is let in with a challenge of S256`() throws {
    let answer = try authorize(["code_challenge": Self.challenge, "code_challenge_method": "S256"])
    #expect(answer.locationQuery["code"] != nil && answer.findings == [])
  }

  @Test func `is refused without one, though it has a secret`() throws {
    let answer = try authorize([:])
    #expect(answer.locationQuery["error"] == "invalid_request")
    #expect(answer.locationQuery["error_description"] == "PKCE is required for this client")
    #expect(answer.findings == ["notary.pkce-enforced-missing"])
  }

  @Test(arguments: ["plain", nil] as [String?])
  func `is refused with a challenge that is the verifier itself`(method: String?) throws {
    let answer = try authorize(["code_challenge": Self.challenge, "code_challenge_method": method])
    #expect(answer.locationQuery["error"] == "invalid_request")
    #expect(answer.findings == ["notary.pkce-plain"])
  }

  @Test func `differs from others, whom a vendor may only advise`() throws {
    let open = try NotaryWorld.emulator().authorize("secret")
    #expect(open.locationQuery["code"] != nil && open.findings == [])
    let guide = Rule.Citation(title: "A guide", section: "PKCE")
    let profile = Profile(
      rules: RuleBook("x").with(.challengeAdvised, from: guide, at: Notary.EndpointName.authorize))
    #expect(RequestChecks(profile).advice(onMissing: nil).map(\.rule.identifier) == ["x.pkce-missing"])
    let key = ProofKey(challenge: Self.challenge, method: "S256")
    #expect(RequestChecks(profile).advice(onMissing: key).isEmpty)
    #expect(RequestChecks(Profile(rules: RuleBook("x"))).advice(onMissing: nil).isEmpty)
  }
}
