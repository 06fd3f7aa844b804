import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import ReuseID

extension FaultWalk {
  static let reuseID = FaultWalk(
    slug: "reuseid", emulator: { try ReuseIDStage(stories: $0).emulator },
    owned: openIDCalls.merging(backendCalls) { $1 }.merging(appCalls) { $1 },
    unowned: [
      "user": { emulator in
        ReuseIDStage(emulator).api(.get, "/core/users/\(ReuseIDStage.user)")
      },
      "user_devices": { emulator in
        ReuseIDStage(emulator).api(.get, "/core/users/\(ReuseIDStage.user)/devices")
      },
      "device_transactions": { emulator in
        ReuseIDStage(emulator).api(.get, "/core/devices/\(ReuseIDStage.device)/transactions")
      },
      "device_lock": { emulator in
        ReuseIDStage(emulator).api(.post, "/core/devices/\(ReuseIDStage.device)/lock")
      },
      "device_unlock": { emulator in
        ReuseIDStage(emulator).api(.post, "/core/devices/\(ReuseIDStage.device)/unlock")
      },
      "load_config": { emulator in ReuseIDStage(emulator).app("loadConfig", ["registration_id": .null]) },
      "push": { emulator in
        emulator.get("/reuseid/mobileid/app/push?registration_id=\(ReuseIDStage.device)")
      },
      "start_authentication_and_activation": { emulator in
        ReuseIDStage(emulator).app("startAuthenticationAndActivation")
      },
      "finish_authentication_and_activation": { emulator in
        let stage = ReuseIDStage(emulator)
        _ = stage.app("startAuthenticationAndActivation")
        return stage.app(
          "finishAuthenticationAndActivation",
          [
            "auth_method": "DEVICE:PIN", "pin_code": "2580", "activation_auth_method": "DEVICE:IOS_FACE_ID",
          ])
      },
      "deactivate": { emulator in ReuseIDStage(emulator).app("deactivate", ["only_locally": true]) },
    ],
    members: ["authorize_page": manual])

  private static let openIDCalls: [String: Owned] = [
    "authorize": { emulator, story in ReuseIDStage(emulator).authorize(scenario: story) },
    "authorize_page": { emulator, story in
      let page = ReuseIDStage(emulator).authorize(scenario: story, headers: browser)
      return emulator.get(
        "/reuseid/auth/open/connect/wait?transaction=\(page.transaction)", headers: browser)
    },
    "inapp_status": { emulator, story in
      let links = ReuseIDStage(emulator).older(scenario: story).json
      return emulator.get(links["statusUrl"]?.string ?? "")
    },
    "inapp_complete": { emulator, story in
      let stage = ReuseIDStage(emulator)
      let links = stage.older(scenario: story).json
      _ = stage.start()
      _ = stage.finish()
      return emulator.get(links["completeUrl"]?.string ?? "")
    },
    "inapp_cancel": { emulator, story in
      let links = ReuseIDStage(emulator).older(scenario: story).json
      return emulator.get((links["statusUrl"]?.string ?? "").replacing("/status/", with: "/cancel/"))
    },
    "ciba": { emulator, story in ReuseIDStage(emulator).backchannel(scenario: story) },
    "token": { emulator, story in
      let stage = ReuseIDStage(emulator)
      let code = stage.authorize(scenario: story).locationQuery["code"] ?? ""
      return stage.exchange(ReuseIDStage.grant(code))
    },
    "userinfo": { emulator, story in
      let stage = ReuseIDStage(emulator)
      let code = stage.authorize(scenario: story).locationQuery["code"] ?? ""
      let token = stage.exchange(ReuseIDStage.grant(code)).json["access_token"]?.string ?? ""
      return emulator.get(
        "/reuseid/auth/open/connect/userinfo", headers: ["Authorization": "Bearer \(token)"])
    },
  ]

  private static let backendCalls: [String: Owned] = [
    "onboarding_start": { emulator, story in ReuseIDStage(emulator).onboard(story) },
    "onboarding_status": { emulator, story in
      let stage = ReuseIDStage(emulator)
      return stage.api(.get, "/onboarding/\(stage.transaction(stage.onboard(story)))")
    },
    "step_up_start": { emulator, story in ReuseIDStage(emulator).stepUp(scenario: story) },
    "step_up_status": { emulator, story in
      let stage = ReuseIDStage(emulator)
      return stage.api(.get, "/step-up/\(stage.transaction(stage.stepUp(scenario: story)))")
    },
    "authentication_start": { emulator, story in ReuseIDStage(emulator).authentication(scenario: story) },
    "operation_result": { emulator, story in
      let stage = ReuseIDStage(emulator)
      return stage.api(.get, "/core/transactions/\(stage.transaction(stage.stepUp(scenario: story)))")
    },
    "server_authentication_start": { emulator, story in ReuseIDStage(emulator).startOnServer(story) },
    "server_authentication": { emulator, story in
      let stage = ReuseIDStage(emulator)
      let id = stage.startOnServer(story).json["id"]?.string ?? ""
      return stage.onServer(.get, "/authentications/\(id)")
    },
    "server_enrollment_start": { emulator, story in
      ReuseIDStage(emulator).onServer(.post, "/enrollments", [:], story: story)
    },
    "server_enrollment": { emulator, story in
      let stage = ReuseIDStage(emulator)
      let id = stage.onServer(.post, "/enrollments", [:], story: story).json["id"]?.string ?? ""
      return stage.onServer(.get, "/enrollments/\(id)")
    },
  ]

  private static let appCalls: [String: Owned] = [
    "start_activation": { emulator, story in
      let stage = ReuseIDStage(emulator)
      return stage.startActivation(stage.onboard(story))
    },
    "finish_activation": { emulator, story in
      let stage = ReuseIDStage(emulator)
      let registration = stage.startActivation(stage.onboard(story)).json["registration_id"] ?? .null
      return stage.app(
        "finishActivation",
        ["registration_id": registration, "auth_method": "DEVICE:PIN", "pin_code": "4711"])
    },
    "start_authentication": { emulator, story in
      let stage = ReuseIDStage(emulator)
      _ = stage.stepUp(scenario: story)
      return stage.start()
    },
    "finish_authentication": { emulator, story in
      let stage = ReuseIDStage(emulator)
      _ = stage.stepUp(scenario: story)
      _ = stage.start()
      return stage.finish()
    },
    "cancel_session": { emulator, story in
      let stage = ReuseIDStage(emulator)
      _ = stage.stepUp(scenario: story)
      _ = stage.start()
      return stage.app("cancelSession")
    },
  ]
}

extension ReuseIDStage {
  fileprivate func onboard(_ story: String) -> TestAnswer {
    api(.post, "/onboarding", ["externalRef": "anna"], scenario: story)
  }

  fileprivate func startActivation(_ onboarding: TestAnswer) -> TestAnswer {
    let code = onboarding.json["data"]?["activationCode"] ?? .null
    return app("startActivation", ["registration_id": .null, "activation_code": code])
  }

  /// A call of the REST API of a server on one's own premises.
  fileprivate func onServer(
    _ method: HTTP.Method, _ path: String, _ body: JSON? = nil, story: String? = nil
  ) -> TestAnswer {
    var headers: Headers = ["Authorization": Self.basic("backend", "a secret")]
    if body != nil { headers.append("Content-Type", "application/json") }
    if let story { headers.append("Eidolon-Scenario", story) }
    return emulator.send(
      Request(
        method, "/reuseid/api/smart-device/v1\(path)", headers: headers, body: body?.bytes() ?? []))
  }

  fileprivate func startOnServer(_ story: String) -> TestAnswer {
    onServer(.post, "/authentications", ["device_id": .string(Self.device)], story: story)
  }
}
