/// An answer; the serializer adds framing (`Content-Length`, `Connection`) and `Date`.
package struct Response: Sendable {
  package var status: Status { didSet { preparedHead = nil } }
  /// `Content-Length`, `Transfer-Encoding` and `Connection` among them are not sent.
  package var headers: Headers { didSet { preparedHead = nil } }
  package var body: [UInt8] { didSet { preparedHead = nil } }
  /// The head as bytes without `Date`, `Connection` and the empty line; dropped at any change.
  private(set) var preparedHead: PreparedHead?

  package init(_ status: Status, headers: Headers = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
    preparedHead = nil
  }

  package var isPrepared: Bool { preparedHead != nil }

  /// The same answer with its head written once, for answers that are sent repeatedly.
  package func prepared() -> Response {
    var copy = self
    copy.preparedHead = PreparedHead(self)
    return copy
  }
}

extension Response: Hashable {
  /// True if status, fields and content are the same, prepared or not.
  package static func == (left: Response, right: Response) -> Bool {
    left.status == right.status && left.headers == right.headers && left.body == right.body
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(body)
  }
}

extension Response {
  package static func text(_ status: Status, _ text: String) -> Response {
    Response(status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
  }

  package static func text(_ text: String) -> Response { .text(.ok, text) }

  package static func html(_ status: Status, _ page: HTML) -> Response {
    Response(status, headers: ["Content-Type": "text/html; charset=utf-8"], body: Array(page.text.utf8))
  }

  package static func html(_ page: HTML) -> Response { .html(.ok, page) }

  package static func json(_ status: Status, _ bytes: [UInt8]) -> Response {
    Response(status, headers: ["Content-Type": "application/json"], body: bytes)
  }

  package static func json(_ bytes: [UInt8]) -> Response { .json(.ok, bytes) }

  /// Bytes of `location` that no URL may hold are percent-encoded.
  package static func redirect(_ status: Status = .found, to location: String) -> Response {
    Response(status, headers: ["Location": PercentCoding.encodeInvalid(location)])
  }
}
