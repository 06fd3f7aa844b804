/// A message that a service sends to another server on its own, for example a webhook.
package struct Post: Sendable {
  /// An absolute http or https URL.
  package let url: String
  /// The fields of its head; framing and `Host` are the sender's matter.
  package let headers: Headers
  /// The content.
  package let body: [UInt8]
  /// The longest wait for the whole answer.
  package let timeout: Duration
  /// The most bytes of the answer's content that are taken.
  package let limit: Int
  /// Told what came of it, from any thread; must not wait.
  package let then: @Sendable (Result<FetchedDocument, FetchError>) -> Void

  /// A message; redirects are not followed.
  package init(
    url: String, headers: Headers, body: [UInt8], timeout: Duration = .seconds(1), limit: Int = 64 * 1024,
    then: @escaping @Sendable (Result<FetchedDocument, FetchError>) -> Void
  ) {
    (self.url, self.headers, self.body) = (url, headers, body)
    (self.timeout, self.limit, self.then) = (timeout, limit, then)
  }
}

/// The messages that a service sends on its own: the server takes what is due and sends it.
package protocol Outbox: Sendable {
  /// Takes what is due now; nothing is given twice.
  func takeDue() -> DuePosts
  /// Says what to do when there may be something to take; it is called from any thread and must not wait.
  func onNews(_ ring: @escaping @Sendable () -> Void)
}

/// What is to be sent now, and when to ask again.
package struct DuePosts: Sendable {
  /// The messages, in order.
  package var posts: [Post]
  /// How long nothing else is due; nil: until there are news.
  package var next: Duration?

  /// Messages, and when more are due.
  package init(_ posts: [Post] = [], next: Duration? = nil) {
    (self.posts, self.next) = (posts, next)
  }
}
