import HTTP

/// What a stream of bytes amounts to when it comes in pieces of `size` bytes; 0 is all at once.
func events(_ wire: [UInt8], size: Int = 0, limits: Limits = Limits()) -> [ParseEvent] {
  var pieces: [ArraySlice<UInt8>] = []
  let step = size == 0 ? max(wire.count, 1) : size
  for start in stride(from: 0, to: wire.count, by: step) {
    pieces.append(wire[start..<min(start + step, wire.count)])
  }
  return events(pieces, limits: limits)
}

/// What a stream of bytes amounts to when it comes in these pieces; the events but `needMore`.
func events(_ pieces: [ArraySlice<UInt8>], limits: Limits = Limits()) -> [ParseEvent] {
  var parser = RequestParser(limits: limits)
  var events: [ParseEvent] = []
  for piece in pieces {
    var rest = Array(piece)
    reading: while true {
      let (consumed, event) = parser.next(rest.span)
      rest.removeFirst(consumed)
      switch event {
      case .needMore: break reading
      case .refuse:
        events.append(event)
        return events
      case .expectContinue, .request: events.append(event)
      }
    }
  }
  return events
}

/// The same for text.
func events(_ wire: String, size: Int = 0, limits: Limits = Limits()) -> [ParseEvent] {
  events(Array(wire.utf8), size: size, limits: limits)
}

/// The only event, if it is a request.
func parsed(_ wire: String, limits: Limits = Limits()) -> Request? {
  let events = events(wire, limits: limits)
  guard events.count == 1, case .request(let request, _) = events[0] else { return nil }
  return request
}

/// The status of the refusal that a stream ends with, 200 if it ends with a request, 0 if it is not complete.
func status(_ wire: [UInt8], limits: Limits = Limits()) -> Int {
  switch events(wire, limits: limits).last {
  case .refuse(let refusal): refusal.status.code
  case .request: 200
  case .expectContinue, .needMore, nil: 0
  }
}

/// The same for text.
func status(_ wire: String, limits: Limits = Limits()) -> Int { status(Array(wire.utf8), limits: limits) }

/// The reason of the refusal that a stream ends with.
func reason(_ wire: String, limits: Limits = Limits()) -> String? {
  guard case .refuse(let refusal) = events(wire, limits: limits).last else { return nil }
  return refusal.reason
}

/// A GET with these further field lines, each ended by CRLF.
func get(_ lines: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n" }

/// A POST with these further field lines, and content.
func post(_ lines: String, _ content: String) -> String {
  "POST / HTTP/1.1\r\nHost: a\r\n\(lines)\r\n\(content)"
}

/// A chunked POST with this content.
func chunked(_ content: String) -> String { post("Transfer-Encoding: chunked\r\n", content) }
