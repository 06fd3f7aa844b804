import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import VideoID

extension FaultWalk {
  static let videoID = FaultWalk(
    slug: "videoid", emulator: { try VideoIDTestWorld.emulator(stories: $0) },
    owned: [
      "videoid_request": { emulator, story in emulator.ask(scenario: story).answer },
      "smileid_request": { emulator, story in emulator.ask(product: "smileid", scenario: story).answer },
      "videoscan_request": { emulator, story in emulator.ask(product: "videoscan", scenario: story).answer },
      "videoid_result": { emulator, story in result("videoid", emulator, story) },
      "smileid_result": { emulator, story in result("smileid", emulator, story) },
      "videoscan_result": { emulator, story in result("videoscan", emulator, story) },
      "videoid_file": { emulator, story in
        let run = emulator.ask(scenario: story)
        _ = emulator.start(run, #""idType": 62"#)
        // The recording is there once the video is consolidated.
        emulator.advance(by: .seconds(2))
        return emulator.get(
          "/videoid/v2/videoid.file/\(run.id)",
          headers: ["Authorization": "Bearer \(VideoIDTestWorld.token)"])
      },
      "sdk_start": { emulator, story in emulator.start(emulator.ask(scenario: story), #""idType": 62"#) },
      "sdk_continue": { emulator, story in
        let run = emulator.ask(scenario: story)
        _ = emulator.start(run, #""idType": 62, "phases": true"#)
        return emulator.postVideoID(
          "/sdk.continue", "{\"authorization\":\"\(run.authorization)\",\"phase\":\"FRONT\"}")
      },
      "sdk_act": { emulator, story in
        let run = emulator.ask(scenario: story)
        _ = emulator.start(run, #""idType": 62"#)
        return emulator.postVideoID(
          "/sdk.act", "{\"authorization\":\"\(run.authorization)\",\"do\":\"cancel\"}")
      },
      "capture": { emulator, story in
        emulator.get(
          "/videoid/v2/capture?authorization=\(emulator.ask(scenario: story).authorization)",
          headers: browser)
      },
    ],
    unowned: [
      "idtypes": { emulator in
        emulator.get(
          "/videoid/v2/videoid.idtypes", headers: ["Authorization": "Bearer \(VideoIDTestWorld.token)"])
      },
      "script": { emulator in emulator.get("/videoid/v2/js/videoid.js") },
    ],
    members: ["sdk_act": manual])

  private static func result(_ product: String, _ emulator: TestEmulator, _ story: String) -> TestAnswer {
    let run = emulator.ask(product: product, scenario: story)
    _ = emulator.start(run, #""idType": 62"#)
    return emulator.result(run, product: product)
  }
}
