/// A request whose framing is checked and whose content is complete.
public struct Request: Sendable, Hashable {
  /// What is asked for.
  public var method: Method
  /// Path and query.
  public var target: Target
  /// The protocol version.
  public var version: Version
  /// The fields of the head.
  public var headers: Headers
  /// The content, taken out of its chunks; empty without one.
  public var body: [UInt8]

  /// A request made by hand, for tests and tools.
  public init(
    _ method: Method, _ target: String, version: Version = .http11, headers: Headers = [:],
    body: [UInt8] = []
  ) {
    self.init(method: method, target: Target(target), version: version, headers: headers, body: body)
  }

  init(method: Method, target: Target, version: Version, headers: Headers, body: [UInt8]) {
    self.method = method
    self.target = target
    self.version = version
    self.headers = headers
    self.body = body
  }

  /// A request made by hand that posts a form.
  public init(_ method: Method, _ target: String, headers: Headers = [:], form: Form) {
    self.init(method, target, headers: headers, body: Array(form.encoded.utf8))
    self.headers.set("Content-Type", "application/x-www-form-urlencoded")
  }

  /// The bytes of the path and of `Host`, which say where the usual request goes; nothing is copied.
  ///
  /// Nil for a target in absolute form, and without `Host`.
  public var destination: (path: ArraySlice<UInt8>, host: ArraySlice<UInt8>)? {
    guard target.layout.authority.isEmpty, let host = headers.bytes("Host") else { return nil }
    let path = target.layout.path
    return (target.bytes[Int(path.lowerBound)..<Int(path.upperBound)], host)
  }

  /// Host and port that the client addressed: of an absolute target, else of `Host` (RFC 9112 §3.2.2).
  public var authority: String? { target.authority ?? headers["Host"] }
}
