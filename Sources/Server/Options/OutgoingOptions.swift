/// Whom outgoing fetches believe and where they may go.
package struct OutgoingOptions: Sendable, Hashable {
  /// Further certificate authorities as PEM text, besides the system's.
  package var authorities: String?
  /// True if a server certificate that no known authority vouches for is taken, for example a self-signed one.
  package var acceptsUnknownAuthorities: Bool
  /// True if the program runs inside a container; decides what a failing loopback URL is told.
  package var isInContainer: Bool

  /// Options; by default the system's authorities, and the container is recognized by its marker files.
  package init(
    authorities: String? = nil, acceptsUnknownAuthorities: Bool = false, isInContainer: Bool? = nil
  ) {
    self.authorities = authorities
    self.acceptsUnknownAuthorities = acceptsUnknownAuthorities
    self.isInContainer = isInContainer ?? Container.isAround
  }
}
