import HTTP

struct OutgoingCall: Sendable {
  let method: HTTP.Method
  let url: String
  let headers: Headers
  let body: [UInt8]
  let timeout: Duration
  let limit: Int
  /// True if a server that only private networks reach may use a self-signed certificate.
  private(set) var acceptsSelfSigned = false
  /// Set if the server calls itself: the port that it is called on.
  var own: Port?

  /// A GET, or a request that the server sends to the port on which the present one came in.
  init(_ fetch: Fetch, at port: Port) {
    (timeout, limit) = (fetch.timeout, fetch.limit)
    acceptsSelfSigned = fetch.acceptsSelfSigned
    guard let request = fetch.own else {
      (method, url, headers, body) = (.get, fetch.url, [:], [])
      return
    }
    (method, headers, body) = (request.method, request.headers, request.body)
    let authority = request.headers["Host"] ?? "localhost:\(port.endpoint.port)"
    url = "\(port.tls == nil ? "http" : "https")://\(authority)\(request.target.raw)"
    own = port
  }

  /// A GET of one of the addresses.
  init(_ gather: Gather, at address: String, within timeout: Duration) {
    self.init(
      .get, "http://\(address)\(gather.target)", headers: gather.headers, body: [], timeout: timeout,
      limit: gather.limit)
  }

  init(_ post: Post) {
    (method, url, headers, body) = (post.method, post.url, post.headers, post.body)
    (timeout, limit, acceptsSelfSigned) = (post.timeout, post.limit, post.acceptsSelfSigned)
  }

  init(
    _ method: HTTP.Method, _ url: String, headers: Headers, body: [UInt8], timeout: Duration, limit: Int
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.timeout, self.limit) = (timeout, limit)
  }

  func bytes(to url: FetchURL) -> [UInt8] {
    var head = """
      \(method.text) \(url.target) HTTP/1.1\r
      Host: \(url.authority)\r
      User-Agent: eidolon\r
      Accept-Encoding: identity\r
      Connection: close\r

      """
    if !headers.contains("Accept") { head += "Accept: */*\r\n" }
    if method != .get { head += "Content-Length: \(body.count)\r\n" }
    for (name, value) in headers where !Self.isOurs(name) { head += "\(name): \(value)\r\n" }
    return Array(head.utf8) + [0x0D, 0x0A] + body
  }

  /// True for the fields that `bytes(to:)` writes itself, which a second one could contradict.
  private static func isOurs(_ name: String) -> Bool {
    [
      "host", "user-agent", "accept-encoding", "connection", "content-length", "transfer-encoding",
    ].contains(name.lowercased())
  }
}
