import Flow
import ProviderKit
import Synchronization

/// An application with the switches in force for a login, as they have it set in the dashboard.
///
/// A reference: logins keep it, and are copied at every call.
final class CriiptoApplication: Sendable {
  /// The application as it is set.
  let client: CriiptoClient
  /// The client's switches with the scenario's over them.
  let switches: CriiptoSwitches
  /// What the rules of a request ask of it.
  let requesting: RequestingApplication
  /// As the world has it.
  private let registered: CriiptoClient
  private let callbacks: [String]
  private let hasOwnPaths: Bool

  /// An application of the world, where a scenario has it set otherwise.
  init(_ registered: CriiptoClient, _ scenario: Scenario? = nil) {
    self.registered = registered
    switches = CriiptoSwitches(registered, scenario)
    let client = registered.set(by: switches)
    self.client = client
    requesting = client.requesting
    callbacks = client.redirectURIs
    hasOwnPaths = registered.redirectURIs.contains(where: RedirectLocation.isOwnPath)
  }

  /// The callback that an address is as it stands, if it is one.
  func callback(_ uri: String) -> CriiptoCallback? {
    CriiptoClient.index(of: uri, among: callbacks).map { .registered($0) }
  }

  /// The address of a callback.
  func address(of callback: CriiptoCallback) -> String {
    switch callback {
    case .registered(let index): callbacks[index]
    case .sent(let uri): uri
    }
  }

  /// The same application as a scenario has it set.
  func set(by scenario: Scenario?) -> CriiptoApplication {
    scenario.map { CriiptoApplication(registered, $0) } ?? self
  }

  /// The application with those callbacks absolute that are paths of this emulator.
  func atHome(of call: Call) -> CriiptoApplication {
    hasOwnPaths ? CriiptoApplication(registered.atHome(of: call)) : self
  }
}

/// Where a client is answered.
///
/// Nearly all requests send a callback as it is registered, and logins are kept: that one needs no text of its own.
enum CriiptoCallback: Sendable {
  /// One of the application's, by its index.
  case registered(Int)
  /// An address as it was sent.
  case sent(String)
}

/// The applications of a sandbox, put together once for each state of the world: every authorize call asks for one.
final class CriiptoApplications: Sendable {
  private struct Table: Sendable {
    let version: Int
    var applications: [String: CriiptoApplication] = [:]
    /// The one that stands for every id; none where clients must have an entry of their own.
    var any: CriiptoApplication?
  }

  private let kept = Mutex<Table?>(nil)

  /// The application of a client id; under `--strict` only one with an entry of its own.
  func find(_ identifier: String, in sandbox: Sandbox) -> CriiptoApplication? {
    let version = sandbox.version
    return kept.withLock { kept in
      if kept?.version != version { kept = Self.table(of: sandbox, version) }
      return kept?.applications[identifier] ?? kept?.any
    }
  }

  private static func table(of sandbox: Sandbox, _ version: Int) -> Table {
    var table = Table(version: version)
    for (identifier, client) in sandbox.library.world.clients[Criipto.slug] ?? [:] {
      guard let client = client as? CriiptoClient else { continue }
      if identifier == World.anyClient {
        table.any = sandbox.settings.isStrict ? nil : CriiptoApplication(client)
      } else {
        table.applications[identifier] = CriiptoApplication(client)
      }
    }
    return table
  }
}
