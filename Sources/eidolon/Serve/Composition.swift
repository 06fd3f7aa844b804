import Control
import Demo
import Flow
import HTTP
import Pages
import ProviderKit
import Registry

/// Wires the emulator: the root sandbox, and the blueprint of further ones.
struct Composition {
  let loaded: LibrarySource.Loaded
  var settings = Sandbox.Settings()
  var seed: UInt64?
  var keys = KeyRing()
  var log: any Log = NoLog()
  var state = ControlState()
  var journal: AppendedFile?

  /// With every provider of the registry.
  func emulator() throws(RunFailure) -> Emulator {
    let (seed, state, keys) = (seed, state, keys)
    let routes: Routes
    do throws(RouteProblem) {
      routes = try Routes(
        registry,
        beside: [
          Control.desk(settings.control, state),
          Pages.desk(settings.control, state.access, demonstrations: Demo.links), Demo.desk(state.access),
        ])
    } catch { throw RunFailure("\(error)") }
    var blueprint = Sandboxes.Blueprint(
      routes: routes, settings: settings, keys: { keys.copy() }, log: log,
      environment: { SeededEnvironment.make(seed: $0 ?? seed, frozenAt: $1) })
    blueprint.remember = { Control.remember($0, isLast: $1, in: state) }
    if let journal {
      blueprint.record = { journal.append(JournalLine.bytes($0, sandbox: $1, openedWith: $2)) }
    }
    let shelf = RecordShelf(blueprint.limit)
    let sandbox = Sandbox(
      library: loaded.library, files: loaded.files, environment: SeededEnvironment.make(seed: seed),
      settings: settings,
      keys: keys, journal: blueprint.journal("", keys, on: shelf), changes: blueprint.changes(on: shelf),
      insight: blueprint.insight(), office: blueprint.office, traffic: blueprint.traffic, log: log)
    let sandboxes = Sandboxes(
      blueprint, loader: loaded.loader, files: loaded.files, library: loaded.library,
      wall: { WallClock.now })
    return Emulator(root: sandboxes.application(sandbox), sandboxes: sandboxes)
  }
}

extension Emulator {
  /// Replaces the library of the root sandbox, which keeps what came by API, and of those made from now on.
  ///
  /// - Throws: why that does not go together; nothing is replaced then.
  func replace(_ loaded: LibrarySource.Loaded) throws(LoadFailure) {
    let root = root.sandbox
    let files = root.files.rebased(from: sandboxes.files, onto: loaded.files)
    let library =
      files == loaded.files
      ? loaded.library : try files.library(loaded.loader, now: WallClock.now, source: "by API")
    root.replace(library, files: files)
    sandboxes.replace(loaded.files, loaded.library)
  }
}
