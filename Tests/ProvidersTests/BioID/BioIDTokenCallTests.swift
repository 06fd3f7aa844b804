import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import BioID

@Suite struct `The token call of BioID` {
  @Test func `answers the bare token as text, whatever Accept says (1_1, 14 and 15)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for accept in [nil, "text/plain", "application/json", "*/*"] {
      var headers = BioIDTestWorld.basic()
      if let accept { headers.append("Accept", accept) }
      let answer = emulator.tokenCall(headers: headers)
      #expect(answer.status == 200)
      #expect(answer.header("Content-Type") == "text/plain")
      #expect(answer.text.split(separator: ".").count == 3)
      #expect(!answer.text.contains("\""))
    }
  }

  @Test func `wants Basic: what is missing or unreadable is 401, what is wrong 403 (5)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let unauthorized: [Headers] = [
      [:], ["Authorization": "Bearer x"], ["Authorization": "Basic !"], ["Authorization": "Basic"],
    ]
    for headers in unauthorized {
      let answer = emulator.tokenCall(headers: headers)
      #expect(answer.status == 401)
      #expect(answer.header("WWW-Authenticate")?.hasPrefix("Basic") == true)
      #expect(answer.json["Message"]?.string?.isEmpty == false)
    }
    for headers in [BioIDTestWorld.basic("demo-app", "wrong"), BioIDTestWorld.basic("nobody", "demo-secret")]
    {
      let answer = emulator.tokenCall(headers: headers)
      #expect(answer.status == 403)
      #expect(answer.json["Message"]?.string?.isEmpty == false)
    }
  }

  @Test func `wants the id, and it is the name of the credentials (2)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(emulator.tokenCall(["id": nil]).status == 400)
    #expect(emulator.tokenCall(["id": "other-app"]).status == 403)
  }

  @Test(arguments: ["bws.12.4711", "bws/12/4711", "bws.12/4711"])
  func `takes a BCID with periods and slashes, and writes slashes (3, 4)`(bcid: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    let path = "/bioid/extension/token?id=demo-app&bcid=\(bcid)"
    let answer = emulator.get(path, headers: BioIDTestWorld.basic())
    #expect(try emulator.bwsClaims(answer.text)["bcid"] == "bws/12/4711")
    #expect(try emulator.bwsClaims(emulator.token(["bcid": bcid]))["bcid"] == "bws/12/4711")
  }

  @Test(arguments: [
    "bws.12", "bws.12.4711.1", "bws.x.1", "b-s.12.1", "", "bws.12.99999999999999999999", "bws.12.-4711",
    "bws.-12.1",
  ]) func `refuses what is no BCID (4, 5)`(bcid: String) throws {
    #expect(try BioIDTestWorld.emulator().tokenCall(["bcid": bcid]).status == 400)
  }

  @Test func `refuses a BCID of another storage or partition (53)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(emulator.tokenCall(["bcid": "bws.13.4711"]).status == 403)
    #expect(emulator.tokenCall(["bcid": "bwt.12.4711"]).status == 403)
  }

  @Test(arguments: [
    ("task", "login"), ("task", "Verify"), ("maxtries", "0"), ("maxtries", "16"), ("maxtries", "three"),
    ("livedetection", "yes"), ("challenge", "1"), ("challenges", "1"), ("challenges", "8"),
    ("autoenroll", ""),
    ("traits", "Iris"), ("traits", ""),
  ]) func `refuses values out of range (6 to 13)`(name: String, value: String) throws {
    let answer = try BioIDTestWorld.emulator().tokenCall([name: value])
    #expect(answer.status == 400)
    #expect(answer.json["Message"]?.string?.isEmpty == false)
  }

  @Test func `needs no BCID for livenessdetection alone (3)`() throws {
    let emulator = try BioIDTestWorld.emulator()
    for task in ["verify", "enroll", "identify"] {
      #expect(emulator.tokenCall(["task": task, "bcid": nil]).status == 400)
    }
    let claims = try emulator.bwsClaims(emulator.token(["task": "livenessdetection", "bcid": nil]))
    #expect(claims["bcid"] == nil)
  }

  @Test(arguments: [
    ("face,periocular", 3), ("Face, Periocular", 3), ("VOICE", 4), ("Face,Periocular,Voice", 7),
    ("periocular", 2),
  ]) func `takes traits in any case, with blanks (12)`(text: String, bits: Int) throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(try emulator.bwsClaims(emulator.token(["traits": text]))["traits"] == .integer(bits))
  }

  @Test(arguments: ["true", "True", "TRUE"]) func `takes switches in any case (13)`(word: String) throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(try emulator.bwsClaims(emulator.token(["challenge": word]))["task"] == 771)
  }

  @Test func `lets a client that is not registered in, with a finding, and not under strict`() throws {
    let headers = BioIDTestWorld.basic("new-app", "anything")
    let lenient = try BioIDTestWorld.emulator(clients: BioIDTestWorld.any)
    let answer = lenient.tokenCall(["id": "new-app", "bcid": "any.1.1"], headers: headers)
    #expect(answer.status == 200)
    #expect(answer.findings.contains("bioid.client-unregistered"))
    #expect(try lenient.bwsClaims(answer.text)["app"] == "new-app")
    let strict = try BioIDTestWorld.emulator(clients: BioIDTestWorld.any) { $0.isStrict = true }
    #expect(strict.tokenCall(["id": "new-app"], headers: headers).status == 403)
  }

  @Test func `names the closest scenario when one is asked for that does not exist`() throws {
    let emulator = try BioIDTestWorld.emulator(stories: ["wrong-face": ""])
    let answer = emulator.tokenCall(scenario: "wrong-fase")
    #expect(answer.status == 400)
    #expect(answer.text.contains("wrong-face"))
    #expect(answer.findings == ["bioid.scenario-unknown"])
  }
}
