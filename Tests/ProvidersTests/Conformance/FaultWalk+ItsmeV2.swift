import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

@testable import Itsme

extension FaultWalk {
  static let itsmeV2 = FaultWalk(
    slug: "itsme-v2",
    emulator: { stories in
      var files = ["world.json": world, "itsme-v2/by-hand.json": byHand]
      for (name, members) in stories {
        files["itsme-v2/\(name).json"] =
          #"{ "title": "\#(name)", "provider": "itsme-v2"\#(members.isEmpty ? "" : ", \(members)") }"#
      }
      return try TestEmulator([ItsmeV2.self], files: files)
    },
    owned: ([
      "authorize": { emulator, story in authorize(emulator, story) },
      "authorize_page": { emulator, story in
        let page = authorize(emulator, story, headers: browser)
        return emulator.get(
          "/itsme-v2/v2/authorization/confirmation?transaction=\(page.transaction)", headers: browser)
      },
      "token": { emulator, story in exchange(emulator, story) },
      "userinfo": { emulator, story in
        emulator.get("/itsme-v2/v2/userinfo", headers: bearer(exchange(emulator, story)))
      },
      "picture": { emulator, story in
        emulator.get("/itsme-v2/v2/picture", headers: bearer(exchange(emulator, story)))
      },
      "revoke": { emulator, story in
        let token = exchange(emulator, story).json["access_token"]?.string ?? ""
        return emulator.post("/itsme-v2/v2/connect/revoke", ofShop(["token": token]))
      },
    ] as [String: Owned]).merging(itsmeV2Backchannel) { $1 },
    unowned: [
      "app": { emulator in
        let page = authorize(emulator, "by-hand", headers: browser)
        return emulator.get(
          "/itsme-v2/v2/authorization/app?transaction=\(page.transaction)", headers: browser)
      }
    ],
    members: ["authorize_page": manual])

  private static let byHand = #"{ "title": "By hand", "provider": "itsme-v2", \#(manual) }"#

  /// With the shop's authentication.
  private static func ofShop(_ form: Form) -> Form {
    var form = form
    form.append("client_id", "SHOP")
    form.append("client_secret", "a secret of the shop")
    return form
  }

  private static let world = """
    {
      "people": { "anna": { "given_name": "Anna", "photo": "/9j/4AAQ" } },
      "clients": { "itsme-v2": { "SHOP": {
        "secret": "a secret of the shop",
        "services": { "LOGIN": { "type": "authentication", "redirect_uris": ["https://shop.example.test/cb"] } } },
        "BACK": {
          "services": { "LOGIN": { "type": "authentication", "redirect_uris": ["https://shop.example.test/cb"] } },
          "ciba": { "mode": "poll" } } } }
    }
    """

  private static func authorize(
    _ emulator: TestEmulator, _ story: String, headers: Headers = [:]
  ) -> TestAnswer {
    var headers = headers
    headers.append("Eidolon-Scenario", story)
    let query: Form = [
      "client_id": "SHOP", "response_type": "code", "scope": "openid service:LOGIN profile",
      "redirect_uri": "https://shop.example.test/cb", "state": "a state", "nonce": "a nonce",
    ]
    return emulator.get("/itsme-v2/v2/authorization?\(query.encoded)", headers: headers)
  }

  private static func exchange(_ emulator: TestEmulator, _ story: String) -> TestAnswer {
    let grant: Form = [
      "grant_type": "authorization_code", "code": authorize(emulator, story).locationQuery["code"] ?? "",
      "redirect_uri": "https://shop.example.test/cb",
    ]
    return emulator.post("/itsme-v2/v2/token", ofShop(grant))
  }

  private static func bearer(_ tokens: TestAnswer) -> Headers {
    ["Authorization": "Bearer \(tokens.json["access_token"]?.string ?? "")"]
  }
}
