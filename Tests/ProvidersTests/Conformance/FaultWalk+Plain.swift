import EidolonTesting
@testable import TestWorlds
import HTTP
import JOSE
import ProviderKit
import Testing

extension FaultWalk {
  /// The walk of a provider of plain OpenID Connect, by its discovery document: one that needs no walk of its own.
  static func plain(_ provider: any Provider.Type) -> FaultWalk {
    let slug = provider.slug
    let client = PlainClient(slug: slug)
    return FaultWalk(
      slug: slug,
      emulator: { stories in
        var files = ["world.json": client.world]
        for (name, members) in stories {
          files["\(slug)/\(name).json"] =
            #"{ "title": "\#(name)", "provider": "\#(slug)"\#(members.isEmpty ? "" : ", \(members)") }"#
        }
        return try TestEmulator([provider], files: files)
      },
      owned: [
        "authorize": { emulator, story in client.authorize(emulator, story) },
        "authorize_page": { emulator, story in
          let page = client.authorize(emulator, story, headers: browser)
          let transaction = emulator.transactionIdentifiers.last ?? ""
          #expect(page.status == 200)
          return emulator.get("/\(slug)/wait?transaction=\(transaction)", headers: browser)
        },
        "token": { emulator, story in client.exchange(emulator, story) },
        "userinfo": { emulator, story in
          let token = client.exchange(emulator, story).json["access_token"]?.string ?? ""
          return emulator.get(
            client.endpoint("userinfo_endpoint", emulator), headers: ["Authorization": "Bearer \(token)"])
        },
      ],
      unowned: [:], members: ["authorize_page": manual])
  }
}

/// A client with a secret, which finds everything by discovery.
private struct PlainClient: Sendable {
  let slug: String

  var world: String {
    """
    { "people": { "anna": { "given_name": "Anna" } },
      "clients": { "\(slug)": { "shop": { "secret": "shop-secret", "redirect_uris": ["http://localhost:9000/cb"] } } } }
    """
  }

  func endpoint(_ name: String, _ emulator: TestEmulator) -> String {
    emulator.get("/\(slug)/.well-known/openid-configuration").json[name]?.string ?? ""
  }

  func authorize(_ emulator: TestEmulator, _ story: String, headers: Headers = [:]) -> TestAnswer {
    var headers = headers
    headers.append("Eidolon-Scenario", story)
    let query: Form = [
      "client_id": "shop", "response_type": "code", "scope": "openid", "state": "some state",
      "nonce": "nonce of \(story)", "redirect_uri": "http://localhost:9000/cb",
    ]
    return emulator.get(
      "\(endpoint("authorization_endpoint", emulator))?\(query.encoded)", headers: headers)
  }

  func exchange(_ emulator: TestEmulator, _ story: String) -> TestAnswer {
    emulator.post(
      endpoint("token_endpoint", emulator),
      [
        "grant_type": "authorization_code",
        "code": authorize(emulator, story).locationQuery["code"] ?? "",
        "redirect_uri": "http://localhost:9000/cb",
      ], headers: ["Authorization": "Basic \(Base64.encode(Array("shop:shop-secret".utf8)))"])
  }
}
