import Flow
import ProviderKit
import Synchronization

/// The tenants of a sandbox by their tokens, read once for each version of the world.
final class Tenants: Sendable {
  private struct Known {
    var version: Int?
    var tenants: [String: VideoIDClient] = [:]
    var any: VideoIDClient?
  }

  private let known = Mutex(Known())

  /// The tenant of a token; if two share it, the one whose id comes first.
  func tenant(withToken token: String, in sandbox: Sandbox) -> VideoIDClient? {
    read(sandbox) { $0.tenants[token] }
  }

  /// The client that stands for any token; `nil` under `--strict`.
  func any(in sandbox: Sandbox) -> VideoIDClient? { read(sandbox) { $0.any } }

  private func read(_ sandbox: Sandbox, _ look: (Known) -> VideoIDClient?) -> VideoIDClient? {
    known.withLock { known in
      // Read before the world, so that a change in between is noticed at the next call.
      let version = sandbox.version
      if known.version != version {
        let clients = sandbox.library.world.clients[VideoID.slug] ?? [:]
        known = Known(version: version)
        for (_, client) in clients.sorted(by: { $0.key > $1.key }) {
          if let client = client as? VideoIDClient, let token = client.token { known.tenants[token] = client }
        }
        known.any = sandbox.client(World.anyClient, of: VideoID.slug, as: VideoIDClient.self)
      }
      return look(known)
    }
  }
}
