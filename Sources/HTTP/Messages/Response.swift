/// An answer.
///
/// Framing (`Content-Length`, `Connection`) and `Date` are the serializer's matter. An answer that is ready to be sent again
/// and again is one reference, so that passing it on costs next to nothing.
public struct Response: Sendable {
  private struct Parts: Sendable {
    var status: Status
    var headers: Headers
    var body: [UInt8]
  }

  /// The parts, in an array of one: so a copy is one reference, and what has one owner changes in place.
  private var place: [Parts]
  /// The head as bytes, all but `Date`, `Connection` and the empty line; what is changed has none any more.
  private(set) var preparedHead: PreparedHead?

  /// Code and phrase.
  public var status: Status {
    get { place[0].status }
    set {
      preparedHead = nil
      place[0].status = newValue
    }
  }

  /// The fields; `Content-Length`, `Transfer-Encoding` and `Connection` among them are not sent.
  public var headers: Headers {
    _read { yield place.span[0].headers }
    _modify {
      preparedHead = nil
      yield &place[0].headers
    }
  }

  /// The content.
  public var body: [UInt8] {
    get { place[0].body }
    _modify {
      preparedHead = nil
      yield &place[0].body
    }
  }

  /// An answer of parts.
  public init(_ status: Status, headers: Headers = [:], body: [UInt8] = []) {
    place = [Parts(status: status, headers: headers, body: body)]
  }

  /// How many bytes the content has.
  public var bodySize: Int { place.span[0].body.count }

  /// Whether the head is written already.
  public var isPrepared: Bool { preparedHead != nil }

  /// The same answer with its head written once; for answers that are sent again and again.
  public func prepared() -> Response {
    var copy = self
    copy.preparedHead = PreparedHead(self)
    return copy
  }

  /// Adds the lines of the fields to what is sent.
  func appendFields(to bytes: inout [UInt8]) { place.span[0].headers.append(to: &bytes) }

  /// Adds the content to what is sent.
  func appendBody(to bytes: inout [UInt8]) { bytes.append(contentsOf: place.span[0].body) }
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
