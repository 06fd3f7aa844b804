import HTTP
import ProviderKit

/// A recorded request as a command that sends it again.
struct CurlCommand {
  let exchange: RecordedExchange

  /// Header fields that curl sets itself.
  private static let own: Set = ["host", "content-length", "connection", "accept-encoding"]

  var text: String {
    let request = exchange.request
    var parts = ["curl -i"]
    if request.method != .get { parts[0] += " -X \(request.method.text)" }
    parts.append(Self.quoted(exchange.url))
    for (name, value) in request.headers where !Self.own.contains(name.lowercased()) {
      parts.append("-H " + Self.quoted("\(name): \(value)"))
    }
    if !request.body.isEmpty {
      if let body = String(validating: request.body, as: UTF8.self), !body.contains("\0") {
        parts.append("--data-binary " + Self.quoted(body))
      } else {
        parts.append("--data-binary @body.bin")
      }
    }
    return parts.joined(separator: " \\\n  ")
  }

  /// For a POSIX shell; only the quote itself is special within quotes.
  private static func quoted(_ text: String) -> String {
    "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
