import Flow
import ProviderKit

extension JudgeServices {
  /// Why what the story calls wrong may be right all the same, or evidence that it is not.
  func excuse(
    for story: TransactionSummary, of scenario: Scenario
  ) -> (excuse: String?, remark: String?) {
    switch scenario.expectation?.right ?? scenario.judge?.right {
    case .mustAccept?: keysNotFetched(since: story, of: scenario)
    case .mustRefuse?, .shouldRefuse?: (keptDocument(scenario) ?? unusedUserinfo(story, scenario), nil)
    case .either?, nil: (nil, nil)
    }
  }

  /// A client that is careful drops a document that is not its provider's, and goes on with the one that it has.
  private func keptDocument(_ scenario: Scenario) -> String? {
    guard scenario.strikes(discovery), !usual.fetchesDiscovery else { return nil }
    return
      "it fetched the document, and may have dropped it and gone on with the right one that it had from before:"
      + " queue \(scenario.name), start the relying party anew and log in"
  }

  /// How a document that was kept from before can be replaced by that of the story.
  func documentNotFetched(_ scenario: Scenario) -> String? {
    guard scenario.strikes(discovery) else { return nil }
    return
      "never fetched: nobody asked for the discovery document while this story was on; to have it fetched,"
      + " queue \(scenario.name), start the relying party anew and log in"
  }

  /// OpenID Connect Core §5.3.2 forbids to use the values, not the login that the id_token stands for.
  private func unusedUserinfo(_ story: TransactionSummary, _ scenario: Scenario) -> String? {
    let userinfo = ownName("userinfo")
    let places = Set(scenario.faults.map(\.endpoint) + scenario.tokens.keys.map(ownName))
    guard places == [userinfo], story.calls.contains(where: { $0.endpoint == userinfo }) else { return nil }
    return
      "it let the person in, which is right if it stands by the id_token and uses nothing of what userinfo said:"
      + " look whether it shows or keeps any of that"
  }

  var discovery: String { ownName("discovery") }

  /// What the provider calls an endpoint of OpenID Connect.
  private func ownName(_ shared: String) -> String {
    type(of: provider).vocabulary.sharedEndpoints[shared] ?? shared
  }

  /// The longest interval that careful clients keep between two fetches of a key set, so that forged tokens cannot make
  /// them fetch it each time.
  private static let longestPause = Duration.seconds(300)

  /// Why a client that did not fetch the key set again after a rotation may still do so, or evidence that it does not.
  private func keysNotFetched(
    since story: TransactionSummary, of scenario: Scenario
  ) -> (excuse: String?, remark: String?) {
    guard scenario.faults.contains(where: { $0.action == .rotateKeys }),
      let signed = story.calls.last(where: { $0.endpoint == ownName("token") })
    else { return (nil, nil) }
    let time = sandbox.environment.clock.read()
    let keys = ownName("jwks")
    let later = sandbox.unownedCalls.calls(from: signed.at, to: time.now)
    guard !later.contains(where: { $0.endpoint == keys && $0.number > signed.number }) else {
      return (nil, nil)
    }
    guard let latest = sandbox.unownedCalls.latest(at: keys) else {
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

extension Scenario {
  /// True if it strikes an endpoint.
  func strikes(_ endpoint: String) -> Bool { faults.contains { $0.endpoint == endpoint } }
}
