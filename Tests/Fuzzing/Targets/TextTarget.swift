import HTTP

/// The first line is a request target, the second the value of every field with a syntax, the rest a form.
enum TextTarget {
  static func run(_ bytes: [UInt8]) throws {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    let target = String(decoding: lines[0], as: UTF8.self)
    var headers: Headers = ["Content-Type": "application/x-www-form-urlencoded"]
    if lines.count > 1 {
      let value = String(decoding: lines[1], as: UTF8.self)
      if Headers.isValue(value) {
        for name in ["Accept", "Accept-Language", "Cookie", "Host"] { headers.append(name, value) }
        if let type = MediaType(value) {
          try must(MediaType(type.essence)?.essence == type.essence, "a media type's essence is one")
        }
      }
    }
    let form = lines.count > 2 ? Array(lines[2]) : []
    try read(Request(.post, target, headers: headers, body: form))
    try readForm(form)
  }

  /// What routes and endpoints read of a request.
  static func read(_ request: Request) throws {
    let target = request.target
    let segments = target.segments
    try must(!segments.isEmpty, "a path has a part")
    _ = (target.path, target.rawQuery, target.authority, request.authority, target.behindTilde)
    try must(target.droppingFirstSegment.raw == target.raw, "the target stays as sent")
    try must(
      target.prefixed(with: "/criipto").droppingFirstSegment.segments.count <= segments.count + 1,
      "a prefix adds one part")
    if let query = try? target.query { try roundTrip(query) }
    if let form = try? request.form { try roundTrip(form) }
    _ = (request.cookies, request.contentType, request.isJSON, request.prefersHTML)
    for type in ["text/html", "application/json"] {
      try must((0...1000).contains(request.weight(of: type)), "a weight lies between 0 and 1")
    }
    let language = request.language(of: ["en", "nl"])
    try must(language == nil || language == "en" || language == "nl", "the language is one that is offered")
  }

  private static func readForm(_ bytes: [UInt8]) throws {
    guard let form = try? Form(parsing: bytes) else { return }
    try must(form.count <= Form.maximumCount, "a form keeps its limit")
    try roundTrip(form)
  }

  private static func roundTrip(_ form: Form) throws {
    try must((try? Form(parsing: form.encoded)) == form, "a form is written as one that reads the same")
  }
}
