import EidolonTesting
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import TestWorlds

@Suite struct `Names that do not exist` {
  private let emulator: TestEmulator

  init() throws { emulator = try TestEmulator.withItsme() }

  /// A world with one client, and one that stands for any.
  private static let open = """
    {
      "people": { "anna": { "given_name": "Anna", "phone_number": "+32 470000001" } },
      "clients": {
        "itsme": {
          "SHOP": { "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb"] } } },
          "*": { "services": { "EIDOLON_LOGIN": { "redirect_uris": ["http://localhost:9000/cb"] } } }
        }
      }
    }
    """

  private func verify(_ request: JSON) -> TestAnswer {
    emulator.control(.post, "verify", ["request": request, "count": ["exactly": 0]])
  }

  @Test func `are refused by verify, with the closest ones`() {
    for (request, closest): (JSON, JSON) in [
      (["provider": "itsmee"], "itsme"), (["provider": "itsme", "endpoint": "tokn"], "token"),
      (["endpoint": "userinf"], "userinfo"),
      (["client": "EIDOLON_TES", "provider": "itsme"], "EIDOLON_TEST"),
      (["direction": "outgoing", "provider": "videoid", "endpoint": "Video.Complete"], "Video.Completed"),
    ] {
      let answer = verify(request)
      #expect(answer.status == 422, "\(request)")
      #expect(answer.json["closest"]?[0] == closest, "\(request): \(answer.text)")
    }
    #expect(verify(["provider": "itsme", "endpoint": "sdk_start"]).status == 422, "an endpoint of VideoID")
    // Also once there are such requests, in the other direction.
    _ = emulator.post("/itsme/oidc/token", Form())
    let outgoing = verify(["direction": "outgoing", "provider": "itsme", "endpoint": "token"])
    #expect(outgoing.status == 422, "\(outgoing.text)")
    #expect(
      verify(["provider": "itsme-v2", "endpoint": "ping"]).json["detail"]
        == "\"ping\" is a message to the client's server; say \"direction\": \"outgoing\".")
    #expect(verify(["provider": "videoid", "endpoint": "sdk_start"]).status == 200)
    #expect(verify(["provider": "itsme", "endpoint": "token", "client": "EIDOLON_TEST"]).status == 200)
  }

  @Test func `are refused by verify, as is a count that nothing can have`() {
    let answer = emulator.control(
      .post, "verify", ["request": [:], "count": ["at_least": 3, "at_most": 1]])
    #expect(answer.status == 400 && answer.text.contains("is more than at_most"), "\(answer.text)")
  }

  @Test(arguments: [
    "journal?provider=itsmee", "journal?endpoint=tokn", "journal?provider=itsme&client=EIDOLON_TES",
    "wait?provider=itsmee", "wait?state=aproved", "wait?provider=itsme&client=EIDOLON_TES",
    "transactions?state=aproved", "findings?provider=itsmee", "findings?rule=itsme.state-mising",
    "deliveries?provider=itsmee", "phone?person=ana", "events?state=aproved&timeout=1s",
    "phone?provider=itsmee",
  ])
  func `are refused by filters, with the closest ones`(path: String) {
    let answer = emulator.control(.get, path)
    #expect(answer.status == 422)
    #expect(answer.json["closest"]?.array?.isEmpty == false, "\(answer.text)")
  }

  @Test(arguments: ["journal", "findings", "events", "deliveries"])
  func `of logins that are not known are refused by filters, in a sentence`(list: String) throws {
    let emulator = try TestEmulator.withItsme()
    _ = emulator.control(.post, "sandboxes", ["name": "other"])
    for sandbox in ["", "other"] { _ = emulator.startLogin(in: sandbox) }
    let known = { (sandbox: String) in
      emulator.control(.get, "transactions", in: sandbox).json["transactions"]?[0]?["id"]?.string ?? ""
    }
    let answer = emulator.control(.get, "\(list)?transaction=\(known(""))x")
    #expect(answer.status == 404 && answer.json["closest"]?[0]?.string == known(""))
    #expect(answer.json["detail"]?.string?.hasPrefix("There is no transaction ") == true)
    #expect(emulator.control(.get, "\(list)?transaction=\(known(""))").status == 200)
    // At the root the findings are those of all sandboxes, and the journal is its own.
    let isWhole = !["journal", "deliveries"].contains(list)
    #expect(emulator.control(.get, "\(list)?transaction=\(known("other"))").status == (isWhole ? 200 : 404))
    #expect(emulator.control(.get, "\(list)?transaction=\(known(""))", in: "other").status == 404)
  }

  @Test func `do not hinder those that exist`() {
    _ = emulator.startLogin()
    for path in [
      "journal?provider=itsme&endpoint=authorize&client=EIDOLON_TEST", "wait?provider=itsme&state=approved",
      "transactions?state=ended", "transactions?state=exchanged", "wait?state=approved&client=EIDOLON_TEST",
    ] {
      #expect(emulator.control(.get, path).status == 200, "\(path)")
    }
  }

  @Test func `of clients are taken where any client may come, with a note until one was seen`() throws {
    let emulator = try TestEmulator.withItsme(["world.json": Self.open])
    let request: JSON = ["provider": "itsme", "endpoint": "authorize", "client": "SHPO"]
    let never = emulator.control(.post, "verify", ["request": request, "count": ["exactly": 0]])
    #expect(never.status == 200)
    #expect(never.json["note"]?.string?.contains("closest: SHOP") == true)
    let unmet = emulator.control(.post, "verify", ["request": request])
    #expect(unmet.status == 409 && unmet.json["detail"]?.string?.contains("was not seen yet") == true)
    let lists = ["journal", "transactions", "findings", "deliveries"]
    for list in lists {
      #expect(emulator.control(.get, "\(list)?client=SHPO").json["note"] != nil, "\(list)")
    }
    _ = emulator.startLogin(["client_id": "SHPO"])
    let seen = emulator.control(.post, "verify", ["request": request])
    #expect(seen.status == 200 && seen.json["note"] == nil)
    for list in lists {
      #expect(emulator.control(.get, "\(list)?client=SHPO").json["note"] == nil, "\(list)")
    }
    #expect(emulator.control(.get, "journal?client=SHOP").json["note"] == nil, "it has an entry")
  }

  @Test func `of clients are refused where --strict drops the one that stands for any`() throws {
    var settings = Sandbox.Settings()
    settings.isStrict = true
    let emulator = try TestEmulator.withItsme(["world.json": Self.open], settings: settings)
    let verified = emulator.control(
      .post, "verify", ["request": ["client": "SHPO"], "count": ["exactly": 0]])
    #expect(verified.status == 422 && verified.json["closest"] == ["SHOP"])
    #expect(emulator.control(.get, "journal?client=SHPO").status == 422)
    #expect(emulator.control(.post, "queue", ["scenario": "reject", "client": "SHPO"]).status == 422)
    #expect(emulator.control(.get, "queue").json["queue"] == [])
    #expect(emulator.control(.post, "queue", ["scenario": "reject", "client": "SHOP"]).status == 201)
  }

  @Test func `of clients are noted where a story is queued for one that was not seen yet`() throws {
    let emulator = try TestEmulator.withItsme(["world.json": Self.open])
    let queued = emulator.control(.post, "queue", ["scenario": "reject", "client": "SHPO"])
    #expect(queued.status == 201)
    #expect(queued.json["note"]?.string?.contains("closest: SHOP") == true)
  }

  @Test func `are known once a refused request brought them`() {
    _ = emulator.startLogin(["client_id": "SHPO"])
    #expect(emulator.control(.get, "findings?client=SHPO").json["findings"]?.array?.isEmpty == false)
  }
}
