import HTTP

/// Work that a request asked for.
struct HeavyWork: Sendable {
  /// Who waits for the reply.
  let ticket: Ticket
  /// What it is like.
  let kind: Efforts.Kind
  let body: @Sendable () -> Reply

  /// Does it, and measures the processor's time: what others do meanwhile says nothing about the work.
  ///
  /// - Parameter isProven: it has proved to be short; then the time that goes by is measured, because the processor's costs two
  ///   system calls and short work nearly always is short by this clock too.
  func done(isProven: Bool = false) -> FinishedWork {
    let clock = isProven ? Moment.now : Moment.ofThread
    let start = clock()
    let reply = body()
    return FinishedWork(
      ticket: ticket, kind: kind, reply: reply, nanoseconds: clock().nanoseconds - start.nanoseconds,
      mayIncludeOthers: isProven)
  }
}

/// What came of it.
struct FinishedWork: Sendable {
  let ticket: Ticket
  let kind: Efforts.Kind
  let reply: Reply
  /// The time that it took.
  let nanoseconds: Int64
  /// Whether that is all the time that went by, some of which others may have had the processor.
  var mayIncludeOthers = false
}
