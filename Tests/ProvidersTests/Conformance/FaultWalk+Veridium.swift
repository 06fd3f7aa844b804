import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import Veridium

extension FaultWalk {
  static let veridium = FaultWalk(
    slug: "veridium", emulator: { try VeridiumTestWorld.emulator(stories: $0) },
    owned: [
      "authentication_request": { emulator, story in emulator.send(.begin(scenario: story)) },
      "session_status": { emulator, story in
        emulator.send(FriendCall.status(emulator.session(scenario: story)))
      },
      "session_status_async": { emulator, story in
        let session = emulator.session(scenario: story)
        _ = emulator.authenticate(session)
        return emulator.send(FriendCall.longPoll(session))
      },
      "session_opportunity": { emulator, story in emulator.send(.opportunity(scenario: story)) },
      "sdk_authenticate": { emulator, story in emulator.authenticate(emulator.session(scenario: story)) },
      "sdk_attach": { emulator, story in
        let shown = emulator.send(.opportunity(scenario: story)).json
        return emulator.app("attach", ["profileId": "bob", "sessionAlias": shown["sessionAlias"] ?? ""])
      },
      "authenticator": { emulator, story in
        emulator.get("/veridium/authenticator?session=\(emulator.session(scenario: story))", headers: browser)
      },
    ],
    unowned: [
      "static_profile": { emulator in emulator.send(FriendCall.profile("anna@example.test")) },
      "authenticators": { emulator in
        emulator.get(
          "\(TestEmulator.friendBase)/friend/Authenticators/anna",
          headers: ["X-Friend-Cert-Subject": "CN=demo-friend"])
      },
      "sdk_pending": { emulator in emulator.get("/veridium/sdk/pending?profileId=anna") },
      "signing_key": { emulator in emulator.get("/veridium/signing-key.pem") },
      "signing_certificate": { emulator in emulator.get("/veridium/signing-cert.pem") },
      "jwks": { emulator in emulator.get("/veridium/jwks.json") },
    ])
}
