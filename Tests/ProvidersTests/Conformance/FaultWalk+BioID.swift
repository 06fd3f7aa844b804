import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import BioID

extension FaultWalk {
  static let bioID = FaultWalk(
    slug: "bioid", emulator: { try BioIDTestWorld.emulator(stories: $0) },
    owned: [
      "token": { emulator, story in emulator.tokenCall(scenario: story) },
      "upload": { emulator, story in emulator.upload(emulator.token(scenario: story)) },
      "verify": { emulator, story in emulator.perform("verify", emulator.token(scenario: story)) },
      "enroll": { emulator, story in
        emulator.perform("enroll", emulator.token(["task": "enroll"], scenario: story), images: 4)
      },
      "identify": { emulator, story in
        emulator.perform("identify", emulator.token(["task": "identify"], scenario: story))
      },
      "livenessdetection": { emulator, story in
        emulator.perform("livenessdetection", emulator.token(["task": "livenessdetection"], scenario: story))
      },
      "result": { emulator, story in
        let token = emulator.token(scenario: story)
        _ = emulator.perform("verify", token)
        return emulator.result(token)
      },
      "app": { emulator, story in emulator.launch(emulator.token(scenario: story)) },
      "web_ui": { emulator, story in emulator.webUI(emulator.token(scenario: story)) },
      "connect_authorize": { emulator, story in emulator.connect(scenario: story) },
      "connect_page": { emulator, story in
        let page = emulator.connect(scenario: story, headers: browser)
        return emulator.get("/bioid/connect/consent?transaction=\(page.transaction)", headers: browser)
      },
      "connect_token": { emulator, story in
        emulator.connectToken(emulator.connectCode(scenario: story))
      },
      "connect_userinfo": { emulator, story in
        let tokens = emulator.connectToken(emulator.connectCode(scenario: story)).json
        return emulator.get(
          "/bioid/connect/userinfo", headers: BioIDTestWorld.bearer(tokens["access_token"]?.string ?? ""))
      },
      "oauth_authorization": { emulator, story in
        emulator.connect(["scope": "profile"], at: "/bioid/oauth/authorization", scenario: story)
      },
      "oauth_token": { emulator, story in
        let back = emulator.connect(["scope": "profile"], at: "/bioid/oauth/authorization", scenario: story)
        return emulator.connectToken(back.locationQuery["code"] ?? "", at: "/bioid/oauth/token")
      },
      "people_me": { emulator, story in
        let tokens = emulator.connectToken(emulator.connectCode(scenario: story)).json
        return emulator.get(
          "/bioid/people/me", headers: BioIDTestWorld.bearer(tokens["access_token"]?.string ?? ""))
      },
    ],
    unowned: [
      "isenrolled": { emulator in
        emulator.get("/bioid/extension/isenrolled?bcid=bws.12.4711", headers: BioIDTestWorld.basic())
      },
      "deleteclass": { emulator in
        emulator.send(
          Request(
            .delete, "/bioid/extension/deleteclass?bcid=bws.12.4711", headers: BioIDTestWorld.basic()))
      },
      "status": { emulator in emulator.get("/bioid/extension/status", headers: BioIDTestWorld.basic()) },
      "qualitycheck": { emulator in
        var headers = BioIDTestWorld.basic()
        headers.append("Content-Type", "text/plain")
        return emulator.send(
          Request(
            .post, "/bioid/extension/qualitycheck", headers: headers, body: Array(BioIDTestWorld.png.utf8)))
      },
      "livedetection": { emulator in
        emulator.post("/bioid/extension/livedetection", images, headers: BioIDTestWorld.basic())
      },
      "photoverify": { emulator in
        var form = images
        form.append("idphoto", BioIDTestWorld.jpeg)
        return emulator.post("/bioid/extension/photoverify", form, headers: BioIDTestWorld.basic())
      },
    ],
    members: ["connect_page": manual])

  private static let images: Form = ["liveimage1": BioIDTestWorld.png, "liveimage2": BioIDTestWorld.jpeg]
}
