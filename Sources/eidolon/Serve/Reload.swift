import Flow
import ProviderKit
import Synchronization

/// Reloads the scenarios while the program runs: all of them or none.
final class Reload: Sendable {
  private let source: LibrarySource
  private let emulator: Emulator
  private let log: any Log
  private let latest: Mutex<[ScenarioLayer]>

  init(_ source: LibrarySource, first: LibrarySource.Loaded, into emulator: Emulator, log: any Log) {
    (self.source, self.emulator, self.log) = (source, emulator, log)
    latest = Mutex(first.layers)
  }

  /// Replaces the library, or keeps it; then everything that is wrong is in the log, on the start page and in the API.
  func run() {
    latest.withLock { layers in
      do throws(LoadFailure) {
        let loaded = try source.load()
        try emulator.replace(loaded)
        let changes = LayerChanges(from: layers, to: loaded.layers)
        layers = loaded.layers
        log.write(
          LogEvent(
            .info, "scenarios were read again: \(changes.text)",
            fields: [("scenarios", String(loaded.library.scenarios.count))]))
      } catch {
        emulator.sandboxes.keepFiles(because: error)
        for problem in error.problems { log.write(LogEvent(.error, problem.text)) }
        let count = error.problems.count.counted("problem")
        log.write(LogEvent(.error, "the scenarios have \(count) and stay as they were"))
      }
    }
  }
}
