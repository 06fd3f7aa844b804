/// A request whose framing is checked and whose content is complete.
///
/// Its parts lie in one place that never changes: a copy is one reference, and the journal keeps what came as it came.
public struct Request: Sendable, Hashable {
  private struct Parts: Sendable, Hashable {
    var method: Method
    var target: Target
    var version: Version
    var headers: Headers
    var body: [UInt8]
  }

  private final class Place: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }

  private var place: Place

  /// What is asked for.
  public var method: Method {
    _read { yield place.parts.method }
    set { change { $0.method = newValue } }
  }

  /// Path and query.
  public var target: Target {
    _read { yield place.parts.target }
    set { change { $0.target = newValue } }
  }

  /// The protocol version.
  public var version: Version {
    get { place.parts.version }
    set { change { $0.version = newValue } }
  }

  /// The fields of the head.
  public var headers: Headers {
    _read { yield place.parts.headers }
    set { change { $0.headers = newValue } }
  }

  /// The content, taken out of its chunks; empty without one.
  public var body: [UInt8] {
    _read { yield place.parts.body }
    set { change { $0.body = newValue } }
  }

  /// A request made by hand, for tests and tools.
  public init(
    _ method: Method, _ target: String, version: Version = .http11, headers: Headers = [:],
    body: [UInt8] = []
  ) {
    self.init(method: method, target: Target(target), version: version, headers: headers, body: body)
  }

  init(method: Method, target: Target, version: Version, headers: Headers, body: [UInt8]) {
    place = Place(Parts(method: method, target: target, version: version, headers: headers, body: body))
  }

  /// A request made by hand that posts a form.
  public init(_ method: Method, _ target: String, headers: Headers = [:], form: Form) {
    self.init(method, target, headers: headers, body: Array(form.encoded.utf8))
    self.headers.set("Content-Type", "application/x-www-form-urlencoded")
  }

  /// Requests change rarely: where a path's prefix names a sandbox, and in tests.
  private mutating func change(_ change: (inout Parts) -> Void) {
    var parts = place.parts
    change(&parts)
    place = Place(parts)
  }

  /// The bytes of the path and of `Host`, which say where the usual request goes; nothing is copied.
  ///
  /// Nil for a target in absolute form, and without `Host`.
  public var destination: (path: ArraySlice<UInt8>, host: ArraySlice<UInt8>)? {
    guard target.layout.authority.isEmpty, let host = headers.bytes("Host") else { return nil }
    let path = target.layout.path
    return (target.bytes[Int(path.lowerBound)..<Int(path.upperBound)], host)
  }

  /// Whether both are one and the same, as those are that a client sent with the same bytes one after the other.
  ///
  /// False says nothing: equal requests may have come apart.
  public func isIdentical(to other: Request) -> Bool { place === other.place }

  /// Whether the same bytes will likely come again, and then as this very request.
  public var mayComeAgain: Bool { KnownHeads.isLikely(self) }

  /// Host and port that the client addressed: of an absolute target, else of `Host` (RFC 9112 §3.2.2).
  public var authority: String? { target.authority ?? headers["Host"] }

  /// Whether both have the same parts.
  public static func == (left: Request, right: Request) -> Bool {
    left.place === right.place || left.place.parts == right.place.parts
  }

  /// Feeds the parts.
  public func hash(into hasher: inout Hasher) { hasher.combine(place.parts) }
}
