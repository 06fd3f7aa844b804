import HTTP

/// Work that a request asked for.
struct HeavyWork: Sendable {
  /// Who waits for the reply.
  let ticket: Ticket
  /// What it is like.
  let kind: Efforts.Kind
  let body: @Sendable () -> Reply

  /// Does it, and measures the processor's time: what others do meanwhile says nothing about the work.
  func done() -> FinishedWork {
    let start = Moment.ofThread()
    let reply = body()
    return FinishedWork(
      ticket: ticket, kind: kind, reply: reply,
      nanoseconds: Moment.ofThread().nanoseconds - start.nanoseconds)
  }

  /// Does it, and measures the time that went by: the processor's costs two system calls, and what has proved to be short
  /// nearly always is so by this clock too.
  func doneAgain() -> FinishedWork {
    let start = Moment.now()
    let reply = body()
    return FinishedWork(
      ticket: ticket, kind: kind, reply: reply,
      nanoseconds: Moment.now().nanoseconds - start.nanoseconds, mayIncludeOthers: true)
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
