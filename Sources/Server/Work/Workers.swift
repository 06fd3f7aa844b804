import HTTP
import Synchronization

/// What loops hand over because it would keep their other connections waiting.
struct Workers: Sendable {
  /// Private-key operations that are not known to be short: as many at a time as there are cores.
  let heavy: WorkQueue
  /// Those that are.
  let short: ShortWork
  /// Outgoing calls, which mostly wait.
  private let outgoing: WorkQueue
  /// Messages on the service's own account: a receiver that is slow must not keep a client's document waiting.
  private let posting: WorkQueue
  private let fetcher: Fetcher

  init(_ options: ServerOptions, loops: [Mailbox]) {
    short = ShortWork(loops)
    heavy = WorkQueue("workers", width: options.workers)
    outgoing = WorkQueue("outgoing", width: 16)
    posting = WorkQueue("posting", width: 4)
    fetcher = Fetcher(options.outgoing)
  }

  /// Sends messages one behind the other, and tells of each what came of it.
  func send(_ posts: [Post]) {
    posting.submit { [fetcher] in
      for post in posts { post.then(fetcher.call(OutgoingCall(post))) }
    }
  }

  /// Fetches, asks what follows from it on a worker, and tells the loop.
  func fetch(_ call: FetchCall, for ticket: Ticket, to mailbox: Mailbox) {
    outgoing.submit { [fetcher, heavy] in
      guard !call.isSettled else { return }
      let result = fetcher.call(OutgoingCall(call.fetch, at: call.port))
      // The loop may have given up meanwhile: time was up, or the client went away.
      guard call.settle() else { return }
      let work = HeavyWork(ticket: ticket, kind: .unknown) { call.fetch.then(result) }
      heavy.submit { mailbox.post(.finished(work.done())) }
    }
  }
}

/// A fetch under way; whoever settles it first decides its outcome.
final class FetchCall: Sendable {
  let fetch: Fetch
  /// Where the request came in that needs it.
  let port: Port
  private let settled = Mutex(false)

  init(_ fetch: Fetch, at port: Port) { (self.fetch, self.port) = (fetch, port) }

  var isSettled: Bool { settled.withLock { $0 } }

  /// Whether the caller is the first.
  func settle() -> Bool {
    settled.withLock { settled in
      defer { settled = true }
      return !settled
    }
  }
}
