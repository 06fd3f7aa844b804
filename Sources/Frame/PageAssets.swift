import HTTP
package import ProviderKit

/// Styles and scripts of the pages: the files of the folder `Assets/`, embedded at the build.
///
/// A plugin writes the list `embedded`. URLs carry the version of all assets, so that browsers may cache them for good, and a
/// module can import its neighbour: `/_eidolon/assets/VERSION/live.js`.
package enum PageAssets {
  /// Changes with every byte of any asset (FNV-1a).
  static let version: String = {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for text in [Look.tokens] + embedded.map({ "\($0.text)" }) {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }
    return String(hash, radix: 36)
  }()

  /// Below the sandbox's base path.
  package static func path(_ name: String) -> String { "/_eidolon/assets/\(version)/\(name)" }

  /// The text of a style sheet, with what it builds on; empty if there is none.
  package static func style(_ name: String) -> String {
    let text = embedded.first { "\($0.path)" == name }.map { "\($0.text)" } ?? ""
    return (name == "page.css" ? Look.tokens : "") + text
  }

  static var names: [String] { embedded.map { "\($0.path)" } }

  /// Requires no token, because the form that asks for the token needs its style.
  package static let endpoint = Endpoint<Site>(named: "asset", [.get], "/_eidolon/assets/{version}/{name}") {
    .answer(Answer(answer($1)))
  }

  private static func answer(_ call: Call) -> Response {
    let name = call.parameters["name"] ?? ""
    guard let asset = embedded.first(where: { "\($0.path)" == name }) else {
      return .text(.notFound, "There is no asset of this name.\n")
    }
    let tag = "\"\(version)\""
    var response = Response(.ok)
    if call.request.headers["If-None-Match"]?.contains(tag) == true {
      response.status = Status(304)
    } else {
      response.headers.append("Content-Type", mediaType(of: name))
      response.body = Array((name == "page.css" ? Look.tokens : "").utf8) + Array("\(asset.text)".utf8)
    }
    response.headers.append("ETag", tag)
    // A page of an older program asks for another version; it gets this one, uncached.
    let isKept = call.parameters["version"] == version
    response.headers.append(
      "Cache-Control", isKept ? "public, max-age=31536000, immutable" : "no-cache")
    response.headers.append("X-Content-Type-Options", "nosniff")
    return response
  }

  private static func mediaType(of name: String) -> String {
    name.hasSuffix(".css") ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8"
  }
}
