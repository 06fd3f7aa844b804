import EidolonTesting
import HTTP
import JSON

@testable import Providers

/// How a provider's owned endpoints are called within a transaction: what the tests of faults need of a new provider.
///
/// Add one here for each provider; the tests over the registry fail for an endpoint that no walk reaches.
struct FaultWalk: Sendable {
  /// The provider.
  let slug: String
  /// An emulator with a story `broken` of these members besides title and provider.
  let emulator: @Sendable (_ members: String) throws -> TestEmulator
  /// By endpoint: calls it in a transaction that takes a story by name, or none; what it answered.
  let calls: [String: @Sendable (TestEmulator, _ story: String?) throws -> TestAnswer]

  static let all = [itsme, criipto]

  static let itsme = FaultWalk(
    slug: "itsme", emulator: { try ItsmeTestWorld.emulator(stories: ["broken": $0]) },
    calls: [
      "authorize": { emulator, story in emulator.authorize(scenario: story) },
      "authorize_page": { emulator, story in
        // A page is there only while a human decides.
        let page = emulator.authorize(
          scenario: story ?? "broken", headers: ItsmeTestWorld.browser)
        let path = "/itsme/oidc/authorization/phone/confirmation?transaction=\(page.transaction)"
        return emulator.get(path, headers: ItsmeTestWorld.browser)
      },
      "token": { emulator, story in try emulator.exchange(emulator.code(scenario: story)) },
      "userinfo": { emulator, story in emulator.userinfo(try emulator.tokens(scenario: story).accessToken) },
    ])

  static let criipto = FaultWalk(
    slug: "criipto", emulator: { try CriiptoTestWorld.emulator(stories: ["broken": $0]) },
    calls: [
      "authorize": { emulator, story in VerifyLogin(emulator: emulator).authorize(scenario: story) },
      "token": { emulator, story in
        let login = VerifyLogin(emulator: emulator)
        return login.exchange(login.code(scenario: story))
      },
      "userinfo": { emulator, story in
        let login = VerifyLogin(emulator: emulator)
        return login.userinfo(login.tokens(scenario: story)["access_token"]?.string ?? "")
      },
    ])

  /// Owned endpoints that no walk reaches yet, by provider; every other one must be reached.
  static let unreached: [String: Set<String>] = [
    "criipto": [
      "select", "headless", "mitid_page", "mitid_app", "bankid_page", "bankid_app", "poll", "qr", "cancel",
      "complete",
    ]
  ]
  /// Providers that have no walk yet.
  static let withoutWalk: Set<String> = ["bioid", "reuseid", "videoid", "veridium"]
}
