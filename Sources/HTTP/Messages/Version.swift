/// The protocol version of a request.
///
/// A minor version above 1 counts as 1.1 (RFC 9110 §2.5).
package enum Version: Sendable, Hashable {
  /// No `Host` needed; the connection closes unless `keep-alive` is asked for.
  case http10
  case http11
}
