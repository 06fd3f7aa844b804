import EidolonTesting
import JSON
import Testing

@testable import TestWorlds

/// Cases in which the request decides what is right: what nobody asked for nobody need look at, and who is safe by other
/// means need not refuse.
@Suite struct `A case that depends on the request` {
  private static let stories = `A case of several providers`.stories

  @Test(arguments: [
    (nil, "not_run", "the request has no max_age"), ("soon", "not_run", "the request has no max_age"),
    ("90000", "not_run", "the max_age of the request is longer"), ("86399", "warn", "it should be refused"),
  ])
  func `about an old auth_time is judged only where max_age asked for a younger one`(
    age: String?, result: String, words: String
  ) throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "itsme" })
    let story = try #require(Self.stories.first { $0.name == "id-token-old-auth-time" }?.story)
    let judged = try judge(story, at: stage, ["max_age": age], saw: "accepted")
    #expect(judged["result"]?.string == result && judged.text().contains(words), "\(judged.text())")
  }

  /// PKCE and the nonce may stand in for the state (RFC 9700 §2.1): what is at stake is a code of another browser.
  @Test(arguments: [
    (true, "met", "harmlessly: PKCE ties the code to the browser"),
    (false, "inconclusive", "harmlessly if it compares the nonce"), (nil, "unmet", "it must be refused"),
  ])
  func `about the state blames nobody whose code is tied to the browser otherwise`(
    hasChallenge: Bool?, result: String, words: String
  ) throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let changes: [String: String?] =
      hasChallenge.map { $0 ? ["code_challenge": Self.challenge, "code_challenge_method": "S256"] : [:] }
      ?? ["nonce": nil]
    for name in ["callback-wrong-state", "callback-missing-state"] {
      let story = try #require(Self.stories.first { $0.name == name }?.story)
      let judged = try judge(story, at: stage, changes, saw: "accepted")
      #expect(judged["result"]?.string == result && judged.text().contains(words), "\(judged.text())")
      #expect(try judge(story, at: stage, changes, saw: "refused")["result"] == "met")
    }
  }

  @Test func `about the state minds a challenge that comes again`() throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story = try #require(Self.stories.first { $0.name == "callback-wrong-state" }?.story)
    let changes = ["code_challenge": Self.challenge, "code_challenge_method": "S256", "nonce": nil]
    let judged = try judge(story, at: stage, changes, saw: "accepted", afterOneLikeIt: true)
    #expect(judged["result"] == "unmet", "\(judged.text())")
  }

  /// What only some requests let a login have; each is played after one like it, which is redeemed.
  @Test(arguments: [
    ("id-token-wrong-at-hash", ["response_type": "id_token"], "no access token comes with the token"),
    ("id-token-nonce-of-an-earlier-login", ["nonce": nil], "the request had no nonce"),
    ("callback-state-of-an-earlier-login", ["state": nil], "the request had no state"),
    ("callback-code-used-before", ["response_type": "id_token"], "the answer has no code"),
    ("callback-without-code", ["response_type": "id_token"], "the answer says so anyway"),
  ])
  func `is not run where the request leaves nothing to change`(
    name: String, changes: [String: String?], reason: String
  ) throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story = try #require(Self.stories.first { $0.name == name }?.story)
    let judged = try judge(story, at: stage, changes, saw: "accepted", afterOneLikeIt: true, redeeming: [:])
    #expect(judged["result"] == "not_run" && judged.text().contains(reason), "\(judged.text())")
  }

  /// Nothing but the nonce ties an id_token to its login, and the code flow does not demand one (OpenID Connect Core
  /// §3.1.2.1).
  @Test(arguments: [
    (["nonce": nil], "not_run", "the request had no nonce, which alone ties a token to its login"),
    (["nonce": "another nonce"], "unmet", "it must be refused"),
    (
      ["nonce": "another nonce", "response_type": "id_token"], "not_run",
      "the token does not come from the token endpoint"
    ),
    (["nonce": "another nonce", "response_type": "code id_token"], "unmet", "it must be refused"),
  ])
  func `about replayed tokens blames nobody who cannot tell them from the right ones`(
    changes: [String: String?], result: String, words: String
  ) throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story = try #require(Self.stories.first { $0.name == "token-answer-replayed" }?.story)
    let judged = try judge(story, at: stage, changes, saw: "accepted", afterOneLikeIt: true, redeeming: [:])
    #expect(judged["result"]?.string == result && judged.text().contains(words), "\(judged.text())")
  }

  @Test func `is judged by the token that can have the defect, though an earlier one cannot`() throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story = try #require(Self.stories.first { $0.name == "id-token-wrong-at-hash" }?.story)
    let judged = try judge(story, at: stage, ["response_type": "code id_token"], saw: "accepted")
    #expect(judged["result"] == "warn", "\(judged.text())")
  }

  @Test func `about the callback is not run where the login ends in an error`() throws {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story = try #require(Self.stories.first { $0.name == "callback-wrong-state" }?.story)
    let emulator = try stage.emulator([:])
    let rejected: JSON = ["providers": ["criipto"], "phone": [["do": "cancel"]]]
    _ = emulator.steer(.put, "scenarios/judge/case", story.merging(rejected))
    let answer = try stage.authorize(emulator, "case", [:])
    #expect(answer.locationQuery["error"] != nil && answer.locationQuery["state"] == "a state")
    _ = emulator.steer(.post, "saw", ["saw": "refused"])
    let judged = emulator.steer(.post, "settle", [:]).json["judged"]?[0]
    #expect(judged?["result"] == "not_run" && judged?.text().contains("the login ends in an error") == true)
  }

  @Test(arguments: [(nil, "unmet"), ("sub:2712589994", "unmet"), ("sub:1407909996", "not_run")])
  func `about a person is judged only where the request names nobody else`(hint: String?, result: String)
    throws
  {
    let stage = try #require(CaseStage.all.first { $0.slug == "criipto" })
    let story: JSON = [
      "title": "t", "providers": ["criipto"], "person": "freja",
      "judge": [
        "family": "person", "right": "must_accept", "attack": "It shuts somebody out.", "fix": "let her in",
        "clause": "OpenID Connect Core §5.1",
      ],
    ]
    let judged = try judge(story, at: stage, ["login_hint": hint], saw: "refused")
    #expect(judged["result"]?.string == result, "\(judged.text())")
  }

  /// Those of RFC 7636's appendix B.
  private static let challenge = ItsmeV2TestWorld.challenge

  /// Plays a case with one login, and says what was seen of it.
  private func judge(
    _ story: JSON, at stage: CaseStage, _ changes: [String: String?], saw: String,
    afterOneLikeIt: Bool = false, redeeming earlier: [String: String?]? = nil
  ) throws -> JSON {
    let emulator = try stage.emulator(["plain": #""note": "nothing is wrong""#])
    _ = emulator.steer(.put, "scenarios/judge/case", story.merging(["providers": [.string(stage.slug)]]))
    for name in afterOneLikeIt ? ["plain", "case"] : ["case"] {
      let changes = name == "plain" ? earlier ?? changes : changes
      let code = try stage.authorize(emulator, name, changes).callback["code"] ?? ""
      if changes["code_challenge"] != nil {
        let proof = ["code_verifier": ItsmeV2TestWorld.verifier]
        #expect(VerifyLogin(emulator: emulator).exchange(code, proof).status == 200)
      } else {
        _ = try stage.token(emulator, code)
      }
    }
    _ = emulator.steer(.post, "saw", ["saw": .string(saw)])
    return try #require(emulator.steer(.post, "settle", [:]).json["judged"]?.array?.last)
  }
}
