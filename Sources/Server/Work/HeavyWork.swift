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
}

/// What came of it.
struct FinishedWork: Sendable {
  let ticket: Ticket
  let kind: Efforts.Kind
  let reply: Reply
  /// The processor's time that it took.
  let nanoseconds: Int64
}
