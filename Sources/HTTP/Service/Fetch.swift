/// A document to get before a request can be answered, for example a client's key set.
package struct Fetch: Sendable {
  /// An absolute http or https URL, or the path of a request to the service's own server.
  package let url: String
  /// A request to the service's own server, as any client would send it; `nil` for a GET of the URL.
  ///
  /// It goes to the address at which the present request came in, whatever its `Host` says.
  package let own: Request?
  /// The longest wait for the whole document.
  package let timeout: Duration
  /// The most bytes of content accepted.
  package let limit: Int
  /// True if a server on this machine, or with a private name, may use a self-signed certificate (https).
  package var acceptsSelfSigned = false
  /// Called with the result, on a worker.
  package let then: @Sendable (Result<FetchedDocument, FetchError>) -> Reply

  /// Redirects are not followed.
  package init(
    url: String, timeout: Duration = .seconds(1), limit: Int = 256 * 1024,
    then: @escaping @Sendable (Result<FetchedDocument, FetchError>) -> Reply
  ) {
    (self.url, own) = (url, nil)
    self.timeout = timeout
    self.limit = limit
    self.then = then
  }

  /// A request to the service's own server; redirects are not followed.
  package init(
    own request: Request, timeout: Duration = .seconds(10), limit: Int = 1 << 20,
    then: @escaping @Sendable (Result<FetchedDocument, FetchError>) -> Reply
  ) {
    (url, own) = (request.target.raw, request)
    self.timeout = timeout
    self.limit = limit
    self.then = then
  }
}

/// The answer to a fetch, whatever its status.
package struct FetchedDocument: Sendable, Hashable {
  package let status: Status
  package let headers: Headers
  /// The content without chunk framing.
  package let body: [UInt8]
  /// True if no trusted authority signed the certificate of the server that sent it.
  package var isSelfSigned = false

  package init(status: Status, headers: Headers, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a fetch failed; the texts are for people.
package enum FetchError: Error, Sendable, Hashable {
  /// Not an absolute http or https URL.
  case invalidURL(String)
  /// An address that is never called, because it is link-local.
  case refusedAddress(String)
  case notResolved(host: String)
  /// With the system's reason.
  case notConnected(String)
  /// No trusted authority signed the server's certificate; with OpenSSL's reason.
  case untrusted(String)
  /// With OpenSSL's reason.
  case tls(String)
  case timedOut(Duration)
  /// The limit is in bytes.
  case tooLarge(limit: Int)
  /// The answer is not HTTP or ended early.
  case malformedAnswer(String)
}
