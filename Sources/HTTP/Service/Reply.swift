/// What to do about a request.
///
/// Whatever is slow, timed or outgoing is said here as data and done by the server.
package enum Reply: Sendable {
  /// Send this answer in this manner.
  case send(Response, Transmission = Transmission())
  /// Ask this where it holds up nobody, because it takes long (private-key operations), and do what it says.
  case work(@Sendable () -> Reply)
  /// Answer later: when something happens or time is up.
  case hold(Hold)
  /// Fetch a document, or ask the own server something, first, then ask.
  case fetch(Fetch)
  /// Send an answer piece by piece until it ends, the client goes away or the server stops.
  case stream(ResponseStream)
}

/// How an answer goes onto the wire; anything but the default is a fault that somebody ordered.
package struct Transmission: Sendable, Hashable {
  /// The shape of what is sent.
  package enum Shape: Sendable, Hashable {
    /// The answer as it is.
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
  /// What is sent then.
  package var shape: Shape

  /// By default at once and whole.
  package init(after: Duration = .zero, shape: Shape = .whole) {
    self.after = after
    self.shape = shape
  }
}

/// An answer that waits for something to happen.
package struct Hold: Sendable {
  /// What is waited for.
  package let waiter: Waiter
  /// The longest wait; nil waits until the client goes away.
  package let atMost: Duration?
  /// Asked when the waiter is woken or time is up; may hold again.
  package let then: @Sendable () -> Reply

  /// A hold.
  package init(waiter: Waiter, atMost: Duration? = nil, then: @escaping @Sendable () -> Reply) {
    self.waiter = waiter
    self.atMost = atMost
    self.then = then
  }
}
