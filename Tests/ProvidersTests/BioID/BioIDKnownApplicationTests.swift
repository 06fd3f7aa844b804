import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import BioID

@Suite struct `An application that calls BioID again` {
  @Test func `is known by the same credentials only`() throws {
    let emulator = try BioIDTestWorld.emulator()
    #expect(emulator.tokenCall().status == 200)
    #expect(emulator.tokenCall().status == 200)
    #expect(emulator.tokenCall(headers: BioIDTestWorld.basic("demo-app", "demo-secreT")).status == 403)
    #expect(emulator.tokenCall(["id": "other-app"]).status == 403)
    let other = BioIDTestWorld.basic("other-app", "other-secret")
    #expect(emulator.tokenCall(["id": "other-app"], headers: other).status == 200)
    #expect(emulator.tokenCall(headers: other).status == 403)
    #expect(emulator.tokenCall().status == 200)
    var twice = BioIDTestWorld.basic()
    twice.append("Authorization", twice["Authorization"] ?? "")
    #expect(emulator.tokenCall(headers: twice).status == 401)
  }

  @Test func `is unknown once the world has changed`() throws {
    let third = #""third-app": { "secret": "third-secret", "storage": "bws", "partition": 12 }"#
    let emulator = try BioIDTestWorld.emulator(clients: third)
    let credentials = BioIDTestWorld.basic("third-app", "third-secret")
    for _ in 0..<2 {
      #expect(emulator.tokenCall(["id": "third-app"], headers: credentials).status == 200)
      #expect(emulator.tokenCall().text.hasPrefix("ey"))
    }
    let changed = try BioIDTestWorld.emulator(client: #""quirks": { "token_body": "json" }"#).sandbox
    emulator.sandbox.replace(changed.library, files: changed.files)
    #expect(emulator.tokenCall(["id": "third-app"], headers: credentials).status == 403)
    #expect(emulator.tokenCall().text.hasPrefix("\""))
  }

  @Test func `has every leniency reported at every call`() throws {
    let emulator = try BioIDTestWorld.emulator(clients: BioIDTestWorld.any)
    let stranger = BioIDTestWorld.basic("stranger", "x")
    for _ in 0..<2 {
      let answer = emulator.tokenCall(["id": "stranger"], headers: stranger)
      #expect(answer.status == 200)
      #expect(answer.findings.contains("bioid.client-unregistered"))
    }
  }

  @Test func `may send a parameter twice: the first counts`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let path =
      "/bioid/extension/token?id=demo-app&id=x&bcid=bws.12.4711&bcid=bws.12.4712&task=enroll&task=verify"
    let answer = emulator.get(path, headers: BioIDTestWorld.basic())
    let claims = try emulator.bwsClaims(answer.text)
    #expect(claims["bcid"] == "bws/12/4711")
    #expect(claims["task"] == .integer(0x20 | 0x100 | 3))
  }

  @Test func `is told of each parameter that the call does not have`() throws {
    let emulator = try BioIDTestWorld.emulator()
    let answer = emulator.tokenCall(["foo": "1", "Task": "enroll"])
    #expect(answer.findings == ["bioid.parameter-unknown"])
    #expect(emulator.tokenCall(["state": "scenario:none:x"]).status == 400)
  }
}
