/// What to do about a request.
///
/// Anything slow, timed or outgoing is only described here; the server does it.
package enum Reply: Sendable {
  case send(Response, Transmission = Transmission())
  /// Run this on a worker, because it takes long (private-key operations), and do what it returns.
  case work(@Sendable () -> Reply)
  /// Answer later: when something happens or time is up.
  case hold(Hold)
  /// Fetch a document, or send a request to this server itself, before answering.
  case fetch(Fetch)
  /// Send several servers the same request before answering.
  case gather(Gather)
  /// Send an answer piece by piece until it ends, the client goes away or the server stops.
  case stream(ResponseStream)
}

/// How an answer is sent; anything but the default is an injected fault.
package struct Transmission: Sendable, Hashable {
  package enum Shape: Sendable, Hashable {
    case whole
    /// Nothing; the connection is reset.
    case reset
    /// Nothing; the connection is closed, as when the answer is lost.
    case empty
    /// The first bytes of the answer (head included), then the connection is closed.
    case truncated(bytes: Int)
    /// The answer in small pieces over this time.
    case drip(over: Duration)
    /// These bytes instead of an answer, then the connection is closed.
    case garbage([UInt8])
  }

  /// The wait before the first byte.
  package var after: Duration
  package var shape: Shape

  package init(after: Duration = .zero, shape: Shape = .whole) {
    self.after = after
    self.shape = shape
  }
}

/// An answer that waits for something to happen.
package struct Hold: Sendable {
  package let waiter: Waiter
  /// The longest wait; nil waits until the client goes away.
  package let atMost: Duration?
  /// Called when the waiter is woken or time is up; may hold again.
  package let then: @Sendable () -> Reply

  package init(waiter: Waiter, atMost: Duration? = nil, then: @escaping @Sendable () -> Reply) {
    self.waiter = waiter
    self.atMost = atMost
    self.then = then
  }
}
