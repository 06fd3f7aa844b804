import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JOSE
import JSON
import Testing

@testable import VideoID

@Suite struct `The result of VideoID (contract 1_2 and 1_3)` {
  static let stories = Dictionary(
    uniqueKeysWithValues: ResultDefect.allCases.map {
      ($0.rawValue.filter { $0 != "_" }, #""tokens": { "result": { "defect": "\#($0.rawValue)" } }"#)
    })

  private func defective(_ defect: ResultDefect, _ more: String = "") throws -> JSON {
    try VideoIDTestWorld.emulator(stories: Self.stories).completed(
      more, scenario: defect.rawValue.filter { $0 != "_" })
  }

  @Test func `has the members that clients parse`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask(#"{"process":"Unattended","tenantId":"my tenant"}"#)
    emulator.advance(by: .seconds(5))
    _ = emulator.start(run, #""idType":62,"minSimilarityLevel":"Low""#)
    let result = emulator.result(run).json
    #expect(
      result.object?.names == [
        "id", "process", "status", "tenantId", "request", "completion", "document", "features", "biometrics",
        "securityChecks",
      ])
    #expect(result["id"]?.string == run.id)
    #expect(result["status"] == "Completed")
    #expect(result["tenantId"] == "my tenant")
    #expect(result["request"] == ["date": 1_795_262_400_000, "minSimilarityLevel": "Low"])
    #expect(result["completion"] == ["date": 1_795_262_405_000])
    #expect(result["biometrics"]?["face"]?["similarityLevel"] == "High")
  }

  @Test func `describes the card that was shown`() throws {
    let document = try VideoIDTestWorld.emulator().completed(#""idType":62"#)["document"]
    #expect(document?["classification"] == "IdCard")
    #expect(document?["type"] == "TD1")
    #expect(document?["issuer"] == "ESP")
    #expect(document?["expiryDate"] == "320110")
    #expect(document?["documentNumber"] == "TEST00001")
    #expect(document?["passportNumber"] == nil)
    #expect(document?["front"] != nil && document?["back"] != nil && document?["scan"] == nil)
    let subject = document?["subject"]
    #expect(subject?["primaryName"] == "PEETERS")
    #expect(subject?["secondaryName"] == "ANNA")
    #expect(subject?["birthDate"] == "900714")
    #expect(subject?["sex"] == "F")
    #expect(subject?["nationality"] == "BEL")
    #expect(subject?["personalNumber"] == "00000001R")
    #expect(subject?["address"] == "Jekerstraat 39, 3700 Tongeren")
  }

  @Test func `has a passport's number and picture under other names`() throws {
    let document = try VideoIDTestWorld.emulator().completed(#""idType":61"#)["document"]
    #expect(document?["type"] == "TD3")
    #expect(document?["passportNumber"] == "TEST00002")
    #expect(document?["documentNumber"] == nil)
    #expect(document?["scan"] != nil && document?["front"] == nil && document?["back"] == nil)
  }

  @Test func `has pictures that are JPEGs as base64 without a data prefix`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let card = emulator.completed(#""idType":62"#)
    let passport = emulator.completed(#""idType":61"#)
    let pictures = [
      card["document"]?["front"], card["document"]?["back"], card["document"]?["subject"]?["photo"],
      card["biometrics"]?["face"]?["image"], passport["document"]?["scan"],
    ]
    for picture in pictures {
      let bytes = try Base64.decode(try #require(picture?.string))
      #expect(bytes.starts(with: [0xFF, 0xD8, 0xFF]) && bytes.suffix(2) == [0xFF, 0xD9])
    }
  }

  @Test func `says where on the document each feature was found`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    for (idType, members) in [
      (62, ["chip", "flag", "signature", "initials", "hologram", "photo"]),
      (61, ["signature", "hologram", "photo"]), (195, ["signature", "photo", "badge1", "euroBadge"]),
    ] {
      let features = emulator.completed("\"idType\":\(idType)")["features"]?.object
      #expect(features?.names == members)
      for (_, feature) in features ?? [:] {
        #expect(feature.object?.names == ["name", "found", "bbox", "side"])
        #expect(feature["bbox"]?.object?.names == ["x", "y", "width", "height"])
      }
    }
  }

  @Test func `has a check for each thing that was looked at, all passed for anna`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let card = emulator.completed(#""idType":62"#)["securityChecks"]?.object ?? [:]
    #expect(
      card.names == [
        "initialsMatch", "nonExpired", "notUnderage", "dataIntegrity", "notBWCopy", "sidesMatch", "liveness",
      ])
    #expect(card.allSatisfy { $0.value["passed"] == true && $0.value["name"] != nil })
    #expect(emulator.completed(#""idType":61"#)["securityChecks"]?["sidesMatch"] == nil)
  }

  @Test func `fails the checks that the person's document and age fail`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "old": #""person": "old""#, "minor": #""person": "minor""#,
    ])
    let old = emulator.completed(scenario: "old")
    #expect(old["securityChecks"]?["nonExpired"]?["passed"] == false)
    #expect(old["document"]?["expiryDate"] == "190501")
    #expect(old["document"]?["subject"]?["birthDate"] == "260102")
    #expect(old["status"] == "Completed")
    #expect(emulator.completed(scenario: "minor")["securityChecks"]?["notUnderage"]?["passed"] == false)
  }

  @Test func `is complete however little the world knows of the person`() throws {
    let emulator = try VideoIDTestWorld.emulator(
      stories: [
        "bob": #""person": "bob""#, "missing": #""person": "bob", "quirks": { "absent_values": "missing" }"#,
      ])
    let subject = emulator.completed(scenario: "bob")["document"]?["subject"]
    #expect(subject?["primaryName"] == "MAES" && subject?["secondaryName"] == "MAES")
    for member in ["sex", "personalNumber", "address"] { #expect(subject?[member] == "") }
    // Clients demand a date of birth: it is made up, and a grown-up's.
    #expect(subject?["birthDate"]?.string?.wholeMatch(of: /[6-9][0-9]0101/) != nil)
    let document = emulator.completed(scenario: "bob")["document"]
    #expect(document?["documentNumber"]?.string?.wholeMatch(of: /TEST[0-9]{5}/) != nil)
    let without = emulator.completed(scenario: "missing")["document"]?["subject"]?.object
    #expect(without?.names == ["primaryName", "secondaryName", "birthDate", "nationality", "photo"])
  }

  @Test(arguments: ResultDefect.allCases.filter { $0.failedCheck != nil })
  func `fails exactly the check of the defect`(defect: ResultDefect) throws {
    let result = try defective(defect, #""idType":62"#)
    #expect(result["status"] == "Completed")
    let failed = (result["securityChecks"]?.object ?? [:]).filter { $0.value["passed"] == false }.map(\.name)
    #expect(failed == [defect.failedCheck ?? ""])
  }

  @Test func `has the similarity of the defect`() throws {
    for (defect, level) in [
      (ResultDefect.verySmallSimilarity, "VeryLow"), (.smallSimilarity, "Low"), (.mediumSimilarity, "Medium"),
    ] {
      let result = try defective(defect)
      #expect(result["biometrics"]?["face"]?["similarityLevel"]?.string == level)
    }
  }

  @Test func `lacks or alters exactly what the other defects say`() throws {
    #expect(try defective(.missingDocumentNumber)["document"]?["documentNumber"] == nil)
    #expect(try defective(.emptyExpiryDate)["document"]?["expiryDate"] == "")
    #expect(try defective(.missingFront)["document"]?["front"] == nil)
    let emulator = try VideoIDTestWorld.emulator(stories: Self.stories)
    let run = emulator.ask(scenario: "wrongid")
    _ = emulator.start(run)
    let id = emulator.result(run).json["id"]?.string ?? ""
    #expect(id != run.id && id.count == run.id.count && VideoID.isUUID(id))
    #expect(try defective(.errorMember).object?.names == ["error", "message"])
  }

  @Test func `is merged with what a scenario says`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "changed":
        #""tokens": { "result": { "claims": { "document": { "subject": { "address": null, "sex": "M" } }, "biometrics": { "face": { "similarityLevel": "Medium" } } } } }"#
    ])
    let result = emulator.completed(scenario: "changed")
    #expect(result["document"]?["subject"]?["address"] == nil)
    #expect(result["document"]?["subject"]?["sex"] == "M")
    #expect(result["document"]?["subject"]?["primaryName"] == "PEETERS")
    #expect(result["biometrics"]?["face"]?["similarityLevel"] == "Medium")
  }

  @Test func `has no member named error anywhere`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    for result in [emulator.completed(), emulator.completed(#""idType":61"#)] {
      #expect(!Self.names(in: result).contains("error"))
    }
  }

  private static func names(in json: JSON) -> [String] {
    switch json {
    case .array(let elements): elements.flatMap { names(in: $0) }
    case .object(let members): members.names + members.flatMap { names(in: $0.value) }
    default: []
    }
  }

  @Test func `says little before the completion, and that it was read early`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "slow": #""phone": [{ "after": "5s", "do": "complete" }]"#
    ])
    let run = emulator.ask(scenario: "slow")
    let early = emulator.result(run)
    #expect(early.json.object?.names == ["id", "process", "status", "tenantId", "request"])
    #expect(early.json["status"] == "Requested")
    #expect(early.findings == ["videoid.result-read-early"])
    let held = emulator.start(run)
    #expect(held.isHeld)
    #expect(emulator.result(run).json["status"] == "Started")
    emulator.advance(by: .seconds(5))
    #expect(emulator.result(run).json["status"] == "Completed")
    #expect(emulator.result(run).findings.isEmpty)
    #expect(held.resume?().json["event"] == "completed")
  }

  @Test func `has the status of how a run ended`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "cancel": #""phone": [{ "do": "cancel" }]"#, "camera": #""phone": [{ "do": "refuse_camera" }]"#,
    ])
    for (story, status) in [("cancel", "Canceled"), ("camera", "Failed")] {
      let result = emulator.completed(scenario: story)
      #expect(result["status"]?.string == status)
      #expect(result["completion"] == nil && result["document"] == nil)
    }
  }

  @Test func `is not there for an id that no run has`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let headers: Headers = ["Authorization": "Bearer \(VideoIDTestWorld.token)"]
    let unknown = emulator.get("/videoid/v2/videoid/87a819bd-9419-417a-9e55-cab8789d4115", headers: headers)
    #expect(unknown.status == 404)
    #expect(unknown.json["error"] == "not_found")
    #expect(unknown.findings == ["videoid.id-unknown"])
    let confused = emulator.get("/videoid/v2/videoid/\(run.authorization)", headers: headers)
    #expect(confused.status == 404)
    #expect(confused.findings == ["videoid.authorization-as-id"])
    #expect(emulator.findings(on: run) == ["videoid.authorization-as-id"])
  }

  @Test func `of a product is not there for another`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask(product: "videoscan")
    #expect(emulator.result(run, product: "videoscan").status == 200)
    let answer = emulator.result(run, product: "videoid")
    #expect(answer.status == 404)
    #expect(answer.findings == ["videoid.id-of-other-product"])
  }

  @Test func `of a scan has no face, and of a smile no document`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let scan = emulator.completed(product: "videoscan")
    #expect(scan["biometrics"] == nil && scan["document"] != nil)
    let smile = emulator.completed(product: "smileid")
    #expect(smile["biometrics"] != nil && smile["document"] == nil && smile["features"] == nil)
  }

  @Test func `fails with 200 where the quirk says so`() throws {
    let emulator = try VideoIDTestWorld.emulator(client: #""quirks": { "error_status": "always_200" }"#)
    let answer = emulator.get(
      "/videoid/v2/videoid/unknown", headers: ["Authorization": "Bearer \(VideoIDTestWorld.token)"])
    #expect(answer.status == 200)
    #expect(answer.json["error"] == "not_found")
    #expect(emulator.ask("[]").answer.status == 400)
  }

  @Test func `has a video that can be fetched once it is completed`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let headers: Headers = ["Authorization": "Bearer \(VideoIDTestWorld.token)"]
    #expect(emulator.get("/videoid/v2/videoid.file/\(run.id)", headers: headers).status == 404)
    _ = emulator.start(run)
    let video = emulator.get("/videoid/v2/videoid.file/\(run.id)", headers: headers)
    #expect(video.status == 200)
    #expect(video.header("Content-Type") == "video/webm")
    #expect(video.response?.body.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) == true)
    #expect(emulator.get("/videoid/v2/videoid.file/\(run.id)").status == 401)
  }

  @Test func `that nobody reads is reported when the run is forgotten`() throws {
    let emulator = try VideoIDTestWorld.emulator()
    let careful = emulator.ask()
    _ = emulator.start(careful)
    _ = emulator.result(careful)
    emulator.advance(by: .seconds(7200))
    let rules = { emulator.log.events.flatMap(\.fields).filter { $0.name == "rule" }.map(\.value) }
    #expect(!rules().contains("videoid.result-never-read"))
    _ = emulator.start(emulator.ask())
    emulator.advance(by: .seconds(7200))
    #expect(rules().contains("videoid.result-never-read"))
  }

  @Test(arguments: [
    #""at": "sdk_start", "times": 1, "do": "lose_answer""#, #""at": "sdk_start", "do": "delay", "by": "1s""#,
  ])
  func `that nobody reads is the client's doing only if a fault did not hide the end`(fault: String) throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["s": "\"faults\": [{ \(fault) }]"])
    let isHidden = fault.contains("lose_answer")
    let run = emulator.ask(scenario: "s")
    _ = emulator.start(run)
    #expect(emulator.state(run) == "completed")
    let again = emulator.start(run)
    #expect(again.json["code"] == "AUTHORIZATION_USED")
    #expect(again.findings == (isHidden ? [] : ["videoid.authorization-used"]))
    emulator.advance(by: .seconds(7200))
    let rules = emulator.log.events.flatMap(\.fields).filter { $0.name == "rule" }.map(\.value)
    #expect(rules.contains("videoid.result-never-read") != isHidden)
  }

  @Test func `that nobody reads is reported where the capture page showed the end after all`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "s": #""faults": [{ "at": "sdk_start", "times": 1, "do": "lose_answer" }]"#
    ])
    let run = emulator.ask(scenario: "s")
    _ = emulator.start(run)
    let page = emulator.get("/videoid/v2/capture?authorization=\(run.authorization)")
    #expect(page.text.contains("data-testid=\"video-id\">\(run.id)<"))
    emulator.advance(by: .seconds(7200))
    let rules = emulator.log.events.flatMap(\.fields).filter { $0.name == "rule" }.map(\.value)
    #expect(rules.contains("videoid.result-never-read"))
  }
}
