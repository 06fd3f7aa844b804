/// A status code with its reason phrase (RFC 9110 §15).
package struct Status: Sendable, Hashable {
  package let code: Int
  /// The phrase of the status line, which clients ignore.
  package let reason: String

  /// Without `reason`, the registered phrase of the code, or none for unknown codes.
  package init(_ code: Int, _ reason: String? = nil) {
    self.code = code
    self.reason = reason ?? Self.phrase(of: code)
  }

  /// True if an answer with this status never has content (RFC 9110 §6.4.1).
  package var forbidsBody: Bool { code < 200 || code == 204 || code == 304 }

  private static func phrase(of code: Int) -> String {
    switch code {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 206: "Partial Content"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 424: "Failed Dependency"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: ""
    }
  }
}

extension Status: ExpressibleByIntegerLiteral, CustomStringConvertible {
  package init(integerLiteral value: Int) { self.init(value) }

  /// Code and phrase, for example `404 Not Found`.
  package var description: String { reason.isEmpty ? "\(code)" : "\(code) \(reason)" }
}

extension Status {
  package static let ok: Status = 200
  package static let found: Status = 302
  package static let badRequest: Status = 400
  package static let unauthorized: Status = 401
  package static let notFound: Status = 404
  package static let methodNotAllowed: Status = 405
}
