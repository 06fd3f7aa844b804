import HTTP
import Judge
import ProviderKit

/// What the judge's browser sent, which tells its logins from those of others.
struct BrowserTrail: Sendable {
  private var sent: Set<[UInt8]> = []

  mutating func note(_ request: WebRequest) {
    sent.insert(Self.parameters(request.address.query, request.body))
  }

  /// True if it made a request of the login; `nil` if the entries have none of its requests.
  func has(_ transaction: String, _ entries: [Journal.Entry]) -> Bool? {
    let own = transactions(entries)
    return own.isEmpty ? nil : own.contains(transaction)
  }

  /// The logins that it made requests of.
  func transactions(_ entries: [Journal.Entry]) -> Set<String> {
    Set(
      entries.filter { entry in
        let request = entry.exchange.request
        let parameters = Self.parameters(request.target.rawQuery, request.body)
        return !parameters.isEmpty && sent.contains(parameters)
      }.compactMap(\.transaction))
  }

  /// They differ from login to login, wherever they stand; the path may not be the one that was asked for.
  private static func parameters(_ query: String?, _ body: [UInt8]) -> [UInt8] {
    Array((query ?? "").utf8) + body
  }
}
