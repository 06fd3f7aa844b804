import Dispatch
import HTTP
import Synchronization

/// Sends what a service wants sent: looks into its outbox at news and when the next message is due.
///
/// It costs nothing while there is nothing to send.
final class Courier: Sendable {
  private struct State {
    /// When the outbox is looked into next.
    var next = Moment.never
    var isStopped = false
    /// What waits for a receiver that is being sent something, by its URL.
    var waiting: [String: [Post]] = [:]
  }

  private let outbox: any Outbox
  private let fetcher: Fetcher
  /// Its own, so that a receiver that is slow keeps no client's document waiting.
  private let posting: WorkQueue
  private let queue = DispatchQueue(label: "courier")
  private let state = Mutex(State())

  init(_ outbox: any Outbox, _ fetcher: Fetcher) throws(ServerError) {
    (self.outbox, self.fetcher) = (outbox, fetcher)
    posting = try WorkQueue("posting", width: 4)
  }

  /// Begins; what waits already is sent at once.
  func start() {
    outbox.onNews { [weak self] in self?.look(after: .zero) }
    look(after: .zero)
  }

  /// Takes no more; what is under way may still arrive.
  func stop() { state.withLock { $0.isStopped = true } }

  /// Looks into the outbox after a while, unless that happens sooner anyway.
  private func look(after wait: Duration) {
    // Longer waits are broken up: a wall clock may have jumped meanwhile.
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
      // A look that was planned before a sooner one finds that one's plan in its place.
      guard !state.isStopped, state.next == moment else { return false }
      state.next = .never
      return true
    }
    guard isCurrent else { return }
    let due = outbox.takeDue()
    // In order for each receiver, and none waits for another one's slow server.
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

  /// Sends what waits for a receiver, and what comes meanwhile.
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
