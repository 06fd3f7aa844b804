import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

import Registry

/// Runs that a human decided through the control plane: exported, they happen again without the human.
@Suite struct `A run that a human decided` {
  /// Runs under `"phone": "manual"`, then once more in a fresh emulator with the export, and compares every answer.
  private func compare(
    _ slug: String, _ make: () throws -> TestEmulator, begin: (TestEmulator) throws -> Void,
    acts: [(after: Duration, verb: String)], finish: (TestEmulator) throws -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let first = try make()
    let byHand: JSON = ["title": "By hand", "provider": .string(slug), "phone": "manual"]
    #expect(first.steer(.post, "queue", ["scenario": byHand]).status == 201)
    try begin(first)
    let transaction = try #require(first.transactionIdentifiers.first, sourceLocation: sourceLocation)
    for (after, verb) in acts {
      first.advance(by: after)
      let acted = first.steer(.post, "transactions/\(transaction)/phone", ["do": .string(verb)])
      #expect(acted.status == 200, "\(acted.text)", sourceLocation: sourceLocation)
    }
    try finish(first)
    let replay = Replay(of: first)
    let export = first.steer(.get, "transactions/\(transaction)/export").json
    #expect(export["phone"]?.array?.count == acts.count, sourceLocation: sourceLocation)
    let second = try make()
    let queued = second.steer(.post, "queue", ["scenario": export])
    #expect(queued.status == 201, "\(queued.text)", sourceLocation: sourceLocation)
    let again = replay.send(0..<replay.entries.count, to: second)
    for (one, two) in zip(replay.said(first), again) {
      // A page offers a human what to do only where a human decides.
      if one.body.hasPrefix("<!doctype html>"), two.body.hasPrefix("<!doctype html>") { continue }
      #expect(one == two, sourceLocation: sourceLocation)
    }
    #expect(again.count > 2 && again.last?.status == 200, sourceLocation: sourceLocation)
  }

  @Test func `with itsme gives the same code and the same contents of encrypted tokens`() throws {
    let quirks = #""id_token_encryption": "RSA-OAEP", "userinfo_protection": "nested""#
    let confirmation = "/itsme/oidc/authorization/phone/confirmation"
    try compare(
      "itsme", { try ItsmeTestWorld.emulator(client: "\"quirks\": {\(quirks)}") },
      begin: { emulator in
        let page = emulator.authorize(
          RelyingParty(), ["login_hint": "32+470000002"], headers: ItsmeTestWorld.browser)
        #expect(page.status == 200)
      }, acts: [(.milliseconds(2500), "open"), (.seconds(3), "approve")],
      finish: { emulator in
        let transaction = emulator.transactionIdentifiers[0]
        let decided = emulator.get(
          "\(confirmation)?transaction=\(transaction)", headers: ItsmeTestWorld.browser)
        let tokens = try emulator.exchange(decided.locationQuery["code"] ?? "").json
        #expect(tokens["id_token"]?.string?.split(separator: ".").count == 5)
        #expect(emulator.userinfo(tokens["access_token"]?.string ?? "").status == 200)
      })
  }

  @Test func `with Swedish BankID gives the same order, codes and tokens`() throws {
    try compare(
      "criipto", { try CriiptoTestWorld.emulator() },
      begin: { emulator in
        #expect(BankIDClient(emulator: emulator).order().json["completeUrl"] != nil)
      }, acts: [(.seconds(2), "open"), (.seconds(5), "approve")],
      finish: { emulator in
        let order = BankIDClient.Order(
          emulator: emulator, json: emulator.sandbox.journal.entries()[0].exchange.response.json)
        _ = order.poll()
        let parameters = BankIDClient(emulator: emulator).parameters(order.complete())
        #expect(VerifyLogin(emulator: emulator).exchange(parameters["code"] ?? "").status == 200)
      })
  }

  @Test func `with VeridiumID gives the same session and the same states`() throws {
    try compare(
      "veridium", { try VeridiumTestWorld.emulator() },
      begin: { emulator in
        let session = emulator.session()
        #expect(emulator.status(session) == "CREATED")
      }, acts: [(.seconds(4), "approve")],
      finish: { emulator in
        let session = emulator.transactionIdentifiers[0]
        #expect(emulator.status(session) == "COMPLETED")
        #expect(emulator.status(session) == "COMPLETED")
      })
  }
}

extension Response {
  fileprivate var json: JSON { (try? JSONParser.parse(body))?.json ?? .null }
}
