import Dispatch
import Glibc

/// The signals that the process listens to, from the moment this is made until it is released.
///
/// SIGTERM and SIGINT ask to stop, SIGHUP to reload. The functions run one after the other on a queue of their own, not in
/// the signal handler: they may do anything but wait, since the next signal waits behind them.
package final class Signals: Sendable {
  private let sources: [DispatchSource]

  /// Listens.
  ///
  /// `stop` gets how many stop signals there have been, this one included: the second one means "at once".
  package init(stop: @escaping @Sendable (Int) -> Void, reload: @escaping @Sendable () -> Void = {}) {
    ignoreBrokenPipes()
    let queue = DispatchQueue(label: "signals")
    let stops = Counter()
    let registrations = DispatchGroup()
    // Dispatch puts its own handler in the place of the default action. Ignoring the signal before that, as one has to
    // on other systems, would lose one that comes in between.
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

/// Makes writing to a closed connection an error instead of the end of the process.
func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
