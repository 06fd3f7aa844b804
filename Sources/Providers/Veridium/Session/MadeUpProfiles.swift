import Flow
import ProviderKit

extension Veridium {
  /// The external ids of made-up profiles, by the `id` that GetStaticProfile gave them; at most 1024.
  final class MadeUpProfiles: Sendable {
    let state = Kept<[String: String]>([:])

    func note(_ profile: Profile) {
      state.withLock { names in
        if names.count >= 1024 { names = [:] }
        names[profile.identifier] = profile.externalIdentifier
      }
    }

    func name(of identifier: String) -> String? { state.withLock { $0[identifier.lowercased()] } }
  }
}
