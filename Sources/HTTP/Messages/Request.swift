/// A request whose framing is checked and whose content is complete.
package struct Request: Sendable, Hashable {
  package var method: Method
  package var target: Target
  package var version: Version
  package var headers: Headers
  /// The content without chunk framing; empty if there is none.
  package var body: [UInt8]

  /// A request made by hand, for tests and tools.
  package init(
    _ method: Method, _ target: String, version: Version = .http11, headers: Headers = [:],
    body: [UInt8] = []
  ) {
    self.init(method: method, target: Target(target), version: version, headers: headers, body: body)
  }

  init(method: Method, target: Target, version: Version, headers: Headers, body: [UInt8]) {
    (self.method, self.target, self.version) = (method, target, version)
    (self.headers, self.body) = (headers, body)
  }

  /// A request made by hand that posts a form.
  package init(_ method: Method, _ target: String, headers: Headers = [:], form: Form) {
    self.init(method, target, headers: headers, body: Array(form.encoded.utf8))
    self.headers.set("Content-Type", "application/x-www-form-urlencoded")
  }

  /// Host and port that the client addressed: from an absolute target, else from `Host` (RFC 9112 §3.2.2).
  package var authority: String? { target.authority ?? headers["Host"] }

  /// The same as bytes of the head; nothing is copied.
  package var authorityBytes: ArraySlice<UInt8>? { target.authorityBytes ?? headers.bytes("Host") }
}
