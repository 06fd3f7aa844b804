import EidolonTesting
import Flow
import ProviderKit
import Testing

@testable import Control
@testable import Judge
@testable import TestWorlds

@Suite struct `The clock of a campaign` {
  @Test func `moves on while a call of the relying party is held until its login changes, and not before`()
    throws
  {
    let emulator = try VeridiumTestWorld.emulator(
      stories: ["approve": #""phone": [{ "after": "20s", "do": "approve" }]"#])
    let providers = emulator.application.providers
    var services = JudgeServices(
      sandbox: emulator.sandbox, providers: providers, provider: try #require(providers.first),
      office: DeliveryOffice(), client: nil)
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
}
