/// The same request to several servers at once, such as the other replicas of this one.
package struct Gather: Sendable {
  /// Each `HOST:PORT`; a name stands for all its addresses, and is looked up every time.
  package let servers: [String]
  /// Path and query of a GET over http.
  package let target: String
  package let headers: Headers
  /// The longest wait for all of them together; servers that have not answered by then have timed out.
  package let timeout: Duration
  /// The most bytes of content accepted of each.
  package let limit: Int
  /// Called with the result of each address, on a worker.
  package let then: @Sendable ([Gathered]) -> Reply

  package init(
    _ target: String, of servers: [String], headers: Headers = [:], timeout: Duration = .seconds(3),
    limit: Int = 32 << 20, then: @escaping @Sendable ([Gathered]) -> Reply
  ) {
    (self.servers, self.target, self.headers) = (servers, target, headers)
    (self.timeout, self.limit, self.then) = (timeout, limit, then)
  }
}

/// The result for one server's address.
package struct Gathered: Sendable {
  /// With the port; the server's name if it has no address.
  package let address: String
  package let result: Result<FetchedDocument, FetchError>

  package init(_ address: String, _ result: Result<FetchedDocument, FetchError>) {
    (self.address, self.result) = (address, result)
  }
}
