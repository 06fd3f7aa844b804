import EidolonTesting
@testable import TestWorlds
import HTTP
import Testing

@testable import Itsme

@Suite struct `The redirect_uri of an itsme request (guide 2)` {
  @Test(arguments: [
    "http://localhost:9000/cb/", "http://localhost:9000/CB", "https://localhost:9000/cb",
    "http://LOCALHOST:9000/cb",
    "http://127.0.0.1:9000/cb", "http://localhost:9001/cb", "http://localhost:9000/share",
  ])
  func `must be the registered one to the last character, else an error page and no redirect`(uri: String)
    throws
  {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["redirect_uri": uri])
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
    #expect(answer.error == "invalid_request")
    #expect(answer.findings == ["itsme.redirect-uri-mismatch"])
  }

  @Test(arguments: ["http://localhost:9000/cb?x=1", "http://localhost:9000/cb?app=1&y=2"])
  func `must not have more in its query than was registered`(uri: String) throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["redirect_uri": uri])
    #expect(answer.status == 400 && answer.header("Location") == nil)
    #expect(answer.findings == ["itsme.redirect-uri-extra-query"])
  }

  @Test func `must be there`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["redirect_uri": nil])
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
    #expect(answer.findings == ["itsme.redirect-uri-missing"])
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:text/html,x", "/cb", "http://localhost:9000/cb#x", "",
    "http://localhost:9000/cb\r\nX: y",
  ])
  func `must be one that a browser may be sent to`(uri: String) throws {
    let answer = try ItsmeTestWorld.emulator(clients: ItsmeTestWorld.any).authorize(
      RelyingParty("ANYBODY"), ["redirect_uri": uri, "scope": "openid service:X"])
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
    #expect(
      answer.findings.contains(uri.isEmpty ? "itsme.redirect-uri-missing" : "itsme.redirect-uri-unsafe"))
  }

  @Test func `may be any of those registered for the service (section 5, 26)`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["redirect_uri": "http://localhost:9000/cb?app=1"])
    #expect(answer.header("Location")?.hasPrefix("http://localhost:9000/cb?app=1&code=") == true)
  }

  @Test func `belongs to one service and not to another of the same client`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let changes = ["scope": "openid service:EIDOLON_SHARE", "redirect_uri": "http://localhost:9000/share"]
    #expect(emulator.authorize(RelyingParty(), changes).locationQuery["code"] != nil)
    #expect(emulator.authorize(RelyingParty(), ["scope": "openid service:EIDOLON_SHARE"]).status == 400)
  }

  @Test(arguments: ["client_id", "redirect_uri"])
  func `and the client_id may not be repeated: nobody knows which one counts`(name: String) throws {
    let emulator = try ItsmeTestWorld.emulator()
    var form = emulator.request()
    form.append(name, "http://localhost:9000/share")
    let answer = emulator.get("/itsme/oidc/authorize?\(form.encoded)")
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
    #expect(answer.findings == ["itsme.parameter-repeated"])
  }

  @Test func `of an error keeps the query that it has (contract 2_6)`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(
      RelyingParty(), ["redirect_uri": "http://localhost:9000/cb?app=1", "response_type": "token"])
    #expect(
      answer.header("Location")
        == "http://localhost:9000/cb?app=1&error=invalid_request&error_description=Unsupported%20response_type%20value&state=a%20state"
    )
  }
}

@Suite struct `The client_id of an itsme request (guide 3_3)` {
  @Test func `must be there, else an error page and no redirect`() throws {
    let answer = try ItsmeTestWorld.emulator().authorize(RelyingParty(), ["client_id": nil])
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
    #expect(answer.findings == ["itsme.client-id-missing"])
  }

  @Test func `must be known, and a misspelt one is told the right one`() throws {
    let emulator = try ItsmeTestWorld.emulator()
    let answer = emulator.authorize(RelyingParty(), ["client_id": "EIDOLON_TSET"])
    #expect(answer.status == 400)
    #expect(answer.header("Location") == nil)
    #expect(answer.findings == ["itsme.client-id-unknown"])
    #expect(emulator.log.messages.contains { $0.contains("did you mean \"EIDOLON_TEST\"?") })
  }
}
