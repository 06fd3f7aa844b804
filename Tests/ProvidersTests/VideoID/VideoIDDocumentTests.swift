import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import VideoID

@Suite struct `The documents of VideoID (contract 1_4, guide, eID provider options object)` {
  @Test func `are listed without a token, in the record form of clients`() throws {
    let answer = try VideoIDTestWorld.emulator().get("/videoid/v2/videoid.idtypes")
    #expect(answer.status == 200)
    #expect(answer.header("Content-Type") == "application/json")
    #expect(answer.header("Access-Control-Allow-Origin") == "*")
    let list = answer.json.array ?? []
    #expect(
      list.compactMap { $0["id"]?.integer } == [
        1, 2, 3, 61, 62, 123, 134, 138, 147, 169, 188, 189, 195, 245, 277,
      ])
    #expect(
      list.first { $0["id"] == 62 } == [
        "id": 62, "country": "esp", "countryName": "Spain", "type": "IdCard", "name": "DNI", "kind": "DNI",
        "icao": "TD1", "scanWidth": 480,
      ])
    #expect(list.first { $0["id"] == 195 }?["icao"] == "EULICENSE")
    for record in list {
      #expect(["IdCard", "Passport", "DriverLicense"].contains(record["type"]?.string))
      #expect(record["country"]?.string?.wholeMatch(of: /[a-z]{3}/) != nil)
    }
  }

  private func shown(_ start: String) throws -> (answer: TestAnswer, classification: String?, issuer: String?)
  {
    let emulator = try VideoIDTestWorld.emulator()
    let run = emulator.ask()
    let answer = emulator.start(run, start)
    let document = emulator.result(run).json["document"]
    return (answer, document?["classification"]?.string, document?["issuer"]?.string)
  }

  @Test(arguments: [
    (#""docType":61"#, "Passport", "ESP"), (#""idType":195"#, "DriverLicense", "ESP"),
    (#""docTypes":[138,123]"#, "Passport", "NOR"),
    (#""docTypes":[138,123],"defaultId":123"#, "IdCard", "NOR"),
    (#""docTypes":[62,61]"#, "IdCard", "ESP"),
    (#""docType":138,"docTypes":[138,123],"defaultId":138"#, "Passport", "NOR"),
    ("", "IdCard", "ESP"),
    // The guide's own example.
    (#""docType":1,"docTypes":[1,2,3],"defaultId":1"#, "IdCard", "UTO"),
    (#""docType":2"#, "Passport", "UTO"), (#""docType":3"#, "DriverLicense", "UTO"),
  ])
  func `are chosen as the SDK's options say`(options: String, classification: String, issuer: String) throws {
    let shown = try shown(options)
    #expect(shown.answer.json["event"] == "completed")
    #expect(shown.answer.findings.isEmpty)
    #expect(shown.issuer == issuer)
    // Without any option the person shows the first of the list that the person has.
    #expect(shown.classification == classification)
  }

  @Test func `outside the list end the SDK`() throws {
    let shown = try shown(#""docType":4711"#)
    #expect(shown.answer.json["code"] == "DOCUMENT_NOT_SUPPORTED")
    #expect(shown.answer.findings == ["videoid.document-type-unknown"])
    #expect(try self.shown(#""docTypes":[4711]"#).answer.json["code"] == "DOCUMENT_NOT_SUPPORTED")
    let partly = try self.shown(#""docTypes":[4711,62]"#)
    #expect(partly.classification == "IdCard")
    #expect(partly.answer.findings == ["videoid.document-type-unknown"])
  }

  @Test(arguments: [
    #""docType":"abc""#, #""docTypes":["61"]"#, #""docTypes":61"#, #""minSimilarityLevel":3"#,
    #""product":"nonsense""#, #""phases":"true""#,
  ])
  func `are asked for by options of the right type; others are reported:`(option: String) throws {
    let shown = try shown(option)
    #expect(shown.answer.json["event"] == "completed")
    #expect(shown.answer.findings == ["videoid.option-malformed"])
  }

  @Test func `outside the list are not defaults either`() throws {
    let shown = try shown(#""docTypes":[62],"defaultId":9999"#)
    #expect(shown.answer.json["event"] == "completed")
    #expect(shown.answer.findings == ["videoid.document-type-unknown"])
  }

  @Test func `outside docTypes are shown, and reported`() throws {
    let shown = try shown(#""docType":61,"docTypes":[62]"#)
    #expect(shown.classification == "Passport")
    #expect(shown.answer.findings == ["videoid.document-outside-list"])
  }

  @Test func `have a default only together with docTypes`() throws {
    let shown = try shown(#""defaultId":62"#)
    #expect(shown.answer.json["event"] == "completed")
    #expect(shown.answer.findings == ["videoid.default-without-list"])
  }

  @Test func `are those that the person has, also where the wizard preselects another`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: [
      "passport": """
      "person": { "like": "anna", "documents": [ { "type": "Passport", "country": "esp", "number": "TEST00002" } ] }
      """
    ])
    for start in ["", #""docTypes":[62,61]"#, #""docTypes":[62,61],"defaultId":62"#] {
      let document = emulator.completed(start, scenario: "passport")["document"]
      #expect(document?["passportNumber"] == "TEST00002")
    }
  }

  @Test func `are those that the person has, by either code of the country`() throws {
    let emulator = try VideoIDTestWorld.emulator(stories: ["old": #""person": "old""#])
    #expect(emulator.completed(scenario: "old")["document"]?["documentNumber"] == "TEST00012")
  }
}
