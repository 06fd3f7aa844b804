import Control
import Demo
import Flow
import HTTP
import Pages
import ProviderKit
import Synchronization

/// What a process makes once for all its sandboxes; the tests share one for all emulators that serve the same.
struct TestProcess: Sendable {
  let routes: Routes
  let loader: LibraryLoader

  private struct Served: Hashable {
    let providers: [ObjectIdentifier]
    let control: Sandbox.Settings.Control
  }

  private static let made = Mutex<[Served: TestProcess]>([:])

  private struct Source: Hashable {
    let files: [String: String]
    let start: Instant
  }

  /// The shipped stories, which take longest to load; loaded once for all tests that begin with them.
  private let loaded = Loaded()

  /// A library, and the files it was made from.
  struct Scenarios: Sendable {
    let library: ScenarioLibrary
    let files: LibraryFiles
  }

  private final class Loaded: Sendable {
    let scenarios = Mutex<[Source: Scenarios]>([:])
  }

  private init(_ providers: [any Provider.Type], _ control: Sandbox.Settings.Control) throws(RouteProblem) {
    routes = try Routes(providers, beside: Self.desks(control, ControlState()))
    loader = LibraryLoader(providers.map { $0.schema })
  }

  /// Everything but the providers, in the program's order.
  static func desks(_ control: Sandbox.Settings.Control, _ state: ControlState) -> [Desk] {
    [
      Control.desk(control, state),
      Pages.desk(control, state.access, demonstrations: Demo.links), Demo.desk(state.access),
    ]
  }

  static func of(
    _ providers: [any Provider.Type], _ control: Sandbox.Settings.Control
  ) throws(RouteProblem) -> TestProcess {
    let served = Served(providers: providers.map { ObjectIdentifier($0) }, control: control)
    if let known = made.withLock({ $0[served] }) { return known }
    // Outside the lock, so that no test waits; if two are made, they are the same.
    let process = try TestProcess(providers, control)
    made.withLock { $0[served] = process }
    return process
  }

  /// - Parameter files: by path below the folder.
  func scenarios(_ files: [String: String], at start: Instant) throws(LoadFailure) -> Scenarios {
    let source = Source(files: files, start: start)
    if let known = loaded.scenarios.withLock({ $0[source] }) { return known }
    let layer = ScenarioLayer(
      name: "scenarios", files: files.map { ScenarioLayer.File(path: $0.key, bytes: Array($0.value.utf8)) })
    let reading = loader.begin([layer], now: start)
    let scenarios = Scenarios(library: try reading.library(), files: reading.libraryFiles)
    if files.count > 100 { loaded.scenarios.withLock { $0[source] = scenarios } }
    return scenarios
  }
}
