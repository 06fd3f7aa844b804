import Dispatch
import Glibc

/// The signals that the process listens to, from the moment this is made until it is released.
///
/// SIGTERM and SIGINT ask to stop, SIGHUP to reload. The functions run one after the other on a queue of their own, not in
/// the signal handler: they may do anything.
public final class Signals: Sendable {
  private let sources: [DispatchSource]

  /// Listens.
  ///
  /// `stop` gets how many stop signals there have been, this one included: the second one means "at once".
  public init(stop: @escaping @Sendable (Int) -> Void, reload: @escaping @Sendable () -> Void = {}) {
    ignoreBrokenPipes()
    // Everything shared by the two stop signals is confined to one serial queue.
    let queue = DispatchQueue(label: "signals")
    let stops = Counter()
    sources = [SIGTERM, SIGINT, SIGHUP].compactMap { number in
      // The default action would end the process before the source is told.
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if number == SIGHUP { reload() } else { stop(stops.next()) }
      }
      source.activate()
      return source as? DispatchSource
    }
  }

  deinit {
    for source in sources { source.cancel() }
    for number in [SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_DFL) }
  }
}

/// Makes writing to a closed connection an error instead of the end of the process.
func ignoreBrokenPipes() {
  signal(SIGPIPE, SIG_IGN)
}
