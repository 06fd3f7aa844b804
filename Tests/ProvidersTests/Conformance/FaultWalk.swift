import EidolonTesting
@testable import TestWorlds
import HTTP
import JSON

/// How a provider's endpoints are called: what the tests of faults need of a new provider.
///
/// Add one for each provider, in a file of its own, unless it is plain OpenID Connect; the tests fail for an endpoint that no
/// walk reaches.
struct FaultWalk: Sendable {
  /// Calls an endpoint in a transaction that takes a story by name; what it answered.
  typealias Owned = @Sendable (TestEmulator, _ story: String) throws -> TestAnswer
  /// Calls an endpoint that no transaction owns, as a careful client would.
  typealias Unowned = @Sendable (TestEmulator) throws -> TestAnswer

  /// The provider.
  let slug: String
  /// An emulator with stories: their members besides title and provider, by short name.
  let emulator: @Sendable (_ stories: [String: String]) throws -> TestEmulator
  /// By endpoint.
  let owned: [String: Owned]
  /// By endpoint.
  let unowned: [String: Unowned]
  /// By endpoint: what the story says besides its faults, where the endpoint is called only then.
  var members: [String: String] = [:]
  /// Endpoints that refuse everybody, as the real ones do.
  var refusing: Set<String> = []

  static let all: [FaultWalk] = {
    let own = [itsme, itsmeV2, criipto, bioID, reuseID, videoID, veridium]
    return own + providers.filter { provider in !own.contains { $0.slug == provider.slug } }.map { plain($0) }
  }()

  /// What browsers send.
  static let browser: Headers = ["Accept": "text/html,application/xhtml+xml,*/*;q=0.8"]
  /// A human decides: pages are there only until then.
  static let manual = #""phone": "manual""#
}
