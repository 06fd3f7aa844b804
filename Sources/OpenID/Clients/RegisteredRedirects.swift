package import JSON
import ProviderKit

extension ObjectReader {
  /// The member `redirect_uris` of a client's entry: the addresses to which a browser may be sent back.
  ///
  /// Unsafe addresses are left out, each with a problem.
  ///
  /// - Parameter mayBeOwnPaths: true if a path of the emulator itself may stand for the whole address.
  package func redirectURIs(isRequired: Bool = false, mayBeOwnPaths: Bool = false) -> [String] {
    guard let uris = isRequired ? requiredStrings("redirect_uris") : strings("redirect_uris") else {
      return []
    }
    if isRequired, uris.isEmpty {
      problem(at: "redirect_uris", "expected at least one redirect URI")
    }
    let isTaken = { (uri: String) in
      RedirectLocation.isSafe(uri) || mayBeOwnPaths && RedirectLocation.isOwnPath(uri)
    }
    for (index, uri) in uris.enumerated() where !isTaken(uri) {
      problem(
        at: "redirect_uris",
        "the redirect URI number \(index + 1) is not an absolute URI without a fragment that a browser can be sent to"
      )
    }
    return uris.filter(isTaken)
  }
}
