import Flow
import ProviderKit

extension BioID {
  /// What people read of a client.
  func clientName(_ client: String) -> String {
    sandbox.library.world.name(ofClient: client, of: Self.slug)
  }
}
