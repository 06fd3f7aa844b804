import HTTP

/// The first byte says how the rest is cut into pieces and whether the limits are near; the rest is what a client sends.
enum HTTPTarget {
  static func run(_ bytes: [UInt8]) throws {
    guard let choice = bytes.first else { return }
    let wire = Array(bytes.dropFirst())
    let limits =
      choice & 0x80 == 0
      ? Limits() : Limits(requestLine: 48, headerBytes: 160, headerCount: 4, body: 64)
    let whole = events(wire, piece: wire.count, limits)
    let cut = events(wire, piece: Int(choice & 0x7F) + 1, limits)
    try must(whole == cut, "the events do not depend on how the bytes are cut")
    for event in whole {
      switch event {
      case .request(let request, _): try read(request, limits)
      case .refuse(let refusal):
        try must((400...599).contains(refusal.status.code), "a refusal has the status of an error")
        try must(!refusal.reason.isEmpty, "a refusal has a reason")
      case .needMore, .expectContinue: break
      }
    }
  }

  private static func events(_ wire: [UInt8], piece: Int, _ limits: Limits) -> [ParseEvent] {
    var parser = RequestParser(limits: limits)
    var events: [ParseEvent] = []
    for start in stride(from: 0, to: wire.count, by: max(piece, 1)) {
      var rest = wire[start..<min(start + piece, wire.count)]
      reading: while true {
        let (consumed, event) = Array(rest).withUnsafeBufferPointer { unsafe parser.next($0.span) }
        rest = rest.dropFirst(consumed)
        switch event {
        case .needMore: break reading
        case .refuse: return events + [event]
        case .request, .expectContinue: events.append(event)
        }
      }
    }
    return events
  }

  private static func read(_ request: Request, _ limits: Limits) throws {
    try must(request.body.count <= limits.body, "the content keeps its limit")
    try must(request.headers.count <= limits.headerCount, "the fields keep their limit")
    try must(
      request.version == .http10 || request.headers.count(of: "Host") == 1,
      "a request of HTTP/1.1 has one Host")
    for (name, value) in request.headers {
      try must(Headers.isName(name), "a field's name is a token")
      try must(Headers.isValue(value), "a field's value has neither line end nor NUL")
    }
    try TextTarget.read(request)
  }
}
