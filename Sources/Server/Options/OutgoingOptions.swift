/// Which servers outgoing fetches trust.
package struct OutgoingOptions: Sendable, Hashable {
  /// Further certificate authorities as PEM text, besides the system's.
  package var authorities: String?
  /// True if server certificates of unknown authorities are accepted, for example self-signed ones.
  package var acceptsUnknownAuthorities: Bool
  /// True inside a container, where the error about a loopback URL explains what loopback means there.
  package var isInContainer: Bool

  /// By default only the system's authorities are trusted, and a container is recognized by its marker files.
  package init(
    authorities: String? = nil, acceptsUnknownAuthorities: Bool = false, isInContainer: Bool? = nil
  ) {
    self.authorities = authorities
    self.acceptsUnknownAuthorities = acceptsUnknownAuthorities
    self.isInContainer = isInContainer ?? Container.isAround
  }
}
