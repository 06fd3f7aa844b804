import Flow
import ProviderKit

extension JudgeServices {
  /// The longest interval that careful clients keep between two fetches of a key set, so that forged tokens cannot make
  /// them fetch it each time.
  private static let longestPause = Duration.seconds(300)

  /// Why a client that did not fetch the key set again after a rotation may still do so, or evidence that it does not.
  func keysNotFetched(
    since story: TransactionSummary, of scenario: Scenario
  ) -> (excuse: String?, remark: String?) {
    guard scenario.faults.contains(where: { $0.action == .rotateKeys }),
      let signed = story.calls.last(where: { $0.endpoint == "token" })
    else { return (nil, nil) }
    let time = sandbox.environment.clock.read()
    let later = sandbox.unownedCalls.calls(from: signed.at, to: time.now)
    guard !later.contains(where: { $0.endpoint == "jwks" && $0.number > signed.number }) else {
      return (nil, nil)
    }
    guard let latest = sandbox.unownedCalls.latest(at: "jwks") else {
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
