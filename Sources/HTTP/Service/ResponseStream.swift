/// An answer without a known end, sent piece by piece as things happen.
///
/// What comes next is said as data and done by the server: it asks for a piece only when the client has taken the one
/// before, so a slow reader costs one piece of memory and nobody's time.
package struct ResponseStream: Sendable {
  /// Status and fields; its content is not sent.
  package let response: Response
  /// Asked for the first piece.
  package let next: @Sendable () -> StreamStep

  /// An answer with this head, and what follows it.
  package init(_ response: Response, next: @escaping @Sendable () -> StreamStep) {
    (self.response, self.next) = (response, next)
  }
}

/// What a stream does next.
package enum StreamStep: Sendable {
  /// Send these bytes, then ask.
  case send([UInt8], then: @Sendable () -> StreamStep)
  /// Ask when the waiter rings or time is up.
  case wait(Waiter, atMost: Duration, then: @Sendable () -> StreamStep)
  /// The stream is over.
  case end
}
