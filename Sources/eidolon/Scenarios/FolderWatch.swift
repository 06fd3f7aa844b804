import Dispatch
import Glibc
import Synchronization

/// Watches scenario folders for changes.
///
/// It compares the folders' state, which is path, size, inode and times of every file and what cannot be read, every second,
/// because bind mounts of containers and network folders lose events; inotify only makes it quicker. A change is reported
/// once the state has stayed the same for a while, so that saving several files is one change.
final class FolderWatch: Sendable {
  private struct State {
    var seen: [ScenarioFolder.State]
    var isSettling = false
    var isLookDue = false
    /// A look that was under way when the watch was stopped must not report a change.
    var isStopped = false
    /// Cancelled at the end; the sources hold the watch only weakly.
    var sources: [DispatchSource] = []
  }

  private let folders: [ScenarioFolder]
  private let settling: DispatchTimeInterval
  private let queue = DispatchQueue(label: "eidolon.scenarios")
  private let onChange: @Sendable () -> Void
  private let state: Mutex<State>

  /// - Parameters:
  ///   - seen: the state of the folders before they were read; the present one if `nil`.
  ///   - interval: between comparisons of the state.
  ///   - settling: how long the state must stay the same.
  ///   - onChange: called on the watch's own queue, one call at a time.
  init(
    _ folders: [ScenarioFolder], since seen: [ScenarioFolder.State]? = nil,
    interval: DispatchTimeInterval = .seconds(1),
    settling: DispatchTimeInterval = .milliseconds(100), onChange: @escaping @Sendable () -> Void
  ) {
    (self.folders, self.settling, self.onChange) = (folders, settling, onChange)
    state = Mutex(State(seen: seen ?? folders.map { $0.state() }))
    start(interval)
  }

  deinit { stop() }

  /// A call of `onChange` in progress still finishes.
  func stop() {
    let sources = state.withLock { state in
      defer { state.sources = [] }
      state.isStopped = true
      return state.sources
    }
    for source in sources { source.cancel() }
  }

  private func start(_ interval: DispatchTimeInterval) {
    let timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + interval, repeating: interval, leeway: .milliseconds(50))
    timer.setEventHandler { [weak self] in self?.look() }
    timer.activate()
    keep(timer)

    let events = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard events >= 0 else {
      // Without inotify (its instances are limited) the timer alone must do.
      return
    }
    watch(events)
    let source = DispatchSource.makeReadSource(fileDescriptor: events, queue: queue)
    source.setEventHandler { [weak self] in
      self?.drain(events)
      self?.watch(events)
      self?.lookSoon()
    }
    source.setCancelHandler { close(events) }
    source.activate()
    keep(source)
  }

  private func keep(_ source: any DispatchSourceProtocol) {
    // The class is Sendable, the protocols that its factories return are not.
    guard let source = source as? DispatchSource else { return }
    state.withLock { $0.sources.append(source) }
  }

  /// Looks after the settling time; events until then cause no second look.
  private func lookSoon() {
    let isDue = state.withLock { state in
      defer { state.isLookDue = true }
      return state.isLookDue
    }
    guard !isDue else { return }
    queue.asyncAfter(deadline: .now() + settling) { [weak self] in
      self?.state.withLock { $0.isLookDue = false }
      self?.look()
    }
  }

  /// Compares the folders with the last look; reports a change once two looks in a row see the same.
  private func look() {
    let now = folders.map { $0.state() }
    let (isSettling, hasSettled) = state.withLock { state in
      let isNew = state.seen != now
      let hasSettled = state.isSettling && !isNew
      state.seen = now
      state.isSettling = isNew
      return state.isStopped ? (false, false) : (isNew, hasSettled)
    }
    if isSettling { lookSoon() }
    if hasSettled { onChange() }
  }

  // MARK: inotify

  /// Watches every folder; inotify ignores those that are watched already.
  private func watch(_ events: Int32) {
    let mask = UInt32(
      IN_CLOSE_WRITE | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF)
    for folder in folders.flatMap({ $0.folders() }) {
      _ = unsafe inotify_add_watch(events, folder, mask)
    }
  }

  /// Discards the events; `look` finds out what they are about.
  private func drain(_ events: Int32) {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while unsafe read(events, &buffer, buffer.count) > 0 {}
  }
}
