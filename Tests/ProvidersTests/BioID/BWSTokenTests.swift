import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import BioID

@Suite struct `A BWS token` {
  @Test func `has exactly the members of real ones, in their order (1_2)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let token = emulator.token()
    let jws = try JWS(parsing: token)
    #expect(JSON.object(jws.header).text() == #"{"typ":"JWT","alg":"HS256"}"#)
    let claims = try emulator.bwsClaims(token)
    #expect(claims.names == ["tokenid", "clnt", "app", "bcid", "task", "traits", "iss", "aud", "exp", "nbf"])
    #expect(
      claims["tokenid"]?.string?.wholeMatch(
        of: /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil)
    #expect(claims["clnt"] == "Demo" && claims["app"] == "demo-app" && claims["bcid"] == "bws/12/4711")
    #expect(claims["task"] == 259 && claims["traits"] == 3 && claims["iss"] == "BWS")
    #expect(claims["aud"] == "http://localhost:8080/bioid")
    let notBefore = Int(TestClock.start.seconds)
    #expect(claims["nbf"] == .integer(notBefore) && claims["exp"] == .integer(notBefore + 600))
  }

  @Test func `carries a challenge as JSON in a string, between traits and iss (18, 25)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let claims = try emulator.bwsClaims(
      emulator.token(["challenge": "true", "maxtries": "5", "challenges": "7"]))
    #expect(
      claims.names == [
        "tokenid", "clnt", "app", "bcid", "task", "traits", "challenge", "iss", "aud", "exp", "nbf",
      ])
    let lists = try JSONParser.parse(#require(claims["challenge"]?.string)).json.array ?? []
    #expect(lists.count == 5)
    for list in lists {
      let words = list.array?.compactMap(\.string) ?? []
      #expect(words.count == 7)
      #expect(words.allSatisfy { ["up", "down", "left", "right"].contains($0) })
      #expect(zip(words, words.dropFirst()).allSatisfy { $0 != $1 })
    }
  }

  @Test(
    arguments: [
      ([:], 259), (["task": "enroll"], 291), (["task": "identify"], 275),
      (["task": "livenessdetection"], 387),
      (["challenge": "true"], 771), (["autoenroll": "true"], 4355), (["livedetection": "false"], 3),
      (["maxtries": "15"], 0x10F), (["livedetection": "false", "challenge": "true"], 3),
      (["task": "livenessdetection", "livedetection": "false"], 387),
      (["task": "enroll", "autoenroll": "true"], 291),
    ] as [([String: String], Int)])
  func `says its task in bits, the tries always written out (21, 22)`(changes: [String: String], bits: Int)
    throws
  {
    let emulator = try BioIDTestWorld.emulator()
    let claims = try emulator.bwsClaims(emulator.token(changes.mapValues { Optional($0) }))
    #expect(claims["task"] == .integer(bits))
    #expect((claims["challenge"] != nil) == (bits & 0x200 != 0))
  }

  @Test func `is base64url without padding (26), and its own each time`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let (one, two) = (emulator.token(), emulator.token())
    #expect(one != two)
    #expect(!one.contains("=") && !one.contains("+") && !one.contains("/"))
  }

  @Test func `repeats byte for byte with the same seed`() throws {
    let (one, two) = (try BioIDTestWorld.emulator(), try BioIDTestWorld.emulator())
    #expect(one.token(["challenge": "true"]) == two.token(["challenge": "true"]))
  }

  @Test(arguments: BWSTokenDefect.allCases.map(\.rawValue)) func `has exactly one thing wrong:`(
    defect: String
  ) throws {
    let story = #""tokens": { "bws_token": { "defect": "\#(defect)" } }"#
    let broken = try BioIDTestWorld.emulator(stories: ["broken": story])
    let sound = try BioIDTestWorld.emulator()
    let changes: [String: String?] = ["challenge": "true"]
    let (wrong, right) = (broken.token(changes, scenario: "broken"), sound.token(changes))
    #expect(wrong != right)
    let (left, other) = (try broken.bwsClaims(wrong), try sound.bwsClaims(right))
    let changed = Set(left.names + other.names).filter { left[$0] != other[$0] }
    let expected: Set<String> =
      switch try #require(BWSTokenDefect(rawValue: defect)) {
      case .badSignature, .noAlgorithm: []
      case .wrongIssuer: ["iss"]
      case .wrongAudience: ["aud"]
      case .wrongBCID: ["bcid"]
      case .wrongTask, .missingTask: ["task"]
      case .missingTraits: ["traits"]
      case .missingExpiry: ["exp"]
      case .missingChallenge: ["challenge"]
      case .expired, .notYetValid: ["exp", "nbf"]
      }
    #expect(changed == expected)
    if !defect.hasPrefix("missing"), defect != "alg_none" { #expect(wrong.utf8.count == right.utf8.count) }
  }

  @Test(arguments: ["bad_signature", "alg_none", "expired"]) func `that is broken is refused by the Web API:`(
    defect: String
  ) throws {
    let story = #""tokens": { "bws_token": { "defect": "\#(defect)" } }"#
    let emulator = try BioIDTestWorld.emulator(stories: ["broken": story])
    let token = emulator.token(scenario: "broken")
    #expect(emulator.upload(token).status == 401)
    #expect(emulator.perform("verify", token).status == 401)
  }

  @Test func `takes claims, header, lifetime and skew from a scenario`() throws {
    let story = """
      "tokens": { "bws_token": { "claims": { "clnt": "Other", "traits": null }, "header": { "kid": "x" }, "lifetime": "1m", "issued_at": "-10s" } }
      """
    let emulator = try BioIDTestWorld.emulator(stories: ["changed": story])
    let token = emulator.token(scenario: "changed")
    let claims = try emulator.bwsClaims(token)
    #expect(claims["clnt"] == "Other" && claims["traits"] == nil)
    #expect(try JWS(parsing: token).header["kid"] == "x")
    let now = Int(TestClock.start.seconds)
    #expect(claims["nbf"] == .integer(now - 10) && claims["exp"] == .integer(now + 50))
    emulator.advance(by: .seconds(51))
    #expect(emulator.upload(token).status == 401)
  }
}
