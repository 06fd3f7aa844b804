import EidolonTesting
import Flow
import ProviderKit
import Testing

@testable import Control
@testable import Judge
@testable import TestWorlds

@Suite struct `The clock of a campaign` {
  private let emulator: TestEmulator
  private let services: JudgeServices

  init() throws {
    emulator = try VeridiumTestWorld.emulator(
      stories: ["approve": #""phone": [{ "after": "20s", "do": "approve" }]"#])
    let providers = emulator.application.providers
    services = JudgeServices(
      sandbox: emulator.sandbox, providers: providers, provider: try #require(providers.first),
      office: DeliveryOffice(), client: nil)
  }

  @Test func `moves on while a call of the relying party is held until its login changes, and not before`()
    throws
  {
    var services = services
    _ = services.answer(.arm(.approving))
    let session = emulator.session()
    let clock = emulator.sandbox.environment.clock
    let (began, skew) = (clock.now, clock.skew)
    services.advanceWhereHeld()
    #expect(clock.now == began)
    let held = emulator.send(FriendCall.longPoll(session))
    #expect(held.isHeld)
    services.advanceWhereHeld()
    #expect(clock.now == began + .seconds(20) && clock.skew == skew - .seconds(20))
    #expect(try held.answerAfterWaiting().json["status"] == "COMPLETED")
    services.advanceWhereHeld()
    #expect(clock.now == began + .seconds(20))
  }

  @Test func `is not moved beyond what happened by itself since the page was asked for`() throws {
    var services = services
    let clock = emulator.sandbox.environment.clock
    let request = WebRequest(.get, try #require(WebAddress("http://rp.test/wait")))
    let ask = { (services: inout JudgeServices) in
      _ = services.answer(.fetch(request, atMost: .seconds(1)))
    }
    let isMoved = { (services: inout JudgeServices) in
      guard case .moved(true)? = services.answer(.advance(atMost: .seconds(1))) else { return false }
      return true
    }
    _ = services.answer(.arm(.approving))
    _ = emulator.session()
    ask(&services)
    // The page says that the person is waited for; before anybody reads it, the person approves.
    emulator.advance(by: .seconds(20))
    let approved = clock.now
    #expect(isMoved(&services) && clock.now == approved && services.clockMoved == .zero)
    // Who asks again and still waits, waits for what comes next.
    ask(&services)
    #expect(isMoved(&services) && clock.now > approved && services.clockMoved == clock.now - approved)
  }

  @Test func `stops between the person's steps where the login changes by time alone`() throws {
    let emulator = try CriiptoTestWorld.emulator(stories: [
      "approve": #""phone": [{ "after": "2s", "do": "open" }, { "after": "20s", "do": "approve" }]"#
    ])
    let providers = emulator.application.providers
    var services = JudgeServices(
      sandbox: emulator.sandbox, providers: providers, provider: try #require(providers["criipto"]),
      office: DeliveryOffice(), client: nil)
    let clock = emulator.sandbox.environment.clock
    let began = clock.now
    _ = services.answer(.arm(.approving))
    let bankID = ["acr_values": "urn:grn:authn:se:bankid:another-device:qr"]
    #expect(VerifyLogin(emulator: emulator).authorize(bankID).status < 400)
    let stops = (1...3).map { _ -> Duration in
      _ = services.answer(.advance(atMost: .seconds(1)))
      return clock.now - began
    }
    // The app shows the request a second after it was opened.
    #expect(stops == [.seconds(2), .seconds(3), .seconds(20)])
  }
}
