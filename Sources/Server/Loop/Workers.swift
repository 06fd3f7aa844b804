import HTTP

/// What loops hand over because it would keep their other connections waiting.
struct Workers: Sendable {
  /// Private-key operations, which need the processor.
  private let heavy: WorkQueue
  /// Outgoing calls, which mostly wait.
  private let outgoing: WorkQueue
  private let fetcher: Fetcher

  init(_ options: ServerOptions, _ fetcher: Fetcher) throws(ServerError) {
    heavy = try WorkQueue("worker", width: options.workers)
    outgoing = try WorkQueue("outgoing", width: 16)
    self.fetcher = fetcher
  }

  /// Works out a reply, and tells the loop.
  func work(for ticket: Ticket, of mailbox: Mailbox, _ body: @escaping @Sendable () -> Reply) {
    heavy.submit { mailbox.post(.finished(ticket, body())) }
  }

  /// Fetches, works out the reply that follows from it, and tells the loop.
  func fetch(_ call: FetchCall, for ticket: Ticket, of mailbox: Mailbox) {
    outgoing.submit {
      guard !call.isSettled else { return }
      let result = fetcher.call(OutgoingCall(call.fetch, at: call.port))
      // The loop may have given up meanwhile: time was up, or the client went away.
      guard call.settle() else { return }
      work(for: ticket, of: mailbox) { call.fetch.then(result) }
    }
  }
}
