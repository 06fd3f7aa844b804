/// A request method (RFC 9110 §9).
///
/// Methods are case-sensitive: `get` is `.other("get")`.
package enum Method: Sendable, Hashable {
  case get, head, post, put, patch, delete, options
  /// Any other token, as sent.
  case other(String)

  package init(_ text: String) { self.init(text.utf8.span) }

  /// A token, as sent.
  init(_ token: Span<UInt8>) {
    let known = Self.usual.first { token.isEqual(to: $0.text) }
    self = known ?? .other(String(decoding: Array(copying: token), as: UTF8.self))
  }

  private static let usual: [Method] = [.get, .post, .head, .put, .patch, .delete, .options]

  package var text: String {
    switch self {
    case .get: "GET"
    case .head: "HEAD"
    case .post: "POST"
    case .put: "PUT"
    case .patch: "PATCH"
    case .delete: "DELETE"
    case .options: "OPTIONS"
    case .other(let text): text
    }
  }
}

extension Method: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral value: String) { self.init(value) }

  package var description: String { text }
}
