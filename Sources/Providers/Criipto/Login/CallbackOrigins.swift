import Flow
import HTTP
import ProviderKit
import Synchronization

/// The origins of all registered callbacks, cached for each version of the world because pages poll once a second.
final class CallbackOrigins: Sendable {
  /// Origins are in lower case.
  struct Table: Sendable {
    var all: Set<String> = []
    var byClient: [String: Set<String>] = [:]
    /// True if a client that stands for every id allows every origin.
    var isOpen = false
  }

  private let cache = Mutex<(version: Int, table: Table)?>(nil)

  func table(of sandbox: Sandbox) -> Table {
    let version = sandbox.version
    if let cached = cache.withLock({ $0 }), cached.version == version { return cached.table }
    var table = Table()
    for case let client as CriiptoClient in (sandbox.library.world.clients[Criipto.slug] ?? [:]).values {
      let origins = Set(client.redirectURIs.compactMap { CrossOrigin.origin(of: $0) })
      table.all.formUnion(origins)
      table.byClient[client.identifier] = origins
      if client.isWildcard, !sandbox.settings.isStrict { table.isOpen = true }
    }
    cache.withLock { $0 = (version, table) }
    return table
  }
}
