import Flow
import HTTP
import JSON
import ProviderKit

/// Which apps open links of this host; phones fetch it when a test app is installed.
///
/// `/.well-known/apple-app-site-association` (Apple, "Supporting associated domains") and `/.well-known/assetlinks.json`
/// (Google, "Digital Asset Links"), for the `apps` of the world.
enum AppLinks {
  static var endpoints: [Endpoint<Plane>] {
    [
      Endpoint(named: "apple app links", [.get], "/.well-known/apple-app-site-association") { plane, _ in
        .answer(Answer(response(apple(plane.sandbox.library.world.apps))))
      },
      Endpoint(named: "android app links", [.get], "/.well-known/assetlinks.json") { plane, _ in
        .answer(Answer(response(android(plane.sandbox.library.world.apps))))
      },
    ]
  }

  private static func response(_ json: JSON) -> Response {
    var response = Response.json(json.bytes(pretty: true) + [0x0A])
    response.headers.append("Cache-Control", "no-store")
    return response
  }

  /// Both forms of the details: `paths` until iOS 12, `appIDs` and `components` from iOS 13 on.
  static func apple(_ apps: [String: TestApp]) -> JSON {
    let known = apps.sorted { $0.key < $1.key }.compactMap { $0.value.ios }
    let details = known.map { app -> JSON in
      [
        "appID": .string(app.identifier), "paths": .array(app.paths.map(JSON.string)),
        "appIDs": [.string(app.identifier)], "components": .array(app.paths.map(component)),
      ]
    }
    let identifiers = known.map { JSON.string($0.identifier) }
    return [
      "applinks": ["apps": [], "details": .array(details)], "webcredentials": ["apps": .array(identifiers)],
    ]
  }

  private static func component(_ path: String) -> JSON {
    guard path.hasPrefix("NOT ") else { return ["/": .string(path)] }
    return ["/": .string(String(path.dropFirst(4))), "exclude": true]
  }

  static func android(_ apps: [String: TestApp]) -> JSON {
    .array(
      apps.sorted { $0.key < $1.key }.compactMap { $0.value.android }.map { app in
        [
          "relation": ["delegate_permission/common.handle_all_urls"],
          "target": [
            "namespace": "android_app", "package_name": .string(app.package),
            "sha256_cert_fingerprints": .array(app.fingerprints.map { .string($0.uppercased()) }),
          ],
        ]
      })
  }
}
