import Flow
import ProviderKit

extension JudgeServices {
  /// Why a refusal may be right where the story must be accepted, or evidence that it is not.
  func excuse(
    for story: TransactionSummary, of scenario: Scenario
  ) -> (excuse: String?, remark: String?) {
    guard scenario.right == .mustAccept else { return (nil, nil) }
    return keysNotFetched(since: story, of: scenario)
  }

  /// How a document that was kept from before can be replaced by that of the story.
  func documentNotFetched(_ scenario: Scenario) -> String? {
    guard scenario.strikes(vocabulary.discovery) else { return nil }
    return
      "never fetched: nobody asked for the discovery document while this story was on; to have it fetched,"
      + " queue \(scenario.name), restart the relying party and log in"
  }

  /// The longest interval that careful clients keep between two fetches of a key set, so that forged tokens cannot make
  /// them fetch it each time.
  private static let longestPause = Duration.seconds(300)

  /// Why a client that did not fetch the key set again after a rotation may still do so, or evidence that it does not.
  private func keysNotFetched(
    since story: TransactionSummary, of scenario: Scenario
  ) -> (excuse: String?, remark: String?) {
    guard scenario.faults.contains(where: { $0.action == .rotateKeys }),
      let signed = story.calls.last(where: { $0.endpoint == vocabulary.endpoint("token") })
    else { return (nil, nil) }
    let time = sandbox.environment.clock.read()
    let keys = vocabulary.endpoint("jwks")
    let later = sandbox.unownedCalls.calls(of: type(of: provider).slug, from: signed.at, to: time.now)
    guard !later.contains(where: { $0.endpoint == keys && $0.number > signed.number }) else {
      return (nil, nil)
    }
    guard let latest = sandbox.unownedCalls.latest(at: keys, of: type(of: provider).slug) else {
      return (nil, "it has never fetched the key set, and did not for a kid that it does not know")
    }
    let age = time.real - latest
    let fetched =
      "it fetched the key set \(age.components.seconds) s ago, and not for a kid that it does not know"
    guard age < Self.longestPause else { return (nil, fetched) }
    return (
      "\(fetched), perhaps because it waits between two fetches: play it again five minutes later", nil
    )
  }
}
