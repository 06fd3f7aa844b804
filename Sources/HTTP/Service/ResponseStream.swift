/// An answer without a known end, sent piece by piece as things happen.
///
/// The server asks for a piece only when the client has taken the one before, so a slow reader costs one
/// piece of memory and no thread.
package struct ResponseStream: Sendable {
  /// Status and fields; its content is not sent.
  package let response: Response
  /// Called for the first piece.
  package let next: @Sendable () -> StreamStep

  package init(_ response: Response, next: @escaping @Sendable () -> StreamStep) {
    (self.response, self.next) = (response, next)
  }
}

/// What a stream does next.
package enum StreamStep: Sendable {
  /// Send these bytes, then call `then`.
  case send([UInt8], then: @Sendable () -> StreamStep)
  /// Call `then` when the waiter rings or time is up.
  case wait(Waiter, atMost: Duration, then: @Sendable () -> StreamStep)
  case end
}
