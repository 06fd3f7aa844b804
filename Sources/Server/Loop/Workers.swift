import HTTP

/// Runs what would keep a loop's other connections waiting.
struct Workers: Sendable {
  /// Private-key operations, which need the processor.
  private let heavy: WorkQueue
  /// Outgoing calls, which mostly wait.
  private let outgoing: WorkQueue
  private let fetcher: Fetcher

  init(_ options: ServerOptions, _ fetcher: Fetcher) throws(ServerError) {
    // Loops have priority: light calls are answered while signatures take every core (p99 of authorize: half).
    heavy = try WorkQueue("worker", width: options.workers, niceness: 10)
    outgoing = try WorkQueue("outgoing", width: 16)
    self.fetcher = fetcher
  }

  /// Computes a reply and posts it to the loop.
  func work(for ticket: Ticket, of mailbox: Mailbox, _ body: @escaping @Sendable () -> Reply) {
    heavy.submit { mailbox.post(.finished(ticket, body())) }
  }

  /// Resolves the servers and calls each address, all at the same time.
  func gather(_ call: GatherCall, for ticket: Ticket, of mailbox: Mailbox) {
    let deadline = Moment.now() + call.gather.timeout
    let finish: @Sendable ([Gathered]?) -> Void = { gathered in
      guard let gathered else { return }
      work(for: ticket, of: mailbox) { call.gather.then(gathered) }
    }
    outgoing.submit {
      let addresses = call.look(up: fetcher.addresses)
      guard !addresses.isEmpty else { return finish(call.settle()) }
      for address in addresses {
        outgoing.submit {
          let left = Duration.nanoseconds(deadline.nanoseconds - Moment.now().nanoseconds)
          let result =
            left > .zero && !call.isSettled
            ? fetcher.call(OutgoingCall(call.gather, at: address, within: left)) : nil
          finish(call.note(result ?? .failure(.timedOut(call.gather.timeout)), of: address))
        }
      }
    }
  }

  /// Fetches, then computes the reply and posts it to the loop.
  func fetch(_ call: FetchCall, for ticket: Ticket, of mailbox: Mailbox) {
    outgoing.submit {
      guard !call.isSettled else { return }
      let result = fetcher.call(OutgoingCall(call.fetch, at: call.port))
      // The loop may have given up by now: time was up, or the client went away.
      guard call.settle() else { return }
      work(for: ticket, of: mailbox) { call.fetch.then(result) }
    }
  }
}
