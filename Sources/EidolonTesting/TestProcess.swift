import Control
import Demo
import Flow
import HTTP
import Pages
import ProviderKit
import Synchronization

/// What a process makes once for all its sandboxes, and the process of the tests for all emulators that serve the same.
struct TestProcess: Sendable {
  let routes: Routes
  let loader: LibraryLoader

  private struct Served: Hashable {
    let providers: [ObjectIdentifier]
    let control: Sandbox.Settings.Control
  }

  private static let made = Mutex<[Served: TestProcess]>([:])

  private init(_ providers: [any Provider.Type], _ control: Sandbox.Settings.Control) throws(RouteProblem) {
    routes = try Routes(providers, beside: Self.desks(control, ControlState()))
    loader = LibraryLoader(providers.map { $0.schema })
  }

  /// Everything but the providers, in the order in which the program has it.
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
    // Outside the lock: nobody waits, and one that was made twice is the same.
    let process = try TestProcess(providers, control)
    made.withLock { $0[served] = process }
    return process
  }
}
