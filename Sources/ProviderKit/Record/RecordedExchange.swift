package import HTTP

/// A request and its answer, as the journal keeps them.
///
/// A class, so that the journal's many entries are small and cheap to pass on.
package final class RecordedExchange: Sendable {
  /// Who asked whom.
  package enum Direction: String, Sendable, CaseIterable {
    /// A client asked the emulator.
    case incoming
    /// The emulator sent a message to a relying party's server, such as a webhook.
    case outgoing
  }

  /// Who asked whom.
  package let direction: Direction
  /// The request as it came, or as it was sent: then its target is the whole URL.
  package let request: Request
  /// The answer as it was decided, which a fault may have kept from the wire; or as the receiver gave it, with status 0
  /// where it gave none.
  package let response: Response
  /// How it went onto the wire.
  package let transmission: Transmission
  /// Why an outgoing message got no answer.
  package let problem: String?
  /// How long the answer was held back before it was decided, in real time.
  package let held: Duration
  /// The address under which the caller reached the provider, without a slash at the end.
  package let base: String
  private let mount: String

  /// A request of a client and its answer.
  ///
  /// - Parameters:
  ///   - base: the address under which it came, without a slash at the end: `http://localhost:8080/~t1/itsme`.
  ///   - mount: the end of that address which the request's own path begins with.
  package init(
    request: Request, response: Response, transmission: Transmission = Transmission(), at base: String = "",
    below mount: String = "", held: Duration = .zero
  ) {
    (direction, problem) = (.incoming, nil)
    (self.request, self.response, self.transmission) = (request, response, transmission)
    (self.base, self.mount, self.held) = (base, mount, held)
  }

  /// A message of the emulator and what came back.
  package init(sent request: Request, result: Result<FetchedDocument, FetchError>) {
    direction = .outgoing
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

  /// Where the caller reached the sandbox, as it saw it: scheme, authority and what names the sandbox.
  package var root: String { base.hasSuffix(mount) ? String(base.dropLast(mount.count)) : base }

  /// The absolute address that was asked for, as the caller saw it.
  package var url: String {
    let target = request.target
    guard direction == .incoming else { return target.raw }
    return root + target.rawPath + (target.rawQuery.map { "?\($0)" } ?? "")
  }

  /// Roughly what it holds in memory, in bytes.
  var size: Int {
    // The head of what was received has the target within.
    let target = direction == .incoming ? 0 : request.target.raw.utf8.count
    return target + request.headBytes.count + request.body.count + response.body.count
  }
}
