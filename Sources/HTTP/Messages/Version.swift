/// The protocol version of a request.
///
/// A minor version above 1 counts as 1.1 (RFC 9110 §2.5).
package enum Version: Sendable, Hashable {
  /// `Host` is optional; the connection closes unless `keep-alive` is requested.
  case http10
  case http11
}
