import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import Itsme

extension FaultWalk {
  static let itsme = FaultWalk(
    slug: "itsme", emulator: { try ItsmeTestWorld.emulator(stories: $0) },
    owned: [
      "authorize": { emulator, story in emulator.authorize(scenario: story) },
      "authorize_page": { emulator, story in
        let page = emulator.authorize(scenario: story, headers: ItsmeTestWorld.browser)
        let path = "/itsme/oidc/authorization/phone/confirmation?transaction=\(page.transaction)"
        return emulator.get(path, headers: ItsmeTestWorld.browser)
      },
      "token": { emulator, story in try emulator.exchange(emulator.code(scenario: story)) },
      "userinfo": { emulator, story in emulator.userinfo(try emulator.tokens(scenario: story).accessToken) },
    ],
    unowned: [:], members: ["authorize_page": manual], refusing: ["register"])
}
