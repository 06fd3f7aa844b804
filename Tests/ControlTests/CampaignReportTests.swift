import Flow
import JSON
import Testing

@testable import Control
@testable import Judge

@Suite struct `The report of a campaign` {
  @Test func `says in words that results were taken back, and why`() throws {
    let start = try #require(WebAddress("http://rp.test/login"))
    let order = Order("itsme", .start(start), in: Territory(hosts: ["rp.test"], emulator: []), cases: [])
    var campaign = Campaign(order, earlier: [CaseResult("a", .inconclusive, "refused")])
    campaign.stage = .done
    let report = { (campaign: Campaign) in
      let view = Bench.View(
        campaign: campaign, order: .null, number: 1, version: 1, began: Instant(seconds: 0),
        now: Instant(seconds: 1), moved: .zero)
      return CampaignReport(view: view, version: "1").page.text
    }
    #expect(!report(campaign).contains("taken back"))
    campaign.takenBack = "the relying party lets nobody in since a"
    #expect(report(campaign).contains("taken back, because the relying party lets nobody in since a"))
  }
}
