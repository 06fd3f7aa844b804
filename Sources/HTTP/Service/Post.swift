/// A request that a service sends to another server on its own initiative, for example a webhook.
package struct Post: Sendable {
  package let method: Method
  /// An absolute http or https URL.
  package let url: String
  /// Without framing and `Host`, which the sender adds.
  package let headers: Headers
  package let body: [UInt8]
  /// The longest wait for the whole answer.
  package let timeout: Duration
  /// The most bytes of the answer's content accepted.
  package let limit: Int
  /// True if a server on this machine, or with a private name, may use a self-signed certificate (https).
  package var acceptsSelfSigned = false
  /// Called with the result, from any thread; must not block.
  package let then: @Sendable (Result<FetchedDocument, FetchError>) -> Void

  /// Redirects are not followed.
  package init(
    _ method: Method = .post, url: String, headers: Headers, body: [UInt8], timeout: Duration = .seconds(1),
    limit: Int = 64 * 1024, then: @escaping @Sendable (Result<FetchedDocument, FetchError>) -> Void
  ) {
    (self.method, self.url, self.headers, self.body) = (method, url, headers, body)
    (self.timeout, self.limit, self.then) = (timeout, limit, then)
  }
}

/// The messages that a service sends on its own initiative: the server takes those that are due and sends
/// them.
package protocol Outbox: Sendable {
  /// Takes what is due now; each message is given out once.
  func takeDue() -> DuePosts
  /// Sets what to call when there may be something to take; it is called from any thread and must not block.
  func onDue(_ ring: @escaping @Sendable () -> Void)
}

/// What is to be sent now, and when to ask again.
package struct DuePosts: Sendable {
  package var posts: [Post]
  /// How long nothing else is due; nil if nothing more is due until the outbox announces it.
  package var next: Duration?

  package init(_ posts: [Post] = [], next: Duration? = nil) {
    (self.posts, self.next) = (posts, next)
  }
}
