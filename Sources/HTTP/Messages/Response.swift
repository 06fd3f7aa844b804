/// An answer.
///
/// Framing (`Content-Length`, `Connection`) and `Date` are the serializer's matter.
public struct Response: Sendable {
  /// Code and phrase.
  public var status: Status { didSet { preparedHead = nil } }
  /// The fields; `Content-Length`, `Transfer-Encoding` and `Connection` among them are not sent.
  public var headers: Headers { didSet { preparedHead = nil } }
  /// The content.
  public var body: [UInt8] { didSet { preparedHead = nil } }
  /// The head as bytes, all but `Date`, `Connection` and the empty line.
  private(set) var preparedHead: PreparedHead?

  /// An answer of parts.
  public init(_ status: Status, headers: Headers = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the head is written already.
  public var isPrepared: Bool { preparedHead != nil }

  /// The same answer with its head written once; for answers that are sent again and again.
  public func prepared() -> Response {
    var copy = self
    copy.preparedHead = PreparedHead(self)
    return copy
  }
}

extension Response: Hashable {
  /// Whether status, fields and content are the same, prepared or not.
  public static func == (left: Response, right: Response) -> Bool {
    left.status == right.status && left.headers == right.headers && left.body == right.body
  }

  /// Feeds status, fields and content.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(headers)
    hasher.combine(body)
  }
}

extension Response {
  /// Plain text in UTF-8.
  public static func text(_ status: Status, _ text: String) -> Response {
    Response(status, headers: ["Content-Type": "text/plain; charset=utf-8"], body: Array(text.utf8))
  }

  /// Plain text in UTF-8, 200.
  public static func text(_ text: String) -> Response { .text(.ok, text) }

  /// A page in UTF-8.
  public static func html(_ status: Status, _ page: HTML) -> Response {
    Response(status, headers: ["Content-Type": "text/html; charset=utf-8"], body: Array(page.text.utf8))
  }

  /// A page in UTF-8, 200.
  public static func html(_ page: HTML) -> Response { .html(.ok, page) }

  /// A JSON text that is bytes already.
  public static func json(_ status: Status, _ bytes: [UInt8]) -> Response {
    Response(status, headers: ["Content-Type": "application/json"], body: bytes)
  }

  /// A JSON text that is bytes already, 200.
  public static func json(_ bytes: [UInt8]) -> Response { .json(.ok, bytes) }

  /// Sends the client to `location`; bytes that no URL may hold are percent-encoded.
  public static func redirect(_ status: Status = .found, to location: String) -> Response {
    Response(status, headers: ["Location": PercentCoding.encodeInvalid(location)])
  }
}
