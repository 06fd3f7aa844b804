public import HTTP

/// A request and its answer, as the journal keeps them.
///
/// A class, so that the journal's many entries are small and cheap to pass on.
public final class RecordedExchange: Sendable {
  /// The request as it came.
  public let request: Request
  /// The answer as it was decided; a fault may have kept it from the wire.
  public let response: Response
  /// How it went onto the wire.
  public let transmission: Transmission
  /// How long the answer was held back before it was decided, in real time.
  public let held: Duration
  /// The address under which the caller reached the provider, without a slash at the end.
  public let base: String
  private let mount: String

  /// A request and its answer.
  ///
  /// - Parameters:
  ///   - base: the address under which it came, without a slash at the end: `http://localhost:8080/~t1/itsme`.
  ///   - mount: the end of that address which the request's own path begins with.
  public init(
    request: Request, response: Response, transmission: Transmission = Transmission(), at base: String = "",
    below mount: String = "", held: Duration = .zero
  ) {
    (self.request, self.response, self.transmission) = (request, response, transmission)
    (self.base, self.mount, self.held) = (base, mount, held)
  }

  /// Where the caller reached the sandbox, as it saw it: scheme, authority and what names the sandbox.
  public var root: String { base.hasSuffix(mount) ? String(base.dropLast(mount.count)) : base }

  /// The absolute address that was asked for, as the caller saw it.
  public var url: String {
    let target = request.target
    return root + target.rawPath + (target.rawQuery.map { "?\($0)" } ?? "")
  }

  /// Roughly what it holds in memory, in bytes.
  var size: Int { request.headBytes.count + request.body.count + response.bodySize }
}
