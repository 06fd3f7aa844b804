import Flow
import HTTP
package import ProviderKit

extension OpenIDProvider {
  /// Checks where a browser may be sent after logout, and whether a client has registered that (RP-Initiated Logout
  /// §3).
  ///
  /// - Parameters:
  ///   - named: the client that the request names; `nil` if it names none, so that any may have registered it.
  ///   - call: the call under whose address registered paths of the emulator are accepted too.
  package func postLogoutRedirect(
    to uri: String, named: String?, for call: Call? = nil
  ) -> PostLogoutRedirect {
    let clients = (sandbox.library.world.clients[Self.slug] ?? [:]).values.compactMap { $0 as? RelyingParty }
    guard RedirectLocation.isSafe(uri) || RedirectLocation.isOwnPath(uri) else { return .refused }
    let isRegistered = clients.contains { client in
      (named == nil || client.identifier == named)
        && (client.redirectURIs.contains(uri)
          || call.map { client.atHome(of: $0).redirectURIs.contains(uri) } ?? false)
    }
    if isRegistered { return .registered }
    let isOpen = !sandbox.settings.isStrict && clients.contains(where: \.isWildcard)
    return isOpen && RedirectLocation.isSafe(uri) ? .unchecked : .refused
  }
}

/// Whether a browser may be sent to an address after logout.
package enum PostLogoutRedirect: Sendable {
  /// A client has registered the address.
  case registered
  /// No client has registered it, but one stands for any.
  case unchecked
  case refused
}
