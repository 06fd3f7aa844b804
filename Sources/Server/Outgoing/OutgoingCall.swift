import HTTP

/// A request to another server, whatever it is for.
struct OutgoingCall: Sendable {
  let method: HTTP.Method
  let url: String
  let headers: Headers
  let body: [UInt8]
  let timeout: Duration
  let limit: Int

  /// The GET of a fetch.
  init(_ fetch: Fetch) {
    (method, url, headers, body) = (.get, fetch.url, [:], [])
    (timeout, limit) = (fetch.timeout, fetch.limit)
  }

  /// The POST of a message.
  init(_ post: Post) {
    (method, url, headers, body) = (.post, post.url, post.headers, post.body)
    (timeout, limit) = (post.timeout, post.limit)
  }

  /// The message as it goes onto the wire.
  func bytes(to url: FetchURL) -> [UInt8] {
    var head = """
      \(method.text) \(url.target) HTTP/1.1\r
      Host: \(url.authority)\r
      User-Agent: eidolon\r
      Accept: */*\r
      Accept-Encoding: identity\r
      Connection: close\r

      """
    if method == .post { head += "Content-Length: \(body.count)\r\n" }
    for (name, value) in headers where !Self.isOurs(name) { head += "\(name): \(value)\r\n" }
    return Array(head.utf8) + [0x0D, 0x0A] + body
  }

  /// Whether a field is written above, so that two could contradict each other.
  private static func isOurs(_ name: String) -> Bool {
    [
      "host", "user-agent", "accept", "accept-encoding", "connection", "content-length", "transfer-encoding",
    ].contains(name.lowercased())
  }
}
