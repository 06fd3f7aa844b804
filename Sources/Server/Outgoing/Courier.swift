import Dispatch
import HTTP
import Synchronization

/// Sends a service's messages: checks its outbox when that announces something and when the next message is due.
///
/// It costs nothing while there is nothing to send.
final class Courier: Sendable {
  private struct State {
    /// When the outbox is checked next.
    var next = Moment.never
    var isStopped = false
    /// Messages for the receivers that are being sent to, by URL.
    var waiting: [String: [Post]] = [:]
  }

  private let outbox: any Outbox
  private let fetcher: Fetcher
  /// A queue of its own, so that a slow receiver delays no client's fetch.
  private let posting: WorkQueue
  private let queue = DispatchQueue(label: "courier")
  private let state = Mutex(State())

  init(_ outbox: any Outbox, _ fetcher: Fetcher) throws(ServerError) {
    (self.outbox, self.fetcher) = (outbox, fetcher)
    posting = try WorkQueue("posting", width: 4)
  }

  /// Sends at once what is already due.
  func start() {
    outbox.onDue { [weak self] in self?.look(after: .zero) }
    look(after: .zero)
  }

  /// Stops checking the outbox; messages under way may still arrive.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Checks the outbox after `wait`, unless a sooner check is planned.
  private func look(after wait: Duration) {
    // Long waits are split, since the wall clock may jump.
    let moment = Moment.now() + min(wait, .seconds(60))
    let isSooner = state.withLock { state in
      guard !state.isStopped, moment < state.next else { return false }
      state.next = moment
      return true
    }
    guard isSooner else { return }
    let nanoseconds = max(moment.nanoseconds - Moment.now().nanoseconds, 0)
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(nanoseconds))) { [weak self] in
      self?.look(at: moment)
    }
  }

  private func look(at moment: Moment) {
    let isCurrent = state.withLock { state in
      // Skipped if a sooner check has replaced this one.
      guard !state.isStopped, state.next == moment else { return false }
      state.next = .never
      return true
    }
    guard isCurrent else { return }
    let due = outbox.takeDue()
    // In order for each receiver, and no receiver has to wait for another's slow server.
    for (url, posts) in Dictionary(grouping: due.posts, by: \.url) {
      let isBusy = state.withLock { state in
        let isBusy = state.waiting[url] != nil
        state.waiting[url, default: []] += posts
        return isBusy
      }
      if !isBusy { posting.submit { [self] in send(to: url) } }
    }
    if let next = due.next { look(after: next) }
  }

  /// Sends the messages waiting for a receiver, and those that arrive for it meanwhile.
  private func send(to url: String) {
    while let posts = take(for: url) {
      for post in posts { post.then(fetcher.call(OutgoingCall(post))) }
    }
  }

  private func take(for url: String) -> [Post]? {
    state.withLock { state in
      guard let posts = state.waiting[url], !posts.isEmpty else {
        state.waiting[url] = nil
        return nil
      }
      state.waiting[url] = []
      return posts
    }
  }
}
