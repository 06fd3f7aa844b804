import Synchronization

/// A bell that rings once, to wake a thread that waits for an event.
package final class Waiter: Sendable {
  private enum State {
    case quiet
    case armed(@Sendable () -> Void)
    case done
  }

  private let state = Mutex(State.quiet)

  package init() {}

  /// Rings.
  ///
  /// The first ring counts, before or after `onWake`; later ones do nothing.
  ///
  /// - Returns: true if somebody waited for it.
  @discardableResult
  package func wake() -> Bool {
    guard let action = finish() else { return false }
    action()
    return true
  }

  /// Sets what to do at the ring, on the thread that rings; at once if it has rung already.
  ///
  /// A second call replaces the first.
  package func onWake(_ action: @escaping @Sendable () -> Void) {
    let isDone = state.withLock { state in
      if case .done = state { return true }
      state = .armed(action)
      return false
    }
    if isDone { action() }
  }

  /// Ends the wait without ringing: time was up, or the client went away.
  package func cancel() { _ = finish() }

  /// True once it has rung or was cancelled; it can then be dropped.
  package var isDone: Bool {
    state.withLock { state in
      if case .done = state { return true }
      return false
    }
  }

  private func finish() -> (@Sendable () -> Void)? {
    state.withLock { state in
      defer { state = .done }
      if case .armed(let action) = state { return action }
      return nil
    }
  }
}
