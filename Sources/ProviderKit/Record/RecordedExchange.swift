package import HTTP
package import JOSE

/// A request and its response in the journal.
///
/// A class, so that the journal's many entries are small and cheap to pass on.
package final class RecordedExchange: Sendable {
  package enum Direction: String, Sendable, CaseIterable {
    /// From a client to the emulator.
    case incoming
    /// From the emulator to a relying party's server, such as a webhook.
    case outgoing
  }

  package let direction: Direction
  /// The target of an outgoing request is the whole URL.
  package let request: Request
  /// The response as decided, which a fault may have kept from being sent, or the receiver's, with status 0 if there
  /// was none.
  package let response: Response
  package let transmission: Transmission
  /// Why an outgoing request got no response.
  package let problem: String?
  /// How long the call was held before it was answered, in real time.
  package let held: Duration
  /// The provider's URL as the caller addressed it, without a slash at the end.
  package let base: String
  private let mount: String
  /// The name under which the provider publishes a key.
  let keyIdentifier: @Sendable (JWK) -> String?

  /// An incoming request and its response.
  ///
  /// - Parameters:
  ///   - base: the provider's URL, without a slash at the end: `http://localhost:8080/~t1/itsme`.
  ///   - mount: the end of `base` that the request's path begins with: `/itsme`.
  package init(
    request: Request, response: Response,
    keyIdentifier: @escaping @Sendable (JWK) -> String? = { $0.kid },
    transmission: Transmission = Transmission(), at base: String = "", below mount: String = "",
    held: Duration = .zero
  ) {
    self.keyIdentifier = keyIdentifier
    (direction, problem) = (.incoming, nil)
    (self.request, self.response, self.transmission) = (request, response, transmission)
    (self.base, self.mount, self.held) = (base, mount, held)
  }

  /// An outgoing request and its result.
  package init(sent request: Request, result: Result<FetchedDocument, FetchError>) {
    (direction, keyIdentifier) = (.outgoing, { $0.kid })
    self.request = request
    (transmission, base, mount, held) = (Transmission(), "", "", .zero)
    switch result {
    case .success(let document):
      response = Response(document.status, headers: document.headers, body: document.body)
      problem = nil
    case .failure(let error):
      response = Response(Status(0, "No Answer"))
      problem = "\(error)"
    }
  }

  private init(_ exchange: RecordedExchange, masked redaction: Redaction) {
    (direction, keyIdentifier) = (exchange.direction, exchange.keyIdentifier)
    (transmission, held, problem) = (exchange.transmission, exchange.held, exchange.problem)
    (base, mount) = (exchange.base, exchange.mount)
    (request, response) = (redaction.request(exchange.request), redaction.response(exchange.response))
  }

  /// The same with its secrets masked, if there is a redaction.
  package func redacted(_ redaction: Redaction?) -> RecordedExchange {
    redaction.map { RecordedExchange(self, masked: $0) } ?? self
  }

  /// The sandbox's URL as the caller addressed it.
  package var root: String { base.hasSuffix(mount) ? String(base.dropLast(mount.count)) : base }

  /// The absolute URL of the request, as the caller addressed it.
  package var url: String {
    let target = request.target
    guard direction == .incoming else { return target.raw }
    return root + target.rawPath + (target.rawQuery.map { "?\($0)" } ?? "")
  }

  /// The approximate size in memory, in bytes.
  package var size: Int {
    // The head of a received request includes the target.
    let target = direction == .incoming ? 0 : request.target.raw.utf8.count
    return target + request.headBytes.count + request.body.count + response.body.count
  }
}
