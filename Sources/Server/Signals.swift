import Dispatch
import Glibc

/// Handles the process's signals, from its creation until it is released.
///
/// SIGTERM and SIGINT ask to stop, SIGHUP to reload. The functions run one at a time on a queue of their own, not in
/// the signal handler: they may do anything but block, because the next signal has to wait for them.
package final class Signals: Sendable {
  private let sources: [DispatchSource]

  /// `stop` gets the number of stop signals so far, this one included: the second one means "at once".
  package init(stop: @escaping @Sendable (Int) -> Void, reload: @escaping @Sendable () -> Void = {}) {
    ignoreBrokenPipes()
    let queue = DispatchQueue(label: "signals")
    let stops = Counter()
    let registrations = DispatchGroup()
    // Dispatch replaces the default action with its own handler. Ignoring the signal first, as other systems require,
    // would lose one that arrives in between.
    sources = [SIGTERM, SIGINT, SIGHUP].compactMap { number in
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if number == SIGHUP { reload() } else { stop(stops.next()) }
      }
      registrations.enter()
      source.setRegistrationHandler { registrations.leave() }
      source.activate()
      return source as? DispatchSource
    }
    registrations.wait()
  }

  deinit {
    for source in sources { source.cancel() }
  }
}

/// Makes a write to a closed connection fail instead of ending the process.
func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
