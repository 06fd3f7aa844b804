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

  private final class Loaded: Sendable {
    let libraries = Mutex<[Source: ScenarioLibrary]>([:])
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

  func library(of layer: ScenarioLayer, _ files: [String: String], at start: Instant) throws(LoadFailure)
    -> ScenarioLibrary
  {
    guard files.count > 100 else { return try loader.load([layer], now: start) }
    let source = Source(files: files, start: start)
    if let known = loaded.libraries.withLock({ $0[source] }) { return known }
    let library = try loader.load([layer], now: start)
    loaded.libraries.withLock { $0[source] = library }
    return library
  }
}
