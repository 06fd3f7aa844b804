import EidolonTesting
@testable import TestWorlds
import Flow
import HTTP
import JSON
import ProviderKit
import Testing

@testable import ReuseID

@Suite struct `An app that adds a method to its device, as the vendor's sample does` {
  private func begin(_ stage: ReuseIDStage) -> TestAnswer { stage.app("startAuthenticationAndActivation") }

  private func finish(_ stage: ReuseIDStage, _ changes: JSONObject = [:]) -> TestAnswer {
    var body: JSONObject = [
      "auth_method": "DEVICE:PIN", "pin_code": "2580",
      "activation_auth_method": "DEVICE:ANDROID_BIOMETRIC_PROMPT",
    ]
    for (name, value) in changes { body[name] = value }
    return stage.app("finishAuthenticationAndActivation", body)
  }

  @Test func `authenticates by PIN, and can use the method from then on`() throws {
    let stage = try ReuseIDStage()
    let begun = begin(stage)
    #expect(begun.findings.isEmpty)
    #expect(begun.json["remaining_attempts_pin"] == 3)
    #expect(begun.json["auth_methods"] == ["DEVICE:PIN"])
    #expect(
      begun.json["auth_methods_for_activation"] == [
        "DEVICE:PIN", "DEVICE:STRONG_TOUCH_ID", "DEVICE:IOS_FACE_ID", "DEVICE:ANDROID_BIOMETRIC_PROMPT",
      ])
    _ = stage.stepUp()
    _ = stage.start()
    let finger: JSONObject = ["auth_method": "DEVICE:ANDROID_BIOMETRIC_PROMPT", "pin_code": .null]
    #expect(stage.app("finishAuthentication", finger).code == 230)
    #expect(finish(stage).json == ["response_type": -1, "status": "OK"])
    #expect(stage.app("finishAuthentication", finger).status == 200)
  }

  @Test func `changes the PIN`() throws {
    let stage = try ReuseIDStage()
    _ = begin(stage)
    let change: JSONObject = ["activation_auth_method": "DEVICE:PIN", "activation_pin_code": "4711"]
    #expect(finish(stage, change).status == 200)
    _ = stage.stepUp()
    _ = stage.start()
    #expect(stage.finish().code == 214)
    #expect(stage.finish(["pin_code": "4711"]).status == 200)
  }

  @Test func `is refused before the start, too late, with a wrong PIN and with methods of no use`() throws {
    let stage = try ReuseIDStage()
    let early = finish(stage)
    #expect(early.code == 208)
    #expect(early.findings == ["reuseid.method-not-started"])
    _ = begin(stage)
    #expect(finish(stage, ["auth_method": "DEVICE"]).code == 231)
    #expect(finish(stage, ["activation_auth_method": "DEVICE"]).code == 231)
    #expect(finish(stage, ["activation_auth_method": "DEVICE:PIN"]).code == 244)
    #expect(finish(stage, ["pin_code": "1"]).code == 245)
    let wrong = finish(stage, ["pin_code": "0000"])
    #expect(wrong.code == 214 && wrong.json["error"]?["remaining_attempts"] == 2)
    #expect(finish(stage, ["pin_code": "0000"]).code == 214)
    #expect(finish(stage, ["pin_code": "0000"]).code == 226)
    #expect(begin(stage).code == 226)
    let slow = try ReuseIDStage()
    _ = begin(slow)
    slow.emulator.advance(by: .seconds(300))
    #expect(finish(slow).code == 209)
    #expect(finish(slow).code == 208)
    let without = try ReuseIDStage(device: #""auth_methods": ["DEVICE:IOS_FACE_ID"]"#)
    let refused = begin(without)
    #expect(refused.code == 234)
    #expect(refused.findings == ["reuseid.pin-first"])
  }
}
