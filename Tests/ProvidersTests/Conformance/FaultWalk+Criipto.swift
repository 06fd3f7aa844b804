import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON
import Testing

@testable import Criipto

extension FaultWalk {
  static let criipto = FaultWalk(
    slug: "criipto", emulator: { try CriiptoTestWorld.emulator(stories: $0) },
    owned: [
      "authorize": { emulator, story in VerifyLogin(emulator: emulator).authorize(scenario: story) },
      "select": { emulator, story in
        let page = VerifyLogin(emulator: emulator).authorize(
          ["acr_values": "urn:grn:authn:dk:mitid:low \(BankIDClient.qr)"], scenario: story, headers: browser)
        return emulator.get("/criipto/oauth2/select?transaction=\(page.transaction)", headers: browser)
      },
      "post_message": { emulator, story in
        let page = VerifyLogin(emulator: emulator).authorize(
          ["response_mode": "post_message"], scenario: story, headers: browser)
        let login = page.value(after: "/oauth2/post-message/") ?? ""
        return emulator.post("/criipto/oauth2/post-message/\(login)", [:])
      },
      "token": { emulator, story in
        let login = VerifyLogin(emulator: emulator)
        return login.exchange(login.code(scenario: story))
      },
      "userinfo": { emulator, story in
        let login = VerifyLogin(emulator: emulator)
        return login.userinfo(login.tokens(scenario: story)["access_token"]?.string ?? "")
      },
      "headless": { emulator, story in
        var headers = VerifyLogin(emulator: emulator).basic
        headers.append("Eidolon-Scenario", story)
        return emulator.post(
          "/criipto/headless/authorize", ["acr_values": BankIDClient.qr, "scope": "openid"] as Form,
          headers: headers)
      },
      "mitid_page": { emulator, story in try MitIDStage(emulator, story).page() },
      "mitid_app": { emulator, story in try MitIDStage(emulator, story).app() },
      "bankid_page": { emulator, story in
        let page = VerifyLogin(emulator: emulator).authorize(
          ["acr_values": BankIDClient.qr], scenario: story, headers: browser)
        return emulator.get(page.value(after: "content=\"1;url=") ?? "", headers: browser)
      },
      "bankid_app": { emulator, story in
        let client = BankIDClient(emulator: emulator)
        return client.app("autostarttoken=\(client.order(scenario: story).token)&redirect=null")
      },
      "poll": { emulator, story in BankIDClient(emulator: emulator).order("browser", scenario: story).poll()
      },
      "qr": { emulator, story in
        let order = BankIDClient(emulator: emulator).order(
          nil, ["acr_values": BankIDClient.qr], scenario: story)
        let poll = order.json["pollUrl"]?.string ?? ""
        return emulator.get(poll.replacing("/poll", with: "/qr.png"))
      },
      "cancel": { emulator, story in BankIDClient(emulator: emulator).order(scenario: story).cancel() },
      "complete": { emulator, story in BankIDClient(emulator: emulator).order(scenario: story).complete() },
    ],
    unowned: [
      "par": { emulator in VerifyLogin(emulator: emulator).push() },
      "criipto_configuration": { emulator in
        emulator.get("/criipto/.well-known/criipto-configuration?client_id=\(CriiptoTestWorld.client)")
      },
      "native_callback": { emulator in emulator.get("/criipto/ios/callback?code=c") },
      "logout": { emulator in
        emulator.get("/criipto/oauth2/logout?post_logout_redirect_uri=\(CriiptoTestWorld.callback)")
      },
    ],
    members: [
      "select": manual, "mitid_page": slowly, "mitid_app": slowly, "bankid_page": manual, "qr": manual,
    ])

  /// Freja takes her time, so that there is a page that waits.
  private static let slowly =
    #""person": "freja", "phone": [{ "after": "5s", "do": "open" }, { "after": "10s", "do": "approve" }]"#
}

/// A login with MitID whose page waits in a browser.
private struct MitIDStage {
  private let emulator: TestEmulator
  private let url: String
  private let headers: Headers

  init(_ emulator: TestEmulator, _ story: String) throws {
    let page = VerifyLogin(emulator: emulator).authorize(scenario: story, headers: FaultWalk.browser)
    self.emulator = emulator
    url = try #require(page.value(after: "content=\"1;url="))
    var headers = FaultWalk.browser
    headers.append("Cookie", page.cookies)
    self.headers = headers
  }

  func page() -> TestAnswer { emulator.get(url, headers: headers) }
  func app() -> TestAnswer { emulator.get("\(url)/app", headers: FaultWalk.browser) }
}
