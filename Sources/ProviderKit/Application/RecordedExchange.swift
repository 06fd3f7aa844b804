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

  /// A request and its answer.
  public init(request: Request, response: Response, transmission: Transmission = Transmission()) {
    (self.request, self.response, self.transmission) = (request, response, transmission)
  }

  /// Roughly what it holds in memory, in bytes.
  var size: Int { request.headBytes.count + request.body.count + response.bodySize }
}
