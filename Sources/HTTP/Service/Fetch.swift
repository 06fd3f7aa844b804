/// A document to get before a request can be answered, for example a client's key set.
package struct Fetch: Sendable {
  /// An absolute http or https URL; for a request to the own server its path.
  package let url: String
  /// What the service asks of its own server, as any client would; `nil` for a GET of the URL.
  ///
  /// It goes to the address at which the present request came in, and to no other, whatever its `Host` says.
  package let own: Request?
  /// The longest wait for the whole document.
  package let timeout: Duration
  /// The most bytes of content that are taken.
  package let limit: Int
  /// Asked with the outcome, on a worker.
  package let then: @Sendable (Result<FetchedDocument, FetchError>) -> Reply

  /// A fetch; redirects are not followed.
  package init(
    url: String, timeout: Duration = .seconds(1), limit: Int = 256 * 1024,
    then: @escaping @Sendable (Result<FetchedDocument, FetchError>) -> Reply
  ) {
    (self.url, own) = (url, nil)
    self.timeout = timeout
    self.limit = limit
    self.then = then
  }

  /// A request of the service to its own server; redirects are not followed.
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

/// What a fetch brought, whatever its status.
package struct FetchedDocument: Sendable, Hashable {
  /// The status of the answer.
  package let status: Status
  /// Its fields.
  package let headers: Headers
  /// Its content, taken out of its chunks.
  package let body: [UInt8]

  /// A document.
  package init(status: Status, headers: Headers, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

/// Why a fetch brought nothing.
///
/// The texts are for people.
package enum FetchError: Error, Sendable, Hashable {
  /// Not an absolute http or https URL.
  case invalidURL(String)
  /// An address that is never called: link-local, or not in the list.
  case refusedAddress(String)
  /// The name has no address.
  case notResolved(host: String)
  /// Nobody answered the connection; the system's reason.
  case notConnected(String)
  /// TLS failed; OpenSSL's reason.
  case tls(String)
  /// The document was not complete in time.
  case timedOut(Duration)
  /// The document is larger than the limit in bytes.
  case tooLarge(limit: Int)
  /// The answer is not HTTP or ended early.
  case malformedAnswer(String)
}
