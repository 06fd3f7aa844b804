import Flow
import HTTP
import ProviderKit

extension OpenIDProvider {
  /// Where a browser may be sent after it was logged out, and who has registered that (RP-Initiated Logout §3).
  ///
  /// - Parameter named: the client that the request names; `nil` where it names none, so that any may have registered it.
  package func postLogoutRedirect(to uri: String, named: String?) -> PostLogoutRedirect {
    let clients = (sandbox.library.world.clients[Self.slug] ?? [:]).values.compactMap { $0 as? RelyingParty }
    guard RedirectLocation.isSafe(uri) || RedirectLocation.isOwnPath(uri) else { return .refused }
    if clients.contains(where: {
      $0.redirectURIs.contains(uri) && (named == nil || $0.identifier == named)
    }) {
      return .registered
    }
    let isOpen = !sandbox.settings.isStrict && clients.contains(where: \.isAnything)
    return isOpen && RedirectLocation.isSafe(uri) ? .unchecked : .refused
  }
}

/// Whether a browser may be sent somewhere after it was logged out.
package enum PostLogoutRedirect: Sendable {
  /// A client has registered the address.
  case registered
  /// Nobody has, but a client stands for any.
  case unchecked
  case refused
}
